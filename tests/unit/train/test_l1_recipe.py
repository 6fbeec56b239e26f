"""The L1 recipe: what its records promise to whoever trains on them.

Covers: cells run and their finals state the value, splits are apart, seeds fix the order, the checker judges.
Does not cover: what a trained adapter makes of it.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from agent_repl.cell import find_cell
from backend.mol.summary import SUMMARY_REQUEST
from backend.train.recipes import l1
from backend.train.recipes.l1.cells import run_cell
from backend.train.recipes.l1.check import HELD_OUT, evaluate, observed
from backend.train.recipes.l1.dialogue import shown


@cache
def _records(split: str) -> list[dict]:
    return list(l1.examples(7, split))


def _cost(text: str) -> int:
    return len(re.findall(r"\d|[A-Za-z]{1,5}|[^\sA-Za-z\d]+|\n", text))


@pytest.mark.parametrize("split", ["train", "held_out"])
def test_every_cell_runs_and_yields_a_value(split: str) -> None:
    for record in _records(split):
        if record["kind"] == "cell":
            found = find_cell(record["reply"])
            assert found is not None
            assert found.complete
            assert run_cell(found.code).value is not None, found.code


@pytest.mark.parametrize("split", ["train", "held_out"])
def test_every_final_states_the_value_that_its_cell_yielded(split: str) -> None:
    for record in _records(split):
        if record["kind"] == "final":
            *_, asked, seen = record["messages"]
            code = find_cell(asked["content"]).code
            if "today()" not in code:
                assert run_cell(code).value == seen["content"]
            if seen["content"] not in ("True", "False"):
                assert shown(seen["content"]) in record["reply"]
            else:
                assert record["reply"].startswith("Yes" if seen["content"] == "True" else "No")


def test_no_request_is_in_both_splits() -> None:
    train, held_out = (
        {m["content"] for r in _records(s) for m in r["messages"] if m["role"] == "user"} for s in ("train", "held_out")
    )
    assert (train & held_out) <= {SUMMARY_REQUEST.content}
    assert train.isdisjoint(task.text for task in HELD_OUT)


def test_the_seed_fixes_the_records() -> None:
    assert list(l1.examples(3, "held_out")) == list(l1.examples(3, "held_out"))
    assert list(l1.examples(3, "held_out")) != list(l1.examples(4, "held_out"))


def test_replies_are_short_and_a_tenth_are_summaries() -> None:
    records = _records("train")
    kinds = [record["kind"] for record in records]
    assert 0.06 < kinds.count("summary") / len(kinds) < 0.14
    assert sum(_cost(record["reply"]) for record in records) < 75_000
    assert max(_cost(record["reply"]) for record in records) <= 100
    assert {"cell", "final", "summary", "ask", "honest"} == set(kinds)


def test_a_failed_cell_is_followed_by_a_corrected_one() -> None:
    repairs = [r for r in _records("train") if r["kind"] == "cell" and r["messages"][-1]["role"] == "tool"]
    assert len(repairs) > 20
    assert all("Error" in r["messages"][-1]["content"] for r in repairs)


def test_there_are_a_hundred_held_out_tasks_of_our_own() -> None:
    assert len({task.text for task in HELD_OUT}) >= 100


@pytest.mark.parametrize(
    ("code", "expected", "verdict"),
    [
        ("round(2340 * 17 / 100, 2)", 397.8, True),
        ("```python repl\nprint(2340 * 0.17)\n```", 397.8, True),
        ("2340 * 0.71", 397.8, False),
        ("'Thursday'", "Thursday", True),
        ("[1, 2]", [1, 2], True),
        ("while True:\n    pass", 1, False),
        ("open('/etc/passwd').read()", "x", False),
        ("9 ** 9 ** 9 ** 9", 1, False),
        ("1 +", 1, False),
        ("97 > 1", True, True),
    ],
)
def test_the_checker_judges_a_reply_by_its_value(code: str, expected: object, verdict: bool) -> None:
    assert evaluate(code, expected) is verdict


def test_the_checker_reads_printed_output_when_there_is_no_value() -> None:
    assert observed("print('a')\nprint(5)") == "5"
