"""Grounded numbers: which literals the grammars of L1 admit."""

from __future__ import annotations

import re

import pytest

from backend.mol.grounding import cell_grammar, closing_grammar


def test_a_cell_may_use_the_requests_numbers_with_and_without_separators() -> None:
    grammar = cell_grammar("what is 17% of 2,340?")
    assert '"2,340" | "2340"' in grammar


@pytest.mark.parametrize(
    ("observation", "said"),
    [
        ("397.8", '"397.8"'),
        ("12.0", '"12.0" | "12"'),
        ("1234567", '"1234567" | "1,234,567"'),
        ("'Tue'", '"\'Tue\'" | "Tue"'),
    ],
)
def test_the_closing_sentence_holds_the_value_in_one_of_its_forms(observation: str, said: str) -> None:
    assert f"value ::= {said}\n" in (closing_grammar("q", "c", observation) or "")


@pytest.mark.parametrize("observation", ["", "a\nb", "x" * 500])
def test_a_value_that_no_sentence_can_hold_is_not_forced_into_one(observation: str) -> None:
    assert closing_grammar("q", "c", observation) is None


# One rule of GBNF: a name, then literals, classes, names and operators.
RULE = re.compile(r'[a-z]+ ::= (?:"(?:[^"\\\n]|\\.)*"|\[(?:[^\]\\]|\\.)+\]|[a-z]+|[ |(){}?+*,0-9])+')


@pytest.mark.parametrize("hostile", ['"', "\\", '" | "', "9" * 5_000, "\u202e١٢٣", "{}[]()", "\n1\n"])
def test_no_request_or_observation_can_break_out_of_its_literal(hostile: str) -> None:
    grammars = [cell_grammar(f"1{hostile}2"), closing_grammar(f"1{hostile}2", hostile, f"v{hostile}2")]
    for grammar in filter(None, grammars):
        for line in grammar.splitlines():
            assert RULE.fullmatch(line), line
