"""A conversation that alternates between all specialists, on the real engine: no switch costs the history."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from agent_repl.cell import Cell, Observation
from backend.engine.base import LABELS
from backend.engine.llamacpp import LlamaCpp, start_embedded
from backend.mol.service import TurnService
from backend.paths import cache_dir
from backend.profiles.profile import load_profile
from backend.store.conversations import ShownTurn, shown_branch
from backend.store.db import open_database, sqlite_url

L0, L1, L2, L3 = LABELS
SWITCH_LIMIT_TOKENS = 64
TURNS = (
    (L0, "Hello! Can you tell me in a sentence why the sky is blue?"),
    (L3, "A small form to book a table for dinner."),
    (L1, "What is 17% of 2340?"),
    (L2, "Write a Python function that reverses a string."),
    (L0, "Thanks, that helps."),
    (L3, "Add a phone field to the form."),
    (L1, "How many days are there between 2024-03-01 and 2024-04-15?"),
    (L2, "Now the same in JavaScript."),
)

pytestmark = pytest.mark.trained("L0", "L1", "L2", "L3")


async def run_cell(_: int, cell: Cell) -> Observation:
    return Observation(status="ok", value="397.8")


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[LlamaCpp]:
    started = await start_embedded(tmp_path, cache_dir())
    yield started
    await started.close()


async def conversation(engine: LlamaCpp, folder: Path) -> list[ShownTurn]:
    database = await open_database(sqlite_url(folder))
    turns = TurnService(database, engine, load_profile("embedded"))
    conversation_id: str | None = None
    for label, text in TURNS:
        turn = await turns.start("me", text, run_cell, conversation_id=conversation_id, pin=label)
        conversation_id = turn.conversation_id
        async for _ in turn.follow(summary=True):
            pass
    shown = await shown_branch(database, "me", conversation_id or "")
    await turns.close()
    await database.close()
    return shown


async def test_no_hop_computes_old_tokens_again_because_of_a_switch(engine: LlamaCpp, tmp_path: Path) -> None:
    shown = await conversation(engine, tmp_path)
    longest = 0  # tokens of the conversation that some hop has already read
    for turn in shown:
        for hop in turn.hops:
            new = max(0, hop.prompt_tokens - longest)
            computed = hop.prompt_tokens - hop.cached_tokens
            assert computed <= new + SWITCH_LIMIT_TOKENS + _answer_tokens(turn), (turn.text, hop)
            longest = max(longest, hop.prompt_tokens)


def _answer_tokens(turn: ShownTurn) -> int:
    """Tokens the turn wrote itself: settled K/V reads them once under the base."""
    return sum(hop.completion_tokens for hop in turn.hops if hop.kind == "answer")
