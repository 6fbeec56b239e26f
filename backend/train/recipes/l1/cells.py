"""Runs the recipe's own cells in this process, so that every observation a record shows was really observed.

Covers: a namespace with a short list of modules and builtins, a fixed "today", which also seeds chance, a deadline.
Does not cover: code that nobody has read: a model's reply runs in a child process (check.py).
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import datetime
import importlib
import io
import random
import sys
import time
import types
from collections.abc import Callable, Generator, Mapping
from typing import Any

from agent_repl.cell import Observation

SECONDS = 2.0
_MODULES = {
    "bisect", "calendar", "collections", "csv", "dataclasses", "datetime", "decimal", "enum", "fractions", "functools",
    "heapq", "io", "itertools", "json", "math", "operator", "random", "re", "statistics", "string", "textwrap", "time",
    "typing", "unicodedata",
}  # fmt: skip
_BLOCKED = {"open", "input", "breakpoint", "exit", "quit", "eval", "exec", "compile", "help"}


class _LateError(BaseException):
    """The deadline passed; not an Exception, so that a cell cannot catch it."""


def run_cell(code: str, today: datetime.date | None = None, seconds: float = SECONDS) -> Observation:
    """What `code` yields: its output and the repr of its last expression, or its error."""
    out = io.StringIO()
    try:
        tree = ast.parse(code)
        last = tree.body[-1] if tree.body else None
        if isinstance(last, ast.Expr):
            tree.body.pop()
        names: dict[str, object] = {"__builtins__": _builtins(today), "__name__": "cell"}
        with contextlib.redirect_stdout(out), _deadline(seconds):
            exec(compile(tree, "<cell>", "exec", dont_inherit=True), names)
            value = None
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), "<cell>", "eval", dont_inherit=True), names)
        return Observation(status="ok", stdout=out.getvalue(), value=None if value is None else repr(value))
    except _LateError:
        return Observation(status="timeout", stdout=out.getvalue())
    except Exception as error:
        return Observation(status="error", stdout=out.getvalue(), error=_explain(error, code))


def _explain(error: Exception, code: str) -> str:
    """The error as the agent REPL words it: the lines that led to it, then its type and message."""
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: {(error.text or '').strip()}\n{type(error).__name__}: {error.msg}"
    source, lines = code.split("\n"), list[str]()
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == "<cell>":
            name = trace.tb_frame.f_code.co_name
            inside = "" if name == "<module>" else f" in {name}"
            lines.append(f"line {trace.tb_lineno}{inside}: {source[trace.tb_lineno - 1].strip()}")
        trace = trace.tb_next
    return "\n".join([*lines, f"{type(error).__name__}: {error}"])


@contextlib.contextmanager
def _deadline(seconds: float) -> Generator[None]:
    end = time.monotonic() + seconds

    def trace(frame: types.FrameType, event: str, arg: object) -> Any:
        if time.monotonic() > end:
            raise _LateError
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


def _builtins(today: datetime.date | None) -> Mapping[str, object]:
    allowed = {name: value for name, value in vars(builtins).items() if name not in _BLOCKED}
    return allowed | {"__import__": _importer(today)}


def _importer(today: datetime.date | None) -> Callable[..., object]:
    def load(name: str, *_: object, **__: object) -> object:
        if name.split(".")[0] not in _MODULES:
            raise ModuleNotFoundError(f"No module named '{name}'")
        module = importlib.import_module(name)
        if today is None or name not in ("datetime", "random"):
            return module
        return _clock(today) if name == "datetime" else _chance(today)

    return load


def _clock(today: datetime.date) -> types.ModuleType:
    """The datetime module on a day on which `date.today()` is `today`."""

    class date(datetime.date):
        @classmethod
        def today(cls) -> date:
            return cls(today.year, today.month, today.day)

    clock = types.ModuleType("datetime")
    vars(clock).update({name: value for name, value in vars(datetime).items() if not name.startswith("__")})
    vars(clock)["date"] = date
    return clock


def _chance(today: datetime.date) -> types.ModuleType:
    """The random module with a seed of the day, so that the same recipe seed gives the same records."""
    source, chance = random.Random(today.toordinal()), types.ModuleType("random")
    vars(chance).update({name: getattr(source, name, getattr(random, name)) for name in random.__all__})
    return chance
