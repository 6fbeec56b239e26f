"""The answer hop's request: which constraint each specialist works under."""

from __future__ import annotations

from backend.engine.base import LABELS, ChatMessage, Grammar, Label
from backend.mol.answer import answer_request
from backend.mol.view import HEAD
from backend.profiles.profile import load_profile
from ui4a.grammar import card_grammar

L0, L1, L2, L3 = LABELS
PROFILE = load_profile("embedded")
CODE = 'export default function App() {\n  return (\n    <Card title="Zither club" />\n  );\n}'
CARD = f"Here.\n\n````ui4a/tsx\n{CODE}\n````"
FOLLOW_UP = "fields: Town, Email"


def gbnf(label: Label, *messages: ChatMessage) -> str | None:
    constraint = answer_request([HEAD, *messages], label, PROFILE, slot="c").constraint
    return constraint.gbnf if isinstance(constraint, Grammar) else None


def test_chat_and_code_are_free() -> None:
    assert gbnf(L0, ChatMessage("user", "hi")) is None
    assert gbnf(L2, ChatMessage("user", "hi")) is None


def test_a_follow_up_to_a_card_may_use_the_words_of_that_card() -> None:
    grammar = gbnf(
        L3,
        ChatMessage("user", "a form for my zither club"),
        ChatMessage("assistant", CARD),
        ChatMessage("user", FOLLOW_UP),
    )
    assert grammar == card_grammar(FOLLOW_UP, CODE)
    assert grammar != card_grammar(FOLLOW_UP)


def test_the_sentence_after_an_observation_must_hold_its_value() -> None:
    grammar = gbnf(
        L1,
        ChatMessage("user", "17% of 2340?"),
        ChatMessage("assistant", "```python repl\n2340 * 17 / 100\n```"),
        ChatMessage("tool", "397.8"),
    )
    assert grammar is not None
    assert 'value ::= "397.8"' in grammar
