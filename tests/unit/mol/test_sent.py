"""The requests of a stored turn can be built again from the store, exactly as the engine was sent them."""

from __future__ import annotations

from pathlib import Path

from backend.engine.base import Label
from backend.mol.sent import sent_requests
from backend.mol.service import TurnService
from backend.mol.turn import TurnInput
from backend.profiles.profile import load_profile
from backend.store.conversations import closed_turns, engine_message, turn_with_branch
from backend.store.db import open_database, sqlite_url
from tests.unit.mol.scripted import ScriptedEngine, cells

ME = "me"
CELL = "```python repl\n2340 * 17 / 100\n```"


async def test_what_a_stored_turn_was_sent_is_found_again_to_the_byte(tmp_path: Path) -> None:
    profile = load_profile("embedded")
    database = await open_database(sqlite_url(tmp_path))
    engine = ScriptedEngine("L1", ["Hello.", "Said hello.", CELL, "It is 397.8.", "Said 397.8."])
    service = TurnService(database, engine, profile)
    first = await service.start(ME, "hello", cells)
    _ = [event async for event in first.follow(summary=True)]
    engine.requests.clear()
    second = await service.start(ME, "17% of 2340?", cells, conversation_id=first.conversation_id)
    _ = [event async for event in second.follow(summary=True)]

    before, shown, system = await turn_with_branch(database, ME, second.id)
    given = TurnInput(text=shown.text, branch=closed_turns(before), slot=second.conversation_id, system=system)
    trace = [engine_message(message) for message in shown.messages]
    again = sent_requests(given, Label("L1"), trace, profile, routed=True, summarised=True)
    assert [kind for kind, _ in again] == ["route", "answer", "answer", "summary"]
    assert [request for _, request in again] == engine.requests
    await service.close()
    await database.close()
