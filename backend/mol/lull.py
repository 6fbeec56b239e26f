"""The moment when nobody is being answered: hidden work waits for it, so that it never slows a reader down.

Covers: counting answers, waiting for their end. Does not cover: what is done then (service.py).
"""

from __future__ import annotations

import asyncio


class Lull:
    """Bound to the event loop it is used in."""

    def __init__(self) -> None:
        self._answers = 0
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._waiting: set[str] = set()

    def begin(self) -> None:
        """Somebody is being answered."""
        self._answers += 1
        self._quiet.clear()

    def end(self) -> None:
        """One answer less is being written."""
        self._answers -= 1
        if not self._answers:
            self._quiet.set()

    async def wait(self, conversation_id: str) -> None:
        """Return when nobody is being answered."""
        self._waiting.add(conversation_id)
        try:
            await self._quiet.wait()
        finally:
            self._waiting.discard(conversation_id)

    def awaited_by(self, conversation_id: str) -> bool:
        """True while this conversation's summary waits."""
        return conversation_id in self._waiting
