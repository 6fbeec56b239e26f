"""Judges a cell that a model wrote: runs it in a child process and compares its value with the expected one.

Covers: `evaluate` for one reply, the hand-written held-out tasks (`HELD_OUT`, data in held_out.jsonl).
Does not cover: asking the model, or judging the sentence after the observation.
"""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent_repl.cell import find_cell
from backend.paths import repo_root

Expected = float | str | bool | list[Any]
SECONDS = 5.0
_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
# By path: importing the package would load torch in every child.
_CHILD = """
import json, runpy, sys
sys.path[0] = sys.argv[1]
run_cell = runpy.run_path(sys.argv[2])["run_cell"]
seen = run_cell(sys.stdin.read(), seconds=2.0)
print(json.dumps({"status": seen.status, "stdout": seen.stdout[:4000], "value": seen.value and seen.value[:4000]}))
"""


@dataclass(frozen=True, slots=True)
class HeldOutTask:
    """A request and the value a right cell yields."""

    text: str
    expected: Expected


def evaluate(reply_cell_code: str, expected: Expected) -> bool:
    """Whether the cell (bare code, or a reply that holds it) yields `expected`: numbers within 0.01 or 0.01 %."""
    found = find_cell(reply_cell_code)
    code = found.code if found is not None else reply_cell_code
    seen = observed(code)
    return seen is not None and _same(seen, expected)


def observed(code: str) -> str | None:
    """The value, or else the last line of output, that `code` yields in a child process; None when it fails."""
    command = [sys.executable, "-c", _CHILD, str(repo_root()), str(Path(__file__).with_name("cells.py"))]
    try:
        done = subprocess.run(command, input=code, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode != 0:
        return None
    seen = json.loads(done.stdout.splitlines()[-1])
    if seen["status"] != "ok":
        return None
    lines = str(seen["stdout"]).strip().splitlines()
    return seen["value"] or (lines[-1] if lines else None)


def _same(seen: str, expected: Expected) -> bool:
    if isinstance(expected, bool):
        return seen.strip() == str(expected)
    if isinstance(expected, (int, float)):
        numbers = [float(found.replace(",", "")) for found in _NUMBER.findall(seen)]
        return len(numbers) == 1 and math.isclose(numbers[0], expected, rel_tol=1e-4, abs_tol=0.0101)
    if isinstance(expected, list):
        parts = [part.strip(" '\"") for part in seen.strip("[](){} ").split(",") if part.strip()]
        return len(parts) == len(expected) and all(
            _same_part(part, want) for part, want in zip(parts, expected, strict=True)
        )
    return _plain(seen) == _plain(expected)


def _same_part(part: str, want: object) -> bool:
    if isinstance(want, (int, float)):
        try:
            return math.isclose(float(part), want, rel_tol=1e-4, abs_tol=0.0101)
        except ValueError:
            return False
    return _plain(part) == _plain(str(want))


def _plain(text: str) -> str:
    return re.sub(r"[\s,'\"]+", " ", text).strip().casefold()


def _load() -> tuple[HeldOutTask, ...]:
    lines = Path(__file__).with_name("held_out.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(HeldOutTask(**json.loads(line)) for line in lines)


HELD_OUT: tuple[HeldOutTask, ...] = _load()
