"""The turn that is being answered: its growing text and its pieces, sent apart from everything finished.

Covers: following a turn's events in batches, the cell that waits for the browser.
Does not cover: starting or stopping a turn (chat.py), the finished turns.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from typing import Any

import reflex as rx

from app.pieces import AnswerPieces
from app.shown import NAMES, HopRow, Part, Route, seconds, shown_parts, shown_route
from backend.mol.running import RunningTurn, ServiceEvent, TurnEnded
from backend.mol.turn import AnswerDelta, CellDone, CellStarted, HopDone, Routed
from backend.store.models import CellRun

FLUSH_S = 0.04
"""Deltas reach the page at most 25 times a second."""


@dataclass(slots=True)
class Drawn:
    """What the page shows of a running turn, kept in step with its events."""

    turn_id: str
    route: Route = field(default_factory=Route)
    hops: list[HopRow] = field(default_factory=list[HopRow])
    phase: str = "routing"
    _answer: AnswerPieces = field(default_factory=AnswerPieces)
    _cells: dict[int, CellRun] = field(default_factory=dict[int, CellRun])

    def take(self, event: ServiceEvent) -> None:
        """Bring the picture up to date with one event."""
        match event:
            case Routed(decision):
                shares = {str(label): share for label, share in decision.distribution.items()}
                self.route = shown_route(decision.label, shares, decision.reason)
                self.phase = "reading"
            case AnswerDelta(step, text):
                self._answer.feed(step, text)
                self.phase = "writing"
            case CellStarted():
                self.phase = "running a cell"
            case CellDone(seq, code, seen, _):
                self._cells[seq] = CellRun(
                    turn_id=self.turn_id,
                    seq=seq,
                    code=code,
                    status=seen.status,
                    stdout=seen.stdout,
                    stderr=seen.stderr,
                    value=seen.value,
                    error=seen.error,
                    ms=seen.ms,
                )
                self.phase = "reading"
            case HopDone(kind=kind, usage=usage, ms=ms):
                row = HopRow(
                    name=kind.capitalize(),
                    prompt=f"{usage.prompt_tokens:,}",
                    cached=f"{usage.cached_tokens:,}",
                    out=f"{usage.completion_tokens:,}",
                    time=seconds(ms),
                )
                self.hops = [*self.hops, row]
            case TurnEnded():
                self._answer.finish()
            case _:
                pass

    def parts(self) -> list[Part]:
        """The answer so far."""
        return shown_parts(self.turn_id, self._answer.pieces(growing=True), self._cells, {})


class LiveState(rx.State):
    """The growing end of the page. `text` is the text of the last part; `parts` holds it empty."""

    turn: str = ""
    route: Route = Route()
    phase: str = ""
    hops: list[HopRow] = []
    parts: list[Part] = []
    text: str = ""
    said: str = ""
    cell_code: str = ""
    cell_key: str = ""
    cell_limit_ms: int = 10_000
    _follower: str = ""
    _typed: dict[str, dict[str, Any]] = {}

    def begin(self, turn: str) -> None:
        """Show a turn that has nothing yet."""
        self.turn, self.route, self.phase = turn, Route(), "routing"
        self.hops, self.parts, self.text = [], [], ""
        self.said = "Choosing who answers."

    def show(self, drawn: Drawn) -> None:
        """Copy what changed, so that a batch sends only the growing text when nothing else moved."""
        parts = drawn.parts()
        self.text = parts[-1].text if parts else ""
        fixed = [*parts[:-1], replace(parts[-1], text="")] if parts else []
        if fixed != self.parts:
            self.parts = fixed
        if drawn.route != self.route:
            self.route = drawn.route
            self.said = f"{NAMES[drawn.route.label]} is writing."
        if drawn.hops != self.hops:
            self.hops = drawn.hops
        self.phase = drawn.phase

    def end(self, said: str) -> None:
        """Nothing is being answered."""
        self.turn = self.text = self.phase = self.cell_code = ""
        self.parts, self.hops, self.route = [], [], Route()
        self.said = said


async def batches(turn: RunningTurn) -> AsyncIterator[list[ServiceEvent]]:
    """A turn's events in batches of `FLUSH_S`; the first one comes at once."""
    queue: asyncio.Queue[ServiceEvent | None] = asyncio.Queue()

    async def fill() -> None:
        async for event in turn.follow():
            queue.put_nowait(event)
        queue.put_nowait(None)

    filling = asyncio.create_task(fill(), name=f"follow {turn.id}")
    try:
        ended = False
        while not ended:
            batch = [await queue.get()]
            began = time.monotonic()
            while batch[-1] is not None and not queue.empty():
                batch.append(queue.get_nowait())
            ended = batch[-1] is None
            events = [event for event in batch if event is not None]
            if events:
                yield events
            await asyncio.sleep(0 if ended else max(0.0, FLUSH_S - (time.monotonic() - began)))
    finally:
        filling.cancel()
