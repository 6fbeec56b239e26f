"""A conversation can be read and copied while others write in it."""

from __future__ import annotations

import asyncio

from backend.store.conversations import create_conversation, shown_branch
from backend.store.db import Database
from backend.store.transcripts import Place, copied
from backend.store.turns import Outcome, end_turn, open_turn

ME = "me"


async def test_a_conversation_is_read_and_copied_while_turns_are_opened_in_it(database: Database) -> None:
    conversation = await create_conversation(database, ME)
    first = await open_turn(database, ME, conversation.id, "hello")
    await end_turn(database, first.turn.id, Outcome(status="done"))

    async def write() -> None:
        for number in range(20):
            opened = await open_turn(database, ME, conversation.id, f"message {number}")
            await end_turn(database, opened.turn.id, Outcome(status="done"))

    async def read() -> None:
        for _ in range(40):
            await shown_branch(database, ME, conversation.id)

    async def copy() -> None:
        for _ in range(20):
            await copied(database, Place(conversation_id=conversation.id, turn_id=first.turn.id))

    await asyncio.gather(write(), read(), copy())
    assert len(await shown_branch(database, ME, conversation.id)) == 21
