"""Petitfour put together: database, engine and turn service for one profile.

Covers: opening them in order, repairing what a dead process left, closing them in order.
Does not cover: any surface (app, cli, api).
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import assert_never

from backend.engine.base import Engine
from backend.engine.llamacpp import start_embedded
from backend.mol.service import TurnService
from backend.paths import cache_dir, data_dir
from backend.profiles.profile import Profile, chosen_profile
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
async def assembled() -> AsyncGenerator[Assembly]:
    """Open everything for the chosen profile; on leaving, running turns end as interrupted, the engine is let go."""
    profile = chosen_profile()
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
    """The profile's engine with a turn service over it.

    Raises:
        MissingPiece, EngineUnreachable: the embedded engine did not start. One that runs elsewhere may still be down.
        UserError: the profile's key is not there.
    """
    engine = await _engine(profile)
    try:
        turns = TurnService(database, engine, profile)
        try:
            yield Assembly(profile=profile, database=database, engine=engine, turns=turns)
        finally:
            await turns.close()
    finally:
        await engine.close()


async def _engine(profile: Profile) -> Engine:
    # Imported where they are chosen: the default starts without them.
    match profile.engine:
        case "llamacpp":
            return await start_embedded(data_dir(), cache_dir())
        case "vllm":
            from backend.engine.vllm import Vllm

            return Vllm(profile.urls, profile.models, key=profile.key)
        case "openai":
            from backend.engine.openai import OpenAICompatible

            return OpenAICompatible(profile.urls[0], profile.models, key=profile.key)
    assert_never(profile.engine)
