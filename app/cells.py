"""Cells of turns on the page: run by the reader's browser, or on this machine when no browser answers.

Covers: waiting for the browser's observation. Does not cover: the browser's Python (agent_repl), what a cell is.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from agent_repl.cell import Cell, Observation
from app.services import services
from backend.mol.headless import headless
from backend.mol.turn import RunCell

BROWSER_START_S = 15.0
"""A browser that has not run a cell yet needs this long at most to start its Python."""


class BrowserCells:
    """Cells that wait for a reader's browser: one future per running cell, answered by an event."""

    def __init__(self) -> None:
        self._waiting: dict[str, asyncio.Future[Observation]] = {}

    async def run(self, key: str, cell: Cell, limit_s: float) -> Observation | None:
        """The browser's observation, or None when none came within the limit."""
        answer = asyncio.get_running_loop().create_future()
        self._waiting[key] = answer
        try:
            async with asyncio.timeout(limit_s):
                return await answer
        except TimeoutError:
            return None
        finally:
            self._waiting.pop(key, None)

    def answer(self, key: str, observation: Observation) -> None:
        """Hand an observation to the cell that waits for it; a late one is dropped."""
        waiting = self._waiting.get(key)
        if waiting is not None and not waiting.done():
            waiting.set_result(observation)


browser_cells = BrowserCells()


@asynccontextmanager
async def browser_first(turn_id: str) -> AsyncGenerator[RunCell]:
    """Runs the cells of one turn on the page."""
    profile = services().profile
    async with headless(profile)(turn_id) as run_here:

        async def run_cell(seq: int, cell: Cell) -> Observation:
            limit_s = profile.cell_timeout_s + BROWSER_START_S
            return await browser_cells.run(f"{turn_id}-{seq}", cell, limit_s) or await run_here(seq, cell)

        yield run_cell
