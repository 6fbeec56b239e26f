"""Petitfour put together: database, engine and turn service for one profile.

Covers: opening them in order, repairing what a dead process left, closing them in order.
Does not cover: any surface (app, cli, api).
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from backend.engine.base import Engine
from backend.engine.llamacpp import start_embedded
from backend.mol.service import TurnService
from backend.paths import cache_dir, data_dir
from backend.profiles.profile import Profile, load_profile
from backend.store.db import Database, open_database, sqlite_url
from backend.store.turns import repair_interrupted

LOCAL_OWNER = "local"
"""The owner of everything while one person uses Petitfour on their own machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assembly:
    """The open parts."""

    profile: Profile
    database: Database
    engine: Engine
    turns: TurnService


@asynccontextmanager
async def assembled(profile_name: str = "embedded") -> AsyncGenerator[Assembly]:
    """Open everything; on leaving, running turns end as interrupted and the engine is let go."""
    profile = load_profile(profile_name)
    async with opened_database() as database, started_engine(database, profile) as assembly:
        yield assembly


@asynccontextmanager
async def opened_database(*, repair: bool = False) -> AsyncGenerator[Database]:
    """The database of this data directory.

    `repair` ends the turns that a dead process left running: only the process that serves the page may ask for it.
    """
    database = await open_database(sqlite_url(data_dir()))
    try:
        if repair:
            await repair_interrupted(database)
        yield database
    finally:
        await database.close()


@asynccontextmanager
async def started_engine(database: Database, profile: Profile) -> AsyncGenerator[Assembly]:
    """The engine of this data directory with a turn service over it.

    Raises:
        MissingPiece, EngineUnreachable: it did not start.
    """
    engine = await start_embedded(data_dir(), cache_dir())
    try:
        turns = TurnService(database, engine, profile)
        try:
            yield Assembly(profile=profile, database=database, engine=engine, turns=turns)
        finally:
            await turns.close()
    finally:
        await engine.close()
