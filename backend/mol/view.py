"""Views: the messages one adapter is sent for a branch.

Covers: own view (own turns verbatim, foreign turns as summaries), shared view (all verbatim), folding of the oldest
turns when a view outgrows the context, and the repair of traces that were cut short.
Equal inputs give equal bytes: nothing here reads a clock, a database or an engine.
Does not cover: writing summaries (summary.py), exact token counts (the engine refuses what does not fit).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agent_repl.cell import find_cell
from backend.engine.base import ChatMessage, Label

HEAD = ChatMessage("system", "You are Petitfour, a careful personal assistant.")

UNANSWERED = ChatMessage("assistant", "(no answer)")
"""Stands for a turn that ended before a word was written: chat templates want roles to alternate."""

NOT_RUN = ChatMessage("tool", "stopped before it ran")
"""Closes a cell that never got its observation, so that no call is left dangling."""

ViewKind = Literal["own", "shared"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedTurn:
    """One past turn. `trace` is what answered it: assistant and tool messages in order."""

    label: Label
    text: str
    trace: tuple[ChatMessage, ...]
    summary: str


def view(
    branch: Sequence[ClosedTurn], adapter: Label, text: str, *, kind: ViewKind, limit_chars: int, system: str = ""
) -> tuple[ChatMessage, ...]:
    """The messages `adapter` is sent to answer `text` after `branch`, at most about `limit_chars` long.

    `system` is a client's own system message; it follows ours in the head.
    """
    head = ChatMessage("system", f"{HEAD.content}\n\n{system}") if system else HEAD
    limit_chars -= len(system)
    turns = [_closed(turn) for turn in branch]
    folded = 0
    while folded < len(turns) and _size(turns, folded, adapter, kind) + len(text) > limit_chars:
        # Fold in halves, not one turn at a time: each fold costs the engine its cached prefix once.
        folded += max(1, (len(turns) - folded) // 2)
    blocks = [
        _rendered(turn, whole=position >= folded and _is_whole(turn, adapter, kind))
        for position, turn in enumerate(turns)
    ]
    kept = _last_within(blocks, limit_chars - len(text))
    return (head, *(message for block in kept for message in block), ChatMessage("user", text))


def closed_trace(trace: Sequence[ChatMessage]) -> tuple[ChatMessage, ...]:
    """The trace with every cell answered and at least one assistant message at its end."""
    messages = list(trace)
    if messages and messages[-1].role == "assistant" and find_cell(messages[-1].content) is not None:
        messages.append(NOT_RUN)
    if not messages or messages[-1].role == "tool":
        messages.append(UNANSWERED)
    return tuple(messages)


def _closed(turn: ClosedTurn) -> ClosedTurn:
    return ClosedTurn(label=turn.label, text=turn.text, trace=closed_trace(turn.trace), summary=turn.summary)


def _is_whole(turn: ClosedTurn, adapter: Label, kind: ViewKind) -> bool:
    return kind == "shared" or turn.label == adapter


def _rendered(turn: ClosedTurn, *, whole: bool) -> list[ChatMessage]:
    answer = list(turn.trace) if whole else [ChatMessage("assistant", turn.summary or UNANSWERED.content)]
    return [ChatMessage("user", turn.text), *answer]


def _size(turns: Sequence[ClosedTurn], folded: int, adapter: Label, kind: ViewKind) -> int:
    return sum(
        len(message.content)
        for position, turn in enumerate(turns)
        for message in _rendered(turn, whole=position >= folded and _is_whole(turn, adapter, kind))
    )


def _last_within(blocks: list[list[ChatMessage]], limit_chars: int) -> list[list[ChatMessage]]:
    """As many of the last turns as fit; a turn is dropped whole, with its user message."""
    sizes = [sum(len(message.content) for message in block) for block in blocks]
    first = 0
    while first < len(blocks) and sum(sizes[first:]) > limit_chars:
        first += 1
    return blocks[first:]
