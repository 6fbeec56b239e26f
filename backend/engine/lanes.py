"""Which K/V slot of llama.cpp a lane uses: slot 0 for routing, the rest by least recent use.

Covers: the map from lane names to slots. Does not cover: what the slots hold; the engine finds common prefixes itself.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Generator
from contextlib import contextmanager

from backend.engine.base import ROUTE_LANE


class Lanes:
    """Assigns lanes to slots; a lane in use keeps its slot while an idle one can give way instead."""

    def __init__(self, slots: int) -> None:
        self._free = list(range(1, slots))
        self._slots: OrderedDict[str, int] = OrderedDict()
        self._in_use: Counter[str] = Counter()

    def held(self, lane: str) -> bool:
        """True when `lane` still has the slot that it used last."""
        return lane == ROUTE_LANE or lane in self._slots

    def forget(self) -> None:
        """Drop all assignments: the engine started anew and its slots are empty."""
        self._free = sorted([*self._free, *self._slots.values()])
        self._slots.clear()

    @contextmanager
    def use(self, lane: str) -> Generator[int]:
        """The slot of `lane` for one request."""
        slot = 0 if lane == ROUTE_LANE else self._assign(lane)
        self._in_use[lane] += 1
        try:
            yield slot
        finally:
            self._in_use[lane] -= 1
            if not self._in_use[lane]:
                del self._in_use[lane]

    def _assign(self, lane: str) -> int:
        if lane not in self._slots:
            self._slots[lane] = self._free.pop(0) if self._free else self._evict()
        self._slots.move_to_end(lane)
        return self._slots[lane]

    def _evict(self) -> int:
        idle = (lane for lane in self._slots if not self._in_use[lane])
        return self._slots.pop(next(idle, next(iter(self._slots))))
