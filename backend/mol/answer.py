"""Answer hop: the request that a specialist is sent.

Covers: token limits, and the constraint that keeps a card compilable.
Does not cover: the messages (view.py), the loop over cells (turn.py).
"""

from __future__ import annotations

from collections.abc import Sequence

from backend.engine.base import L1, L2, L3, ChatMessage, EngineRequest, Grammar, Label
from backend.profiles.profile import Profile
from ui4a.grammar import card_grammar

CELL_LABELS = frozenset({L1, L2})


def may_run_cells(label: Label) -> bool:
    """True for the specialists that act by code."""
    return label in CELL_LABELS


def answer_request(
    messages: Sequence[ChatMessage], label: Label, text: str, profile: Profile, *, slot: str, step: int
) -> EngineRequest:
    """The engine request of one step of the answer."""
    constraint = Grammar(card_grammar(text)) if label == L3 and profile.card_grammar and step == 0 else None
    return EngineRequest(
        messages=tuple(messages),
        adapter=label,
        max_tokens=profile.answer_max_tokens,
        slot=slot,
        constraint=constraint,
    )
