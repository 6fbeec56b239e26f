"""A server over a scripted engine, for each test of the API."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from fastapi import FastAPI

from backend.api import api_routes
from backend.mol.service import TurnService
from backend.profiles.profile import load_profile
from backend.store.db import Database
from tests.unit.api.serving import Server
from tests.unit.mol.scripted import ScriptedEngine


@pytest.fixture
async def server(database: Database) -> AsyncIterator[Server]:
    """The routes, ready to be asked."""
    engine = ScriptedEngine("L2", ["Use a loop.", "Said loops.", "Or map.", "Said map.", "Third.", "Said third."])
    made = Server(TurnService(database, engine, load_profile("embedded")), engine, FastAPI())
    made.app.include_router(api_routes(lambda: made))
    yield made
    await made.service.close()
