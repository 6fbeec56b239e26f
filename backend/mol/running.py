"""A turn that was started: its events so far, for readers who come early or late.

Covers: following from the first event on, stopping. Does not cover: who adds the events (service.py).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field

from backend.mol.turn import TurnEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded:
    """The turn has its recorded state; nothing of the answer follows."""

    status: str
    error_code: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summarised:
    """The hidden summary stands; `by` is "model" or "head"."""

    text: str
    by: str


ServiceEvent = TurnEvent | TurnEnded | Summarised


@dataclass(slots=True, kw_only=True)
class RunningTurn:
    """A turn that was started; its events stay readable after its end."""

    id: str
    conversation_id: str
    text: str
    events: list[ServiceEvent] = field(default_factory=list["ServiceEvent"])
    ended: bool = False
    closed: bool = False
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None
    stopped: bool = False

    async def follow(self, *, summary: bool = False) -> AsyncGenerator[ServiceEvent, None]:
        """Every event from the first on, ending with `TurnEnded`, or with `Summarised` when `summary` is asked for."""
        position = 0
        while True:
            news = self._news
            while position < len(self.events):
                yield self.events[position]
                position += 1
            if self.closed or (self.ended and not summary):
                return
            await news.wait()

    def close(self) -> None:
        """No event follows."""
        self.closed = True
        self._wake()

    def stop(self) -> None:
        """End the answer now; the engine's request is closed and what was streamed is kept."""
        if self.task is not None and not self.ended:
            self.stopped = True
            self.task.cancel()

    def when_done(self, callback: Callable[[], None]) -> None:
        """Call `callback` once the answer has ended, in whatever state."""
        if self.task is not None:
            self.task.add_done_callback(lambda _: callback())

    def tell(self, event: ServiceEvent) -> None:
        """Add an event and wake whoever follows."""
        self.events.append(event)
        self._wake()

    def _wake(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()
