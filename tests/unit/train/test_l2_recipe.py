"""The L2 recipe: what its records promise to whoever trains on them.

Covers: Python runs and keeps its assertions, regexes match their examples, SQL runs, JSON and bash parse.
Does not cover: what a trained adapter makes of it.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import types
from functools import cache

import pytest

from backend.train.recipes import l2
from backend.train.recipes.l2.check import block, evaluate, held_out, rows
from backend.train.recipes.l2.tasks import Instance, templates

PYTHON = {"python", "pyclass", "fix", "test"}
SQL = {"sql", "sqldo", "fixsql"}
ONE_LINERS = {"oneliner"}
NOT_RUN = ("input(", "open(", "while ", "math.sqrt", "flask", "fastapi")


@cache
def _instances(split: str) -> list[Instance]:
    return list(l2.instances(5, split))


def _of(split: str, kinds: set[str]) -> list[Instance]:
    found = [task for task in _instances(split) if task.template.kind in kinds]
    assert found
    return found


def _compiled(code: str) -> types.CodeType:
    return compile(code, "<answer>", "exec", dont_inherit=True)  # this module's __future__ must not reach the answer


def _cost(text: str) -> int:
    return len(re.findall(r"\d|[A-Za-z]{1,5}|[^\sA-Za-z\d]+|\n", text))


@pytest.mark.parametrize("split", ["train", "held_out"])
def test_every_python_answer_runs_and_keeps_its_assertions(split: str) -> None:
    for task in _of(split, PYTHON - {"test"} if split == "held_out" else PYTHON):
        if not task.checks and any(word in task.code for word in NOT_RUN):
            compile(task.code, "<answer>", "exec")
            continue
        names: dict[str, object] = {"__name__": "answer"}
        if task.template.kind == "test":
            exec("\n".join(task.request.split("```")[1].splitlines()[1:]), names)
        exec(_compiled(task.code), names)
        for check in task.checks:
            assert eval(check, names), (task.code, check)


def test_every_generated_unit_test_passes_on_the_function_it_was_written_for() -> None:
    for task in _of("train", {"test"}):
        names: dict[str, object] = {}
        exec("\n".join(task.request.split("```")[1].splitlines()[1:]), names)
        exec(_compiled(task.code), names)
        for name, test in list(names.items()):
            if name.startswith("test_") and "parametrize" not in task.code:
                test()


def test_every_one_liner_compiles() -> None:
    for task in _of("train", ONE_LINERS):
        compile(task.code, "<answer>", "exec")


@pytest.mark.parametrize("split", ["train", "held_out"])
def test_every_regex_matches_what_it_says_and_nothing_it_denies(split: str) -> None:
    for task in _of(split, {"regex"}):
        assert task.checks
        for check in task.checks:
            assert (re.search(task.code, check[2:]) is not None) is check.startswith("+"), (task.code, check)


@pytest.mark.parametrize("split", ["train", "held_out"])
def test_every_sql_statement_runs(split: str) -> None:
    for task in _of(split, SQL if split == "train" else SQL - {"fixsql"}):
        assert rows(task.code, task) is not None, task.code


def test_every_json_answer_parses() -> None:
    for task in _of("train", {"json", "fixjson"}):
        json.loads(task.code)


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is missing; install it to check the shell answers")
def test_every_shell_answer_parses() -> None:
    kinds = {"bash", "git", "fixbash"}
    lines = {
        task.code
        for task in _of("train", kinds)
        if not re.match(r"^[\d*]\S* [\d*]", task.code) and "<" not in task.code
    }
    script = "\n".join(sorted(lines))
    done = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True, check=False)
    assert done.stderr == ""


def test_tasks_are_many_and_no_request_is_in_both_splits() -> None:
    assert len(templates("train")) >= 250
    assert len(templates("held_out")) >= 60
    train, held = ({task.request.casefold() for task in _instances(split)} for split in ("train", "held_out"))
    assert train.isdisjoint(held)


def test_no_slot_is_left_open() -> None:
    for record in [*l2.examples(5, "train"), *l2.examples(5, "held_out")]:
        text = json.dumps(record, ensure_ascii=False)
        assert not re.search(r"«|»|\{d\}|\{f\}|\{lang\}|DIGITS", text), text


def test_the_seed_fixes_the_records() -> None:
    assert list(l2.examples(3, "train")) == list(l2.examples(3, "train"))
    assert list(l2.examples(3, "train")) != list(l2.examples(4, "train"))


def test_replies_are_short_and_a_tenth_are_summaries() -> None:
    records = list(l2.examples(5, "train"))
    kinds = [record["kind"] for record in records]
    assert 0.06 < kinds.count("summary") / len(kinds) < 0.14
    assert sum(_cost(str(record["reply"])) for record in records) < 90_000
    assert max(_cost(str(record["reply"])) for record in records) <= 200
    assert len(records) >= 1_200


def test_a_right_answer_passes_its_own_check_and_an_empty_one_fails() -> None:
    for task in held_out():
        assert evaluate(task.task.answer, task.task), task.task.answer
        assert not evaluate("```\n```", task.task)


def test_the_code_of_an_answer_is_its_first_block() -> None:
    assert block("Here:\n```sql\nSELECT 1;\n```\nDone.") == "SELECT 1;"
