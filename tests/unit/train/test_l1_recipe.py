"""The L1 recipe: what its records promise to whoever trains on them.

Covers: cells run and their finals state the value, splits are apart, seeds fix the order, the checker judges.
Does not cover: what a trained adapter makes of it.
"""

from __future__ import annotations

import ast
import calendar
import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import cache

import pytest

from agent_repl.cell import find_cell
from backend.mol.grounding import cell_rules
from backend.mol.summary import SUMMARY_REQUEST
from backend.train.recipes import l1
from backend.train.recipes.l1.cells import run_cell
from backend.train.recipes.l1.check import HELD_OUT, evaluate, observed
from backend.train.recipes.l1.dialogue import shown
from backend.train.recipes.l1.numerals import roman_numeral
from ui4a.gbnf import accepts


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
            if "today()" not in code and "import random" not in code:
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
    assert sum(_cost(record["reply"]) for record in records) < 100_000
    assert max(_cost(record["reply"]) for record in records) <= 100
    assert {"cell", "final", "summary", "ask", "honest"} == set(kinds)


def test_the_train_split_keeps_its_size_and_asks_in_many_ways() -> None:
    records = _records("train")
    assert 3_200 < len(records) < 4_200
    for kind in ("ask", "honest"):
        assert len({r["messages"][-1]["content"] for r in records if r["kind"] == kind}) > 100
        assert len({r["reply"] for r in records if r["kind"] == kind}) > 40


def test_one_cell_of_every_family_is_what_the_grammar_admits() -> None:
    for name, task in {task.family: task for task in l1.tasks(5, "train")}.items():
        reply = f"```python repl\n{task.code}\n```"
        assert accepts(cell_rules(task.text), reply), (name, task.text, task.code)


def _dates_without_year(text: str) -> list[date]:
    month = "|".join(name[:3] for name in calendar.month_name[1:])
    found = re.findall(rf"({month})[a-z]* (\d+)|(\d+)(?:st|nd|rd|th)?(?: of)? ({month})", text)
    number = {name[:3]: index for index, name in enumerate(calendar.month_name)}
    return [date(datetime.now(UTC).year, number[a or d], int(b or c)) for a, b, c, d in found]


def _clock_times(text: str) -> list[int]:
    found = re.findall(r"(\d+):(\d\d) ?([ap]m)?", text, re.IGNORECASE)
    return [(int(h) + 12 * (half.lower() == "pm")) * 60 + int(m) for h, m, half in found]


def _span(text: str) -> object:
    a, b = _dates_without_year(text)
    days = ((b if b > a else b.replace(year=b.year + 1)) - a).days
    return days // 7 if "weeks" in text else days


def _elapsed(text: str) -> object:
    a, b = _clock_times(text)
    return f"{(b - a) % 1440 // 60} h {(b - a) % 60} min"


def _by_roman(text: str) -> object:
    number = re.search(r"\d+", text)
    if number is not None:
        return roman_numeral(int(number[0]))
    word = re.search(r"\b[MDCLXVI]+\b", text)
    return next(n for n in range(1, 4000) if word is not None and roman_numeral(n) == word[0])


def _chain(text: str) -> object:
    p, q = (int(n) for n in re.findall(r"(\d+)%", text))
    amount = re.search(r"[\d,]*\d(?:\.\d+)?(?![\d%.])k?", re.sub(r"\d+%", "", text))
    assert amount is not None
    value = float(amount[0].replace(",", "").rstrip("k")) * (1000 if amount[0].endswith("k") else 1)
    rises = any(word in text for word in ("VAT", "tax", "plus", "rises"))
    return pytest.approx(value * (100 - p) / 100 * (100 + (q if rises else -q)) / 100, abs=0.01)


def _travel(text: str) -> object:
    speed = float(re.search(r"(\d+) (?:km/h|km per hour|kph|mph|miles per hour)", text)[1])
    hours = re.search(r"([\d.]+) (?:hours|h )", text + " ")
    if hours is not None:
        return pytest.approx(speed * float(hours[1]), abs=0.01)
    far = float(re.search(r"([\d.,]+) (?:km|miles)(?! per|/)", text)[1].replace(",", ""))
    return pytest.approx(far / speed * (60 if "minutes" in text else 1), abs=0.01)


def _years(text: str) -> object:
    numbers = [int(year) for year in re.findall(r"\d{4}", text)]
    if "leap" in text:
        return [year for year in range(numbers[0], numbers[1] + 1) if year % 4 == 0 and (year % 100 or year % 400 == 0)]
    return max(numbers) - min(numbers)


_ORACLES: dict[str, Callable[[str], object]] = {
    "span": _span, "elapsed": _elapsed, "roman": _by_roman, "chain": _chain, "travel": _travel,
    "named": lambda text: _dates_without_year(text)[0].strftime("%A"),
    "years": _years,
}  # fmt: skip


@pytest.mark.parametrize("family", list(_ORACLES))
def test_a_cell_yields_what_an_independent_reading_of_the_request_gives(family: str) -> None:
    tasks = [task for seed in range(2) for task in l1.tasks(seed, "train") if task.family == family]
    assert len(tasks) > 20
    for task in tasks:
        seen = run_cell(task.code).value
        assert seen is not None
        assert ast.literal_eval(seen) == _ORACLES[family](task.text), (task.text, task.code)


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
