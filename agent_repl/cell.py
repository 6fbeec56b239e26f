"""Cells and observations: the values of the agent REPL's protocol.

Covers: what a cell and its observation are, finding a cell in an answer, an observation as prompt text.
Does not cover: running cells (headless.py, worker/), deciding what to do next (the turn does).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Status = Literal["ok", "error", "timeout", "blocked"]

PROMPT_LIMIT_CHARS = 1_500
"""An observation enters a prompt with at most this many characters: head and tail are kept."""

_INFO = "python repl"
_LINE = re.compile(r"[^\n]*\n|[^\n]+")  # str.splitlines would also cut at form feeds inside code
_FENCE = re.compile(r" {0,3}(?P<marks>`{3,}|~{3,})[ \t]*(?P<info>[^\r\n]*?)[ \t]*\r?\n?")
_STRINGS = re.compile(r'#[^\n]*|(?P<quotes>"""|\'\'\')|"(?:\\.|[^"\\\n])*"?|\'(?:\\.|[^\'\\\n])*\'?', re.S)


@dataclass(frozen=True, slots=True)
class Cell:
    """One piece of Python that an adapter wants run; `complete` is False while its fence is open."""

    code: str
    complete: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """What came back from a cell. `value` is the bounded repr of the last expression, or None."""

    status: Status
    stdout: str = ""
    stderr: str = ""
    value: str | None = None
    error: str | None = None
    ms: float = 0.0


def find_cell(answer: str, *, ended: bool = True) -> Cell | None:
    """The first cell in an answer: the fenced block whose info string is `python repl`, or None.

    `ended=False` while the answer still grows: a fence counts once its line is finished, so that a complete cell
    never changes however the stream was cut. A fence inside a triple-quoted string of the cell does not close it,
    unless the string is never closed.
    """
    marks, inside = "", False
    code: list[str] = []
    first_close: int | None = None
    for line in _LINE.findall(answer):
        fence = _FENCE.fullmatch(line) if ended or line.endswith("\n") else None
        if not marks:
            if fence and _opens(fence):
                marks, inside = fence["marks"], fence["info"] == _INFO
        elif not (fence and _closes(fence, marks)):
            code.append(line)
        elif not inside:
            marks, code = "", []
        elif _in_triple_string("".join(code)):
            first_close = len(code) if first_close is None else first_close
            code.append(line)
        else:
            return _cell(code, complete=True)
    if not (marks and inside):
        return None
    if ended and first_close is not None:
        return _cell(code[:first_close], complete=True)
    return _cell(code, complete=False)


def observation_text(observation: Observation) -> str:
    """The observation as the adapter reads it: value or output first, error last, bounded."""
    parts = [observation.stdout.rstrip("\n"), observation.value or "", observation.error or ""]
    if observation.status == "timeout":
        parts.append("stopped: time limit reached")
    text = "\n".join(part for part in parts if part) or "(no output)"
    if len(text) <= PROMPT_LIMIT_CHARS:
        return text
    note = f"\n… {len(text) - PROMPT_LIMIT_CHARS + 60} characters left out …\n"
    half = (PROMPT_LIMIT_CHARS - 60) // 2
    return f"{text[:half]}{note}{text[-half:]}"


def _cell(lines: list[str], *, complete: bool) -> Cell:
    code = "".join(lines).replace("\r\n", "\n").rstrip("\n")
    return Cell(code=code, complete=complete and code.strip() != "")


def _opens(fence: re.Match[str]) -> bool:
    return fence["marks"][0] == "~" or "`" not in fence["info"]


def _closes(fence: re.Match[str], marks: str) -> bool:
    return fence["info"] == "" and fence["marks"].startswith(marks)


def _in_triple_string(code: str) -> bool:
    """Whether the code ends inside a triple-quoted string, where a line of backticks is only text."""
    at = 0
    while found := _STRINGS.search(code, at):
        at = found.end()
        if quotes := found["quotes"]:
            end = re.compile(rf"(?:\\.|(?!{quotes})[^\\])*{quotes}", re.S).match(code, at)
            if end is None:
                return True
            at = end.end()
    return False
