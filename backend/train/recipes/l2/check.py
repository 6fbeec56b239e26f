"""Judges an answer of L2: Python by its assertions, SQL by its rows, a regex by examples, the rest by what it holds.

Covers: `evaluate`, the held-out tasks (`held_out()`), the tiny database behind the SQL checks.
Does not cover: asking the model; running shell commands (they are read, never run).
"""

from __future__ import annotations

import json
import re
import sqlite3
import time
from dataclasses import dataclass
from random import Random

from backend.train.recipes.l1.check import observed
from backend.train.recipes.l2.tasks import Instance, instance, templates

SQL_SECONDS = 2.0
_BLOCK = re.compile(r"```[^\n]*\n(.*?)(?:\n```|\Z)", re.S)
_PYTHON = {"python", "pyclass", "fix", "oneliner"}
_SQL = {"sql", "sqldo"}


@dataclass(frozen=True, slots=True)
class HeldOutTask:
    """A request, and the instance that knows what a right answer holds."""

    text: str
    kind: str
    task: Instance


def held_out(seed: int = 0) -> tuple[HeldOutTask, ...]:
    """The held-out tasks with the split's own wordings and words."""
    rng = Random(f"{seed}/l2/held_out")
    filled = (instance(template, rng, "held_out") for template in templates("held_out"))
    return tuple(HeldOutTask(task.request, task.template.kind, task) for task in filled)


def evaluate(reply: str, task: Instance) -> bool:
    """Whether the reply's code does what the task wants."""
    code = block(reply)
    kind = task.template.kind
    if kind in _PYTHON:
        return _python(code, task)
    if kind in _SQL:
        return rows(code, task) == rows(task.code, task)
    if kind == "regex":
        return _regex(code, task.checks)
    return bool(code.strip()) and all(_holds(code, check) for check in task.checks)


def block(reply: str) -> str:
    """The first fenced block of a reply, or the whole reply."""
    found = _BLOCK.search(reply)
    return (found[1] if found else reply).strip("\n")


def _python(code: str, task: Instance) -> bool:
    for check in task.checks:
        if check.startswith("expr "):
            setup, want = check.removeprefix("expr ").split(" -> ")
            lines = code.strip().splitlines() or ["None"]
            program = "\n".join([setup, *lines[:-1], f"({lines[-1]}) == ({want})"])
        else:
            program = f"{code}\nbool({check})"
        if observed(program) != "True":
            return False
    return bool(task.checks)


def _regex(code: str, checks: tuple[str, ...]) -> bool:
    pattern = code.strip("\n")
    try:
        compiled = re.compile(pattern)
    except re.error:
        return False
    return all((compiled.search(check[2:]) is not None) == check.startswith("+ ") for check in checks)


def _holds(code: str, check: str) -> bool:
    kind, _, wanted = check.partition(" ")
    if kind != "json":
        return wanted in code
    try:
        return bool(json.loads(code) == json.loads(wanted))
    except json.JSONDecodeError:
        return False


def rows(sql: str, task: Instance) -> list[tuple[object, ...]] | None:
    """What the statement yields on the task's tiny database (for a change: the tables after it); None when it fails."""
    database = _database(task)
    end = time.monotonic() + SQL_SECONDS
    database.set_progress_handler(lambda: time.monotonic() > end, 1_000)
    try:
        found = database.execute(sql.strip().rstrip(";")).fetchall()
        if task.template.kind == "sqldo":
            names = [
                name
                for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type != 'index' ORDER BY name")
            ]
            found = [(name, *row) for name in names for row in database.execute(f"SELECT * FROM {name}")]
            found += [(row,) for (row,) in database.execute("SELECT sql FROM sqlite_master ORDER BY name")]
    except (sqlite3.Error, sqlite3.Warning):
        return None
    finally:
        database.close()
    return found if " ORDER BY " in sql.upper() else sorted(found, key=repr)


def _database(task: Instance) -> sqlite3.Connection:
    slot = task.slots
    table, other, columns = slot["table"], slot["table2"], (slot["col"], slot["col2"])
    database = sqlite3.connect(":memory:")
    fields = ", ".join(f"{column} INTEGER" for column in columns)
    database.execute(f"CREATE TABLE {table} (id INTEGER PRIMARY KEY, name TEXT, created_at TEXT, {fields})")
    database.execute(f"CREATE TABLE {other} (id INTEGER PRIMARY KEY, name TEXT, {table}_id INTEGER)")
    limit = int(slot["n"])
    for k in range(12):
        first = None if k == 7 else limit - 6 + k + (k == 3)
        name = slot["word"] if k % 4 == 0 else f"{slot['word']} {k}"
        row = (name, f"{int(slot['year']) - 3 + k}-05-0{k % 9 + 1}", first, k % 3)
        database.execute(f"INSERT INTO {table} (name, created_at, {', '.join(columns)}) VALUES (?, ?, ?, ?)", row)
        if k % 2:
            database.execute(f"INSERT INTO {other} (name, {table}_id) VALUES (?, ?)", (f"part {k}", k))
    database.commit()
    return database
