"""Tables: conversations, their message tree, turns with their hops, cells and cards.

Covers: the columns. Every row that belongs to someone carries its owner or hangs below a conversation that does.
Does not cover: queries and owner checks (conversations.py, turns.py), migrations (migrations/).
"""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import uuid4

from sqlalchemy import JSON, Column
from sqlmodel import Field, SQLModel

RUNNING, DONE, STOPPED, FAILED, INTERRUPTED = "running", "done", "stopped", "failed", "interrupted"
"""States of a turn. `interrupted` means that the process ended under it."""


def new_id() -> str:
    """A fresh opaque id."""
    return uuid4().hex


def now() -> datetime:
    """The present moment in UTC."""
    return datetime.now(UTC)


class Conversation(SQLModel, table=True):
    """A tree of messages; `leaf_id` names the end of the branch that is shown.

    `system` is the system message of the client that opened it; it never changes.
    """

    id: str = Field(default_factory=new_id, primary_key=True)
    owner: str = Field(index=True)
    title: str = ""
    system: str = Field(default="", sa_column_kwargs={"server_default": ""})
    leaf_id: str | None = None
    created_at: datetime = Field(default_factory=now)
    updated_at: datetime = Field(default_factory=now, index=True)


class Message(SQLModel, table=True):
    """One node of the tree. `seq` orders a turn's messages; `label` is the adapter of an assistant message."""

    id: str = Field(default_factory=new_id, primary_key=True)
    conversation_id: str = Field(foreign_key="conversation.id", index=True, ondelete="CASCADE")
    parent_id: str | None = Field(default=None, index=True)
    turn_id: str = Field(index=True)
    role: str
    content: str
    label: str | None = None
    seq: int = 0
    created_at: datetime = Field(default_factory=now)


class Turn(SQLModel, table=True):
    """One user message and what answered it. `distribution` is empty when no route hop ran.

    `digest` names the transcript that ends in this turn (mol/transcript.py); none while it runs.
    """

    id: str = Field(default_factory=new_id, primary_key=True)
    conversation_id: str = Field(foreign_key="conversation.id", index=True, ondelete="CASCADE")
    user_message_id: str = Field(index=True)
    label: str | None = None
    reason: str = ""
    distribution: dict[str, float] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    status: str = Field(default=RUNNING, index=True)
    error_code: str = ""
    error: str = ""
    summary: str | None = None
    summary_by: str = ""
    digest: str | None = Field(default=None, index=True)
    created_at: datetime = Field(default_factory=now)
    ended_at: datetime | None = None


class Hop(SQLModel, table=True):
    """One engine call inside a turn: its tokens and its time in milliseconds."""

    id: int | None = Field(default=None, primary_key=True)
    turn_id: str = Field(foreign_key="turn.id", index=True, ondelete="CASCADE")
    kind: str
    adapter: str
    prompt_tokens: int
    cached_tokens: int
    completion_tokens: int
    ms: float
    first_ms: float


class CellRun(SQLModel, table=True):
    """One cell of a turn with its observation."""

    id: int | None = Field(default=None, primary_key=True)
    turn_id: str = Field(foreign_key="turn.id", index=True, ondelete="CASCADE")
    seq: int
    code: str
    status: str
    stdout: str = ""
    stderr: str = ""
    value: str | None = None
    error: str | None = None
    ms: float = 0.0


class Card(SQLModel, table=True):
    """One live module of an answer; `state` holds what the reader typed and chose on it."""

    id: str = Field(primary_key=True)
    turn_id: str = Field(foreign_key="turn.id", index=True, ondelete="CASCADE")
    position: int
    code: str
    ok: bool = True
    diagnostics: list[dict[str, object]] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    state: dict[str, object] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
