"""Views: what each adapter is sent, for any branch."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from agent_repl.cell import find_cell
from backend.engine.base import LABELS, ChatMessage, Label
from backend.mol.view import HEAD, NOT_RUN, UNANSWERED, ClosedTurn, view

L0, L1, L2, L3 = LABELS
CELL = "```python repl\n1 + 1\n```"


def answered(label: str, text: str, answer: str, summary: str = "") -> ClosedTurn:
    return ClosedTurn(label=Label(label), text=text, trace=(ChatMessage("assistant", answer),), summary=summary)


def user(text: str) -> ChatMessage:
    return ChatMessage("user", text)


def assistant(text: str) -> ChatMessage:
    return ChatMessage("assistant", text)


words = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=1, max_size=40)
traces = st.lists(
    st.one_of(words.map(assistant), st.just(assistant(CELL)), words.map(lambda text: ChatMessage("tool", text))),
    max_size=4,
).map(tuple)
turns = st.builds(
    lambda label, text, trace, summary: ClosedTurn(label=label, text=text, trace=trace, summary=summary),
    st.sampled_from(LABELS),
    words,
    traces,
    words,
)
branches = st.lists(turns, max_size=8).map(tuple)


def test_a_foreign_turn_is_seen_as_its_summary() -> None:
    branch = [answered("L2", "fix the bug", "<400 lines>", "Fixed an off-by-one.")]
    assert view(branch, L0, "thanks", kind="own", limit_chars=9_000) == (
        HEAD,
        user("fix the bug"),
        assistant("Fixed an off-by-one."),
        user("thanks"),
    )


def test_an_own_turn_is_seen_verbatim() -> None:
    branch = [answered("L2", "fix the bug", "<400 lines>", "Fixed an off-by-one.")]
    assert view(branch, L2, "thanks", kind="own", limit_chars=9_000)[2] == assistant("<400 lines>")


def test_the_shared_view_shows_every_adapter_the_same_messages() -> None:
    branch = [answered("L2", "a", "b", "c"), answered("L3", "d", "e", "f")]
    assert len({view(branch, label, "g", kind="shared", limit_chars=9_000) for label in LABELS}) == 1


def test_a_cell_without_its_observation_is_closed_explicitly() -> None:
    branch = [answered("L1", "add", CELL, "")]
    assert view(branch, L1, "and?", kind="shared", limit_chars=9_000)[2:5] == (assistant(CELL), NOT_RUN, UNANSWERED)


@given(branches, st.sampled_from(LABELS), words, st.sampled_from(["own", "shared"]))
def test_equal_branches_give_equal_bytes(branch, adapter, text, kind) -> None:
    first = view(branch, adapter, text, kind=kind, limit_chars=4_000)
    assert view(tuple(branch), adapter, text, kind=kind, limit_chars=4_000) == first


@given(branches, st.sampled_from(LABELS), words)
def test_no_detail_of_a_foreign_turn_reaches_an_own_view(branch, adapter, text) -> None:
    marked = [
        ClosedTurn(
            label=turn.label,
            text=turn.text,
            trace=tuple(ChatMessage(m.role, f"\x00{m.content}") for m in turn.trace),
            summary=turn.summary,
        )
        for turn in branch
        if turn.label != adapter
    ]
    assert not any("\x00" in message.content for message in view(marked, adapter, text, kind="own", limit_chars=10**6))


@given(branches, turns, st.sampled_from(LABELS), words, st.sampled_from(["own", "shared"]))
def test_a_longer_branch_extends_the_view_so_that_its_prefix_stays_cached(branch, turn, adapter, text, kind) -> None:
    before = view(branch, adapter, text, kind=kind, limit_chars=10**6)[:-1]
    after = view((*branch, turn), adapter, text, kind=kind, limit_chars=10**6)
    assert after[: len(before)] == before


@given(branches, st.sampled_from(LABELS), words, st.sampled_from(["own", "shared"]))
def test_no_view_holds_a_dangling_cell_or_ends_a_turn_without_an_answer(branch, adapter, text, kind) -> None:
    messages = view(branch, adapter, text, kind=kind, limit_chars=10**6)
    for message, following in pairwise(messages):
        if message.role == "assistant" and find_cell(message.content) is not None and following.role == "user":
            raise AssertionError("a cell is followed by a user message")
        assert not (message.role in ("user", "tool") and following.role == "user")
    assert messages[-1] == user(text)


@given(branches, st.sampled_from(LABELS), words, st.integers(50, 400), st.sampled_from(["own", "shared"]))
def test_a_view_never_outgrows_its_limit_by_more_than_the_head_and_the_message(
    branch, adapter, text, limit, kind
) -> None:
    messages = view(branch, adapter, text, kind=kind, limit_chars=limit)
    assert sum(len(message.content) for message in messages[1:-1]) <= max(0, limit - len(text))


def test_the_oldest_turns_are_folded_first() -> None:
    branch = [answered("L0", f"q{n}", "long " * 40, f"s{n}") for n in range(4)]
    messages = view(branch, L0, "now", kind="shared", limit_chars=700)
    assert assistant("s0") in messages
    assert assistant("long " * 40) in messages
