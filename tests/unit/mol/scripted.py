"""A scripted engine: the one fake, at the engine's edge. Every contract it stands for is tested on the real engine.

Beside it, `cells`: cells that always give the same observation.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager

from agent_repl.cell import Cell, Observation
from backend.engine.base import ROUTE_LANE, ChatMessage, Chosen, Delta, EngineHealth, EngineRequest, Reply, Usage
from backend.mol.turn import RunCell


@asynccontextmanager
async def cells(turn_id: str) -> AsyncGenerator[RunCell]:
    """Each cell of the turn gives 397.8, after a moment in which it can be stopped."""

    async def run_cell(_: int, cell: Cell) -> Observation:
        await asyncio.sleep(0)
        return Observation(status="ok", value="397.8", ms=1.0)

    yield run_cell


class ScriptedEngine:
    """Routes to `label`, then plays `answers` in order: text, or an exception raised halfway through it.

    `hold` keeps an answer open after its first delta until it is set.
    """

    name = "scripted"
    view = "shared"

    def __init__(self, label: str = "L0", answers: Sequence[str | Exception] = ("Hello there.",)) -> None:
        self.label, self.answers = label, list(answers)
        self.requests: list[EngineRequest] = []
        self.settled: list[tuple[ChatMessage, ...]] = []
        self.open_streams = 0
        self.hold: asyncio.Event | None = None

    async def choose(self, request: EngineRequest, values: Sequence[str]) -> Chosen:
        assert request.slot == ROUTE_LANE
        self.requests.append(request)
        shares = {value: 0.7 if value == self.label else 0.1 for value in values}
        return Chosen(value=self.label, distribution=shares, usage=Usage(prompt_tokens=9), ms=1.0)

    async def stream(self, request: EngineRequest) -> AsyncIterator[Delta | Reply]:
        self.requests.append(request)
        said = self.answers.pop(0) if self.answers else "ok"
        text = "Half an" if isinstance(said, Exception) else said
        self.open_streams += 1
        try:
            for word in text.split(" "):
                yield Delta(f"{word} ")
                if self.hold is not None:
                    await self.hold.wait()
            if isinstance(said, Exception):
                raise said
            yield Reply(text=text, finish="stop", usage=Usage(prompt_tokens=20), ms=2.0, first_ms=1.0)
        finally:
            self.open_streams -= 1

    async def settle(self, slot: str, messages: Sequence[ChatMessage]) -> Usage:
        self.settled.append(tuple(messages))
        return Usage()

    async def tokenize(self, text: str) -> list[int]:
        return list(range(len(text.split())))

    async def health(self) -> EngineHealth:
        return EngineHealth(ready=True, model="scripted", adapters=(), context_tokens=8192)

    async def close(self) -> None:
        pass
