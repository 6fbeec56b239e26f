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
async def assembled(profile_name: str = "embedded", *, repair: bool = False) -> AsyncGenerator[Assembly, None]:
    """Open everything; on leaving, running turns end as interrupted and the engine is let go.

    `repair` ends the turns that a dead process left running: only the process that serves the page may ask for it.
    """
    profile = load_profile(profile_name)
    database = await open_database(sqlite_url(data_dir()))
    try:
        if repair:
            await repair_interrupted(database)
        engine = await start_embedded(data_dir(), cache_dir())
        try:
            turns = TurnService(database, engine, profile)
            yield Assembly(profile=profile, database=database, engine=engine, turns=turns)
            await turns.close()
        finally:
            await engine.close()
    finally:
        await database.close()
