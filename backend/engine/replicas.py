"""Several equal servers behind one engine: which of them takes a request.

Covers: one conversation stays with one server, whose prefix cache then holds it (rendezvous hashing: a server that
comes or goes moves only its own conversations), routes go to the least busy, and a server that failed is tried last
for a while.
Does not cover: requests (vllm.py), or starting servers.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager

from backend.engine.base import ROUTE_LANE

PAUSE_S = 10.0
"""How long a server that failed is tried after the others."""


class Replicas:
    """The servers at `urls`, by how well they suit a lane."""

    def __init__(self, urls: Sequence[str], *, clock: Callable[[], float] = time.monotonic) -> None:
        self._urls, self._clock = tuple(urls), clock
        self._down_until: dict[str, float] = {}
        self._running: Counter[str] = Counter()

    def order(self, lane: str) -> list[str]:
        """Every server, the one to ask first in front."""
        now = self._clock()

        def rank(url: str) -> tuple[bool, int, str]:
            # Routes of all conversations share one lane, and their fixed head is soon cached everywhere.
            running = self._running[url] if lane == ROUTE_LANE else 0
            return (self._down_until.get(url, 0.0) > now, running, _weight(url, lane))

        return sorted(self._urls, key=rank)

    def failed(self, url: str) -> None:
        """`url` did not answer."""
        self._down_until[url] = self._clock() + PAUSE_S

    def answered(self, url: str) -> None:
        """`url` answered: it is tried in its turn again."""
        self._down_until.pop(url, None)

    @contextmanager
    def use(self, url: str) -> Generator[None]:
        """A request runs on `url`."""
        self._running[url] += 1
        try:
            yield
        finally:
            self._running[url] -= 1


def _weight(url: str, lane: str) -> str:
    return hashlib.sha256(f"{url}\n{lane}".encode("utf-8", "replace")).hexdigest()
