"""Grounded copying: what the grammars of L1 admit, and what they refuse."""

from __future__ import annotations

import random
import re

import pytest

from backend.mol.grounding import cell_grammar, cell_rules, closing_grammar, closing_rules
from backend.train.recipes.l1 import examples
from ui4a.gbnf import accepts


def cell(code: str) -> str:
    return f"```python repl\n{code}\n```"


@pytest.mark.parametrize("code", ["2340 * 17 / 100", "round(2340 * 0.17, 2)", "x1 = 2340\nx1 * 17 / 100"])
def test_a_cell_may_use_the_numbers_that_were_given(code: str) -> None:
    assert accepts(cell_rules("what is 17% of 2,340?"), cell(code))


@pytest.mark.parametrize("code", ["2430 * 17 / 100", "234 * 17", "2340 * 71 / 100", "2340 * 17.5", "23 40"])
def test_a_cell_cannot_use_a_number_that_was_not_given(code: str) -> None:
    assert not accepts(cell_rules("what is 17% of 2,340?"), cell(code))


def test_a_quoted_word_comes_from_what_was_given() -> None:
    rules = cell_rules("sort walnut, iris and moose")
    assert accepts(rules, cell('sorted(["walnut", "iris", "moose"])'))
    assert not accepts(rules, cell('sorted(["walnut", "irassus", "moose"])'))


def test_a_question_back_needs_no_cell() -> None:
    assert accepts(cell_rules("what do I owe?"), "How many people share the bill?")


@pytest.mark.parametrize(
    ("observation", "sentence"),
    [
        ("397.8", "17% of 2340 is 397.8."),
        ("12.0", "That makes 12."),
        ("1234567", "Together 1,234,567."),
        ("'Tuesday'", "It is a Tuesday."),
        ("['ada', 'bo']", "In order: ada, bo."),
    ],
)
def test_the_closing_sentence_holds_the_value_in_one_of_its_forms(observation: str, sentence: str) -> None:
    rules = closing_rules("what is 17% of 2340?", "c", observation)
    assert rules is not None
    assert accepts(rules, sentence)


@pytest.mark.parametrize("sentence", ["It is 379.8.", "About 400.", "Done.", "It is 397.8, not 398."])
def test_a_closing_sentence_with_another_number_or_without_the_value_is_refused(sentence: str) -> None:
    rules = closing_rules("what is 17% of 2340?", "2340 * 17 / 100", "397.8")
    assert rules is not None
    assert not accepts(rules, sentence)


@pytest.mark.parametrize("observation", ["", "a\nb", "x" * 500, "True", "None", "[]"])
def test_a_value_that_no_sentence_can_hold_is_not_forced_into_one(observation: str) -> None:
    assert closing_grammar("q", "c", observation) is None


def test_what_the_recipe_teaches_is_what_the_grammars_admit() -> None:
    records = [record for record in examples(0, "held_out") if record["kind"] in ("cell", "final")]
    refused: list[str] = []
    for record in random.Random(0).sample(records, 80):
        messages = record["messages"]
        given = "\n".join(message["content"] for message in messages[1:])
        rules = cell_rules(given)
        if record["kind"] == "final":
            rules = closing_rules(given, messages[-2]["content"], messages[-1]["content"]) or rules
        if messages[-1]["role"] == "user" or record["kind"] == "final":
            refused += [] if accepts(rules, record["reply"]) else [record["reply"]]
    assert refused == []


# One rule of GBNF: a name, then literals, classes, names and operators.
RULE = re.compile(r'[a-z]+ ::= (?:"(?:[^"\\\n]|\\.)*"|\[(?:[^\]\\]|\\.)+\]|[a-z]+|[ |(){}?+*,0-9])+')


@pytest.mark.parametrize("hostile", ['"', "\\", '" | "', "9" * 5_000, "\u202e١٢٣", "{}[]()", "\n1\n"])
def test_no_request_or_observation_can_break_out_of_its_literal(hostile: str) -> None:
    grammars = [cell_grammar(f"1{hostile}2"), closing_grammar(f"1{hostile}2", hostile, f"v{hostile}2")]
    for grammar in filter(None, grammars):
        for line in grammar.splitlines():
            assert RULE.fullmatch(line), line
