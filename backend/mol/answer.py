"""Answer hop: the request that a specialist is sent.

Covers: token limits, and the constraints that keep a card compilable and L1's numbers copied.
Does not cover: the messages (view.py), the loop over cells (turn.py), the grammars (grounding.py, ui4a/grammar.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backend.engine.base import L1, L2, L3, ChatMessage, Constraint, EngineRequest, Grammar, JsonSchema, Label
from backend.mol.grounding import cell_grammar, closing_grammar
from backend.profiles.profile import Profile
from ui4a.carrier import CardBroken, CardClosed, CardParser
from ui4a.grammar import card_grammar

GIVEN_MESSAGES = 8
"""How far back L1 may copy numbers and words from."""

CELL_LABELS = frozenset({L1, L2})


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampling:
    """What a client may ask of the answer hop; the defaults are the product's own.

    `schema` is a JSON Schema as JSON text that the answer must fulfil, in the place of a specialist's own grammar.
    """

    max_tokens: int | None = None
    temperature: float = 0.0
    seed: int = 0
    stop: tuple[str, ...] = ()
    schema: str = ""


PLAIN = Sampling()
"""What the product asks of its own accord."""


def may_run_cells(label: Label) -> bool:
    """True for the specialists that act by code."""
    return label in CELL_LABELS


def answer_request(
    messages: Sequence[ChatMessage], label: Label, profile: Profile, *, slot: str, sampling: Sampling = PLAIN
) -> EngineRequest:
    """The engine request of one step; `messages` ends in the user's message, or in a cell and its observation."""
    return EngineRequest(
        messages=tuple(messages),
        adapter=label,
        max_tokens=min(sampling.max_tokens or profile.answer_max_tokens, profile.answer_max_tokens),
        slot=slot,
        temperature=sampling.temperature,
        seed=sampling.seed,
        stop=sampling.stop,
        constraint=_constraint(messages, label, profile, sampling.schema),
    )


def _constraint(messages: Sequence[ChatMessage], label: Label, profile: Profile, schema: str) -> Constraint | None:
    if schema:
        return JsonSchema(schema)
    gbnf = _grammar(messages, label) if profile.constrained else None
    return Grammar(gbnf) if gbnf else None


def _grammar(messages: Sequence[ChatMessage], label: Label) -> str | None:
    last = messages[-1]
    given = "\n".join(message.content for message in messages[1:][-GIVEN_MESSAGES:])
    if last.role == "user":
        if label == L1:
            return cell_grammar(given)
        return card_grammar(last.content, _last_card(messages)) if label == L3 else None
    if label != L1:
        return None
    return closing_grammar(given, messages[-2].content, last.content)


def _last_card(messages: Sequence[ChatMessage]) -> str:
    """The code of the newest card in the view: a follow-up may change it, so its words may be used again."""
    for message in reversed(messages):
        if message.role != "assistant" or "ui4a" not in message.content:
            continue
        parser = CardParser()
        for event in reversed([*parser.feed(message.content), *parser.finish()]):
            if isinstance(event, CardClosed | CardBroken):
                return event.code
    return ""
