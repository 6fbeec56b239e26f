"""How many turns API clients may have at once, and how long one waits for a place.

Covers: the places, the bounded queue before them. Does not cover: the page's own turns, the size of a body (routes.py).
"""

from __future__ import annotations

import asyncio

from backend.api.errors import TooBusy

WAIT_S = 10.0


class Gate:
    """`places` turns at once; `queue` more wait for one, at most WAIT_S."""

    def __init__(self, *, places: int, queue: int) -> None:
        self._places = asyncio.Semaphore(places)
        self._queue, self._waiting = queue, 0

    async def enter(self) -> None:
        """Take a place.

        Raises:
            TooBusy: the queue is full, or no place came free in time.
        """
        if self._places.locked() and self._waiting >= self._queue:
            raise TooBusy("too many requests at once; try again in a moment")
        self._waiting += 1
        try:
            async with asyncio.timeout(WAIT_S):
                await self._places.acquire()
        except TimeoutError as error:
            raise TooBusy(f"no place came free within {WAIT_S:g} s; try again in a moment") from error
        finally:
            self._waiting -= 1

    def leave(self) -> None:
        """Give the place back."""
        self._places.release()
