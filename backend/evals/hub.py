"""A hub of its own for a measurement: a turn service over a passing database, and cells that cost nothing.

Covers: opening and closing them. Does not cover: what is measured (switches.py, turns.py, load.py).
"""

from __future__ import annotations

import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from agent_repl.cell import Cell, Observation
from backend.engine.base import Engine
from backend.mol.service import TurnService
from backend.mol.turn import RunCell
from backend.profiles.profile import Profile
from backend.store.db import open_database, sqlite_url

OWNER = "bench"


@asynccontextmanager
async def service_on(engine: Engine, profile: Profile) -> AsyncGenerator[TurnService]:
    """A turn service over a database of its own."""
    with tempfile.TemporaryDirectory() as folder:
        database = await open_database(sqlite_url(Path(folder)))
        turns = TurnService(database, engine, profile)
        try:
            yield turns
        finally:
            await turns.close()
            await database.close()


@asynccontextmanager
async def fixed_cells(turn_id: str) -> AsyncGenerator[RunCell]:
    """Cells that cost nothing and always yield the same, so that only the engine is measured."""

    async def run_cell(_: int, cell: Cell) -> Observation:
        return Observation(status="ok", value="397.8")

    yield run_cell
