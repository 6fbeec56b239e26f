"""Conversations and their branches, each read and write checked against the owner.

Covers: list, create, rename, delete; the branch that is shown, as what a page draws and as what a view needs.
Does not cover: writing a turn (turns.py).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import delete as sql_delete
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from backend.engine.base import L0, ChatMessage, Label
from backend.errors import NotAllowed
from backend.mol.view import ClosedTurn
from backend.store.db import Database
from backend.store.models import Card, CellRun, Conversation, Hop, Message, Turn, now

TITLE_LIMIT_CHARS = 60

Row = TypeVar("Row", Hop, CellRun, Card)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTurn:
    """A turn with everything a page draws of it.

    `versions` are the ids of all turns in this place, oldest first: other answers to the message, and edits of it.
    """

    turn: Turn
    text: str
    messages: tuple[Message, ...]
    hops: tuple[Hop, ...]
    cells: tuple[CellRun, ...]
    cards: tuple[Card, ...]
    versions: tuple[str, ...]


async def list_conversations(database: Database, owner: str) -> list[Conversation]:
    """The owner's conversations, the last used first."""
    async with database.session() as session:
        found = await session.exec(
            select(Conversation).where(Conversation.owner == owner).order_by(col(Conversation.updated_at).desc())
        )
        return list(found)


async def create_conversation(database: Database, owner: str, title: str = "") -> Conversation:
    """A new, empty conversation."""
    conversation = Conversation(owner=owner, title=title_of(title))
    async with database.session() as session:
        session.add(conversation)
    return conversation


async def rename_conversation(database: Database, owner: str, conversation_id: str, title: str) -> None:
    """Give a conversation another title."""
    async with database.session() as session:
        conversation = await owned(session, owner, conversation_id)
        conversation.title = title_of(title)


async def delete_conversation(database: Database, owner: str, conversation_id: str) -> None:
    """Delete a conversation with its turns, messages, hops, cells and cards."""
    async with database.session() as session:
        conversation = await owned(session, owner, conversation_id)
        turn_ids = select(Turn.id).where(Turn.conversation_id == conversation_id)
        for table in (Hop, CellRun, Card):
            await session.exec(sql_delete(table).where(col(table.turn_id).in_(turn_ids)))
        for table in (Message, Turn):
            await session.exec(sql_delete(table).where(col(table.conversation_id) == conversation_id))
        await session.delete(conversation)


async def show_version(database: Database, owner: str, conversation_id: str, turn_id: str) -> None:
    """Show the branch through `turn_id`, with the newest of what followed it."""
    async with database.session() as session:
        conversation = await owned(session, owner, conversation_id)
        turn = await session.get(Turn, turn_id)
        if turn is None or turn.conversation_id != conversation_id:
            raise NotAllowed("no such turn")
        conversation.leaf_id = await _newest_leaf(session, turn)
        conversation.updated_at = now()


async def shown_branch(database: Database, owner: str, conversation_id: str) -> list[ShownTurn]:
    """The turns of the shown branch, oldest first, with all that hangs below them."""
    async with database.session() as session:
        conversation = await owned(session, owner, conversation_id)
        return await _branch(session, conversation, conversation.leaf_id)


async def turn_with_branch(database: Database, owner: str, turn_id: str) -> tuple[list[ShownTurn], ShownTurn, str]:
    """The turns before one turn, the turn itself, and the system message that they are under."""
    async with database.session() as session:
        turn, conversation = await owned_turn(session, owner, turn_id)
        *before, shown = await _branch(session, conversation, await last_message_id(session, turn))
        return before, shown, conversation.system


async def branch_before(session: AsyncSession, conversation: Conversation, message_id: str | None) -> list[ShownTurn]:
    """The turns on the path from the root to `message_id`."""
    return await _branch(session, conversation, message_id)


def title_of(text: str) -> str:
    """A title made of a text: one line, of bounded length."""
    return " ".join(text.split())[:TITLE_LIMIT_CHARS]


def closed_turns(branch: Sequence[ShownTurn]) -> tuple[ClosedTurn, ...]:
    """The branch as the view builder takes it."""
    return tuple(
        ClosedTurn(
            label=Label(shown.turn.label or L0),
            text=shown.text,
            trace=tuple(engine_message(message) for message in shown.messages),
            summary=shown.turn.summary or "",
        )
        for shown in branch
    )


async def owned(session: AsyncSession, owner: str, conversation_id: str) -> Conversation:
    """The conversation, if it is the owner's.

    Raises:
        NotAllowed: it is not, or there is none; the message is the same in both cases.
    """
    conversation = await session.get(Conversation, conversation_id)
    if conversation is None or conversation.owner != owner:
        raise NotAllowed("there is no such conversation here")
    return conversation


async def owned_turn(session: AsyncSession, owner: str, turn_id: str) -> tuple[Turn, Conversation]:
    """The turn and its conversation, if they are the owner's.

    Raises:
        NotAllowed: they are not, or there is no such turn; the message is the same in both cases.
    """
    turn = await session.get(Turn, turn_id)
    if turn is None:
        raise NotAllowed("there is no such turn here")
    conversation = await session.get(Conversation, turn.conversation_id)
    if conversation is None or conversation.owner != owner:
        raise NotAllowed("there is no such turn here")
    return turn, conversation


async def last_message_id(session: AsyncSession, turn: Turn) -> str:
    """The id of the turn's last message: its answer's end, or its user message when nothing was answered."""
    found = await session.exec(
        select(Message.id).where(Message.turn_id == turn.id, Message.role != "user").order_by(col(Message.seq).desc())
    )
    return found.first() or turn.user_message_id


async def _newest_leaf(session: AsyncSession, turn: Turn) -> str:
    """The end of the branch that goes on from the turn, always with the newest turn where there are several."""
    rows = await session.exec(
        select(Message).where(Message.conversation_id == turn.conversation_id, Message.role == "user")
    )
    asked = {message.parent_id: message for message in sorted(rows, key=lambda message: message.created_at)}
    leaf = await last_message_id(session, turn)
    while (follow := asked.get(leaf)) is not None:
        found = await session.exec(
            select(Turn).where(Turn.user_message_id == follow.id).order_by(col(Turn.created_at).desc())
        )
        newest = found.first()
        leaf = await last_message_id(session, newest) if newest is not None else follow.id
    return leaf


async def _branch(session: AsyncSession, conversation: Conversation, leaf_id: str | None) -> list[ShownTurn]:
    rows = await session.exec(select(Message).where(Message.conversation_id == conversation.id))
    messages = {message.id: message for message in rows}
    path: list[Message] = []
    at = messages.get(leaf_id or "")
    while at is not None:
        path.append(at)
        at = messages.get(at.parent_id or "")
    path.reverse()
    return await _shown(session, conversation, path, messages)


async def _shown(
    session: AsyncSession, conversation: Conversation, path: list[Message], messages: dict[str, Message]
) -> list[ShownTurn]:
    turns = {t.id: t for t in await session.exec(select(Turn).where(Turn.conversation_id == conversation.id))}
    answering: dict[str, list[str]] = defaultdict(list)
    versions: dict[str | None, list[str]] = defaultdict(list)
    for turn in sorted(turns.values(), key=lambda turn: turn.created_at):
        if turn.user_message_id not in messages:
            continue  # opened since the messages were read
        answering[turn.user_message_id].append(turn.id)
        versions[messages[turn.user_message_id].parent_id].append(turn.id)
    answers: dict[str, list[Message]] = defaultdict(list)
    for message in path:
        if message.role != "user":
            answers[message.turn_id].append(message)
    asked = [message for message in path if message.role == "user"]
    chosen = [_turn_on_path(message, answers, answering, turns) for message in asked]
    ids = [turn.id for turn in chosen]
    hops = _by_turn(await session.exec(select(Hop).where(col(Hop.turn_id).in_(ids)).order_by(col(Hop.id))))
    cells = _by_turn(
        await session.exec(select(CellRun).where(col(CellRun.turn_id).in_(ids)).order_by(col(CellRun.seq)))
    )
    cards = _by_turn(await session.exec(select(Card).where(col(Card.turn_id).in_(ids)).order_by(col(Card.position))))
    return [
        ShownTurn(
            turn=turn,
            text=message.content,
            messages=tuple(answers[turn.id]),
            hops=tuple(hops[turn.id]),
            cells=tuple(cells[turn.id]),
            cards=tuple(cards[turn.id]),
            versions=tuple(versions[message.parent_id]),
        )
        for message, turn in zip(asked, chosen, strict=True)
    ]


def _turn_on_path(
    asked: Message, answers: dict[str, list[Message]], answering: dict[str, list[str]], turns: dict[str, Turn]
) -> Turn:
    """The turn whose answer is on the path; the newest one where nothing was answered yet."""
    for turn_id in answering[asked.id]:
        if answers[turn_id]:
            return turns[turn_id]
    return turns[answering[asked.id][-1]]


def _by_turn(rows: Iterable[Row]) -> dict[str, list[Row]]:
    grouped: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        grouped[row.turn_id].append(row)
    return grouped


def engine_message(message: Message) -> ChatMessage:
    """A stored message of an answer as an engine is sent it."""
    return ChatMessage("tool" if message.role == "tool" else "assistant", message.content)
