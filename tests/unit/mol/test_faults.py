"""Whatever happens during a turn, it is recorded once, nothing is lost, and the next turn works.

Covers: engine failures at every call, Stop and the server's end at random moments, on a real database.
Does not cover: a killed process (tests/contract/engine/test_llamacpp_life.py).
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from backend.engine.base import Chosen, EngineRequest
from backend.errors import EngineRefused, EngineStalled, EngineUnreachable, PetitfourError
from backend.mol.service import TurnService
from backend.profiles.profile import load_profile
from backend.store.conversations import create_conversation, shown_branch
from backend.store.db import Database, open_database, sqlite_url
from backend.store.models import DONE, FAILED, INTERRUPTED, STOPPED
from tests.unit.mol.scripted import ScriptedEngine, cells

SEQUENCES = 25
TURNS = 5
ME = "me"
CELL = "```python repl\n1 + 1\n```"


class FaultyEngine(ScriptedEngine):
    """Its `fault` is raised by the route hop when `at_route` is set, else by the answer."""

    fault: PetitfourError | None = None
    at_route = False

    async def choose(self, request: EngineRequest, values: object) -> Chosen:
        if self.fault is not None and self.at_route:
            raise self.fault
        return await super().choose(request, ("L0", "L1", "L2", "L3"))


@pytest.mark.parametrize("seed", range(SEQUENCES))
async def test_a_random_fault_never_loses_or_doubles_a_turn(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    database = await open_database(sqlite_url(tmp_path))
    try:
        place = (await create_conversation(database, ME)).id
        sent: list[str] = []
        for number in range(TURNS):
            text = f"message {number}"
            await _one_turn(database, place, text, chance)
            sent.append(text)
            branch = await shown_branch(database, ME, place)
            assert [shown.text for shown in branch] == sent
            assert {shown.turn.status for shown in branch} <= {DONE, FAILED, STOPPED, INTERRUPTED}
            assert all(shown.turn.summary is not None for shown in branch)
            assert all(shown.turn.error_code for shown in branch if shown.turn.status == FAILED)
        service = TurnService(database, ScriptedEngine("L0", ["Fine.", "Said fine."]), load_profile("embedded"))
        turn = await service.start(ME, "at last", cells, conversation_id=place)
        _ = [event async for event in turn.follow(summary=True)]
        [*_, last] = await shown_branch(database, ME, place)
        assert (last.turn.status, last.messages[-1].content.strip()) == (DONE, "Fine.")
        await service.close()
    finally:
        await database.close()


async def _one_turn(database: Database, place: str, text: str, chance: random.Random) -> None:
    """A turn on a server of its own, with one fault drawn by chance."""
    answers: list[str | Exception] = [CELL, "It is two.", "Said two."] if chance.random() < 0.5 else ["One two three."]
    engine = FaultyEngine("L1", answers)
    kind = chance.choice(("none", "route", "answer", "summary", "stop", "end"))
    fault = chance.choice((EngineUnreachable, EngineStalled, EngineRefused))("the engine broke; try again")
    if kind == "route":
        engine.fault, engine.at_route = fault, True
    elif kind == "answer":
        engine.answers[chance.randrange(len(answers))] = fault
    elif kind == "summary":
        engine.answers[-1] = fault
    service = TurnService(database, engine, load_profile("embedded"))
    turn = await service.start(ME, text, cells, conversation_id=place)
    if kind in ("stop", "end"):
        for _ in range(chance.randrange(200)):
            await asyncio.sleep(0)
        if kind == "stop":
            turn.stop()
        else:
            await service.close()
    async with asyncio.timeout(20):
        _ = [event async for event in turn.follow(summary=True)]
    await service.close()
    assert engine.open_streams == 0
