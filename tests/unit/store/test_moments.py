"""What is read together is of one moment, and who reads in order to write is not overtaken."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlmodel import col, func, select

from backend.store.conversations import create_conversation, shown_branch
from backend.store.db import Database, open_database, sqlite_url
from backend.store.models import Conversation, Message, Turn
from backend.store.transcripts import Place, copied
from backend.store.turns import Outcome, end_turn, open_turn

ME = "me"


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await open_database(sqlite_url(tmp_path))
    yield opened
    await opened.close()


async def test_two_reads_of_a_session_see_the_same_although_others_write(database: Database) -> None:
    conversation = await create_conversation(database, ME)
    async with database.reading() as session:
        before = (await session.exec(select(func.count(col(Message.id))))).one()
        await open_turn(database, ME, conversation.id, "hello")
        turns = (await session.exec(select(func.count(col(Turn.id))))).one()
    assert (before, turns) == (0, 0)


async def test_a_reader_in_order_to_write_is_not_overtaken(database: Database) -> None:
    conversation = await create_conversation(database, ME)

    async def count_up() -> None:
        async with database.session() as session:
            found = await session.get_one(Conversation, conversation.id)
            seen = int(found.title or 0)
            await asyncio.sleep(0.005)
            found.title = str(seen + 1)

    await asyncio.gather(*(count_up() for _ in range(8)))
    async with database.reading() as session:
        assert (await session.get_one(Conversation, conversation.id)).title == "8"


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
