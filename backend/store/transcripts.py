"""Transcripts in the store: the branch that a resent history means.

Covers: finding it by digest, importing turns never seen here, copying a branch into a conversation of its own.
Does not cover: what is hashed (mol/transcript.py) or answering (mol/service.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from backend.engine.base import L0, ChatMessage
from backend.errors import UserError
from backend.mol.summary import fallback_summary
from backend.mol.transcript import Said, digests
from backend.store.conversations import branch_before, last_message_id, owned_turn, title_of
from backend.store.db import Database
from backend.store.models import DONE, RUNNING, Conversation, Message, Turn, now

IMPORTED = "imported"
"""Reason of a turn that a client brought along."""

_COPIED = {"label", "reason", "distribution", "status", "summary", "summary_by", "digest", "ended_at"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a new message goes: behind `turn_id`, or at the root when there is none."""

    conversation_id: str
    turn_id: str | None


async def place_of(database: Database, owner: str, system: str, said: Sequence[Said]) -> Place:
    """The place behind `said`: known turns keep their labels and summaries, unknown ones are imported as L0's.

    A history of which nothing is known becomes a new conversation.
    """
    chain = digests(system, said)
    async with database.session() as session:
        known, place = 0, None
        if said:
            known, place = await _longest_known(session, owner, chain)
        if place is None:
            conversation = Conversation(owner=owner, system=system, title=title_of(said[0].text if said else ""))
            session.add(conversation)
            place = Place(conversation_id=conversation.id, turn_id=None)
        for position in range(known, len(said)):
            place = await _import(session, place, said[position], chain[position + 1])
        return place


async def place_after(database: Database, owner: str, turn_id: str) -> tuple[Place, str]:
    """The place behind a turn that is named by its id, and the system message of its conversation.

    Raises:
        NotAllowed: it is not the owner's, or there is none.
        UserError: it is still being answered.
    """
    async with database.session() as session:
        turn, conversation = await owned_turn(session, owner, turn_id)
        if turn.status == RUNNING:
            raise UserError("that answer is still being written; wait for its end")
        return Place(conversation_id=conversation.id, turn_id=turn.id), conversation.system


async def copied(database: Database, place: Place) -> Place:
    """The same branch in a conversation of its own, for a client that goes on while the first is still answering."""
    async with database.session() as session:
        conversation = await session.get_one(Conversation, place.conversation_id)
        leaf = None
        if place.turn_id is not None:
            leaf = await last_message_id(session, await session.get_one(Turn, place.turn_id))
        branch = await branch_before(session, conversation, leaf)
        twin = Conversation(owner=conversation.owner, system=conversation.system, title=conversation.title)
        session.add(twin)
        parent: str | None = None
        last: str | None = None
        for shown in branch:
            turn = Turn(conversation_id=twin.id, user_message_id="", **shown.turn.model_dump(include=_COPIED))
            trace = [(message.role, message.content, message.label) for message in shown.messages]
            parent = _add_turn(session, turn, parent, shown.text, trace)
            last = turn.id
        twin.leaf_id = parent
        return Place(conversation_id=twin.id, turn_id=last)


async def _longest_known(session: AsyncSession, owner: str, chain: Sequence[str]) -> tuple[int, Place | None]:
    """How many turns of the chain are known, and where the last of them stands."""
    rows = await session.exec(
        select(Turn)
        .join(Conversation, col(Conversation.id) == col(Turn.conversation_id))
        .where(Conversation.owner == owner, col(Turn.digest).in_(chain[1:]), Turn.status != RUNNING)
        .order_by(col(Turn.created_at))
    )
    depth = {digest: position for position, digest in enumerate(chain)}
    found = max(rows, key=lambda turn: depth[turn.digest or ""], default=None)
    if found is None:
        return 0, None
    return depth[found.digest or ""], Place(conversation_id=found.conversation_id, turn_id=found.id)


async def _import(session: AsyncSession, place: Place, said: Said, digest: str) -> Place:
    parent = None
    if place.turn_id is not None:
        parent = await last_message_id(session, await session.get_one(Turn, place.turn_id))
    answer = [ChatMessage("assistant", said.answer)] if said.answer else []
    turn = Turn(
        conversation_id=place.conversation_id,
        user_message_id="",
        label=L0,
        reason=IMPORTED,
        status=DONE,
        summary=fallback_summary(answer),
        summary_by="head",
        digest=digest,
        ended_at=now(),
    )
    leaf = _add_turn(session, turn, parent, said.text, [(m.role, m.content, L0) for m in answer])
    conversation = await session.get_one(Conversation, place.conversation_id)
    conversation.leaf_id, conversation.updated_at = leaf, now()
    await session.flush()
    return Place(conversation_id=place.conversation_id, turn_id=turn.id)


def _add_turn(
    session: AsyncSession, turn: Turn, parent: str | None, text: str, trace: Sequence[tuple[str, str, str | None]]
) -> str:
    """Add a whole turn behind `parent`; returns the id of its last message."""
    place = turn.conversation_id
    asked = Message(conversation_id=place, turn_id=turn.id, parent_id=parent, role="user", content=text)
    turn.user_message_id = leaf = asked.id
    session.add_all([asked, turn])
    for seq, (role, content, label) in enumerate(trace):
        row = Message(
            conversation_id=place, turn_id=turn.id, parent_id=leaf, role=role, content=content, label=label, seq=seq
        )
        session.add(row)
        leaf = row.id
    return leaf
