"""Transcripts: equal histories have equal digests, others have not."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from backend.engine.base import ChatMessage
from backend.mol.transcript import Said, cleaned, digests, visible

words = st.text(max_size=8)
histories = st.lists(st.builds(Said, words, words), max_size=4)


@given(words, histories, words, histories)
def test_histories_have_equal_digests_exactly_when_they_are_equal(
    system: str, said: list[Said], other_system: str, other: list[Said]
) -> None:
    bare = [Said(turn.text, turn.answer.strip()) for turn in said]
    other_bare = [Said(turn.text, turn.answer.strip()) for turn in other]
    same = (system, bare) == (other_system, other_bare)
    assert (digests(system, said)[-1] == digests(other_system, other)[-1]) == same


@given(words, histories)
def test_a_longer_history_has_the_digests_of_its_prefixes(system: str, said: list[Said]) -> None:
    whole = digests(system, said)
    assert [digests(system, said[:count])[-1] for count in range(len(said) + 1)] == whole


def test_where_one_message_ends_and_the_next_begins_matters() -> None:
    assert digests("", [Said("ab", "c")])[-1] != digests("", [Said("a", "bc")])[-1]


def test_a_client_sees_the_steps_of_an_answer_but_no_observation() -> None:
    said = (("assistant", "a cell"), ("tool", "397.8"), ("assistant", "It is 397.8. "))
    trace = [ChatMessage(role, content) for role, content in said]
    assert visible(trace) == "a cell\n\nIt is 397.8."


def test_control_characters_are_dropped_and_everything_else_is_kept() -> None:
    assert cleaned(" a\x00b\tc\nd\x1b[31m שלום 🧁\u200d ") == "ab\tc\nd[31m שלום 🧁\u200d"
