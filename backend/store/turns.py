"""Turns in the store: open one, keep what it streams, end it in a recorded state.

Covers: every write of a turn, and the repair of turns that a dead process left running.
Does not cover: running a turn (backend/mol) or reading a branch (conversations.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from agent_repl.cell import Observation
from backend.engine.base import ChatMessage, Usage
from backend.errors import NotAllowed
from backend.mol.route import Decision
from backend.mol.summary import fallback_summary
from backend.mol.view import ClosedTurn
from backend.store.conversations import (
    branch_before,
    closed_turns,
    last_message_id,
    owned,
    owned_turn,
    title_of,
)
from backend.store.db import Database
from backend.store.models import INTERRUPTED, RUNNING, Card, CellRun, Conversation, Hop, Message, Turn, now

CARDS_LIMIT = 32
"""Cards of one turn that keep their state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedTurn:
    """A turn that has joined the tree, and the closed turns before it under its client's system message."""

    turn: Turn
    text: str
    branch: tuple[ClosedTurn, ...]
    system: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a turn ended. `cards` are (surface id, code) in the order of the answer; `digest` names its transcript."""

    status: str
    digest: str | None = None
    error_code: str = ""
    error: str = ""
    cards: Sequence[tuple[str, str]] = ()


async def open_turn(
    database: Database, owner: str, conversation_id: str, text: str, *, after: str | None = None
) -> OpenedTurn:
    """Add a user message and a running turn for it, at the end of the shown branch or behind the turn `after`."""
    async with database.session() as session:
        conversation = await owned(session, owner, conversation_id)
        parent = conversation.leaf_id
        if after is not None:
            earlier, _ = await owned_turn(session, owner, after)
            if earlier.conversation_id != conversation_id:
                raise NotAllowed("there is no such turn here")
            parent = await last_message_id(session, earlier)
        return await _open(session, conversation, parent, text)


async def open_edit(database: Database, owner: str, turn_id: str, text: str) -> OpenedTurn:
    """A turn in the place of another one, on an edited message; the other stays as a branch of its own."""
    async with database.session() as session:
        earlier, conversation = await owned_turn(session, owner, turn_id)
        asked = await session.get(Message, earlier.user_message_id)
        if asked is None:
            raise NotAllowed("there is no such turn here")
        return await _open(session, conversation, asked.parent_id, text)


async def open_retry(database: Database, owner: str, turn_id: str) -> OpenedTurn:
    """A second turn on the same user message; its answer becomes the shown version."""
    async with database.session() as session:
        earlier, conversation = await owned_turn(session, owner, turn_id)
        asked = await session.get(Message, earlier.user_message_id)
        if asked is None:
            raise NotAllowed("there is no such turn here")
        turn = Turn(conversation_id=conversation.id, user_message_id=asked.id)
        branch = await branch_before(session, conversation, asked.parent_id)
        session.add(turn)
        conversation.leaf_id, conversation.updated_at = asked.id, now()
        return OpenedTurn(turn=turn, text=asked.content, branch=closed_turns(branch), system=conversation.system)


async def keep_decision(database: Database, turn_id: str, decision: Decision) -> None:
    """Record who answers and why."""
    async with database.session() as session:
        turn = await session.get_one(Turn, turn_id)
        turn.label, turn.reason = decision.label, decision.reason
        turn.distribution = {str(label): share for label, share in decision.distribution.items()}


async def keep_hop(
    database: Database, turn_id: str, *, kind: str, adapter: str, usage: Usage, ms: float, first_ms: float
) -> None:
    """Record one engine call."""
    async with database.session() as session:
        session.add(
            Hop(
                turn_id=turn_id,
                kind=kind,
                adapter=adapter,
                prompt_tokens=usage.prompt_tokens,
                cached_tokens=usage.cached_tokens,
                completion_tokens=usage.completion_tokens,
                ms=ms,
                first_ms=first_ms,
            )
        )


async def keep_trace(database: Database, turn_id: str, label: str, trace: Sequence[ChatMessage]) -> None:
    """Write the turn's answer so far; called again as it grows, it changes only what grew."""
    async with database.session() as session:
        turn = await session.get_one(Turn, turn_id)
        conversation = await session.get_one(Conversation, turn.conversation_id)
        rows = await session.exec(
            select(Message).where(Message.turn_id == turn_id, Message.role != "user").order_by(col(Message.seq))
        )
        kept = list(rows)
        parent = kept[-1].id if kept else turn.user_message_id
        for seq, message in enumerate(trace):
            if seq < len(kept):
                kept[seq].content = message.content
                continue
            row = Message(
                conversation_id=turn.conversation_id,
                parent_id=parent,
                turn_id=turn_id,
                role=message.role,
                content=message.content,
                label=label if message.role == "assistant" else None,
                seq=seq,
            )
            session.add(row)
            parent = row.id
        conversation.leaf_id = parent


async def keep_cell(database: Database, turn_id: str, seq: int, code: str, observation: Observation) -> None:
    """Record a cell and what came back."""
    async with database.session() as session:
        session.add(
            CellRun(
                turn_id=turn_id,
                seq=seq,
                code=code,
                status=observation.status,
                stdout=observation.stdout,
                stderr=observation.stderr,
                value=observation.value,
                error=observation.error,
                ms=observation.ms,
            )
        )


async def end_turn(database: Database, turn_id: str, outcome: Outcome) -> None:
    """Give the turn its final state."""
    async with database.session() as session:
        turn = await session.get_one(Turn, turn_id)
        turn.status, turn.error_code, turn.error = outcome.status, outcome.error_code, outcome.error
        turn.ended_at, turn.digest = now(), outcome.digest
        for position, (surface, code) in enumerate(outcome.cards):
            card = await session.get(Card, surface) or Card(id=surface, turn_id=turn_id, position=position, code="")
            card.code = code
            session.add(card)


async def keep_summary(database: Database, turn_id: str, summary: str, *, by: str) -> str:
    """Write the turn's summary unless it has one; returns what stands, since a view never changes after the fact."""
    async with database.session() as session:
        turn = await session.get_one(Turn, turn_id)
        if turn.summary is None:
            turn.summary, turn.summary_by = summary, by
        return turn.summary


async def keep_card_state(
    database: Database, owner: str, card_id: str, state: dict[str, object], diagnostics: list[dict[str, object]] | None
) -> None:
    """Keep what the reader typed and chose on a card, and what the frame reported about it.

    A card that still streams has no row yet: it gets one, so that what is typed into it early is not lost.
    """
    turn_id, _, position = card_id.rpartition("-")
    async with database.session() as session:
        turn, _ = await owned_turn(session, owner, turn_id)
        card = await session.get(Card, card_id)
        if card is None:
            if turn.status != RUNNING or not position.isdigit() or int(position) >= CARDS_LIMIT:
                raise NotAllowed("there is no such card here")
            card = Card(id=card_id, turn_id=turn_id, position=int(position), code="")
            session.add(card)
        card.state = state
        if diagnostics is not None:
            card.diagnostics, card.ok = diagnostics, not diagnostics


async def repair_interrupted(database: Database) -> int:
    """End every turn that a dead process left running, and give it its fallback summary; returns how many."""
    async with database.session() as session:
        left = list(await session.exec(select(Turn).where(Turn.status == RUNNING)))
        for turn in left:
            turn.status, turn.ended_at = INTERRUPTED, now()
            turn.error = "Petitfour stopped during this answer; what had arrived is kept"
        unsummarised = list(await session.exec(select(Turn).where(col(Turn.summary).is_(None))))
        for turn in unsummarised:
            rows = await session.exec(
                select(Message).where(Message.turn_id == turn.id, Message.role != "user").order_by(col(Message.seq))
            )
            trace = [ChatMessage("tool" if row.role == "tool" else "assistant", row.content) for row in rows]
            turn.summary, turn.summary_by = fallback_summary(trace), "head"
        return len(left)


async def turn_owner_check(database: Database, owner: str, turn_id: str) -> Turn:
    """The turn, if it is the owner's."""
    async with database.session() as session:
        turn, _ = await owned_turn(session, owner, turn_id)
        return turn


async def _open(session: AsyncSession, conversation: Conversation, parent: str | None, text: str) -> OpenedTurn:
    turn = Turn(conversation_id=conversation.id, user_message_id="")
    asked = Message(conversation_id=conversation.id, parent_id=parent, turn_id=turn.id, role="user", content=text)
    turn.user_message_id = asked.id
    branch = await branch_before(session, conversation, parent)
    session.add_all([asked, turn])
    conversation.leaf_id, conversation.updated_at = asked.id, now()
    if not conversation.title:
        conversation.title = title_of(text)
    return OpenedTurn(turn=turn, text=text, branch=closed_turns(branch), system=conversation.system)
