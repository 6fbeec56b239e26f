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

_FENCE = re.compile(r"^(?P<ticks>`{3,})python repl[^\S\n]*\n(?P<code>.*?)(?:^(?P=ticks)`*[^\S\n]*$|\Z)", re.M | re.S)


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


def find_cell(answer: str) -> Cell | None:
    """The first cell in an answer: the fenced block whose info string is `python repl`."""
    match = _FENCE.search(answer)
    if match is None:
        return None
    closed = answer[match.start() : match.end()].rstrip().endswith(match["ticks"])
    complete = closed and match["code"] != "" and match.end() > match.start("code")
    return Cell(code=match["code"].rstrip("\n"), complete=complete)


def observation_text(observation: Observation) -> str:
    """The observation as the adapter reads it: value or output first, error last, bounded."""
    parts = [observation.stdout.rstrip("\n"), observation.value or "", observation.error or ""]
    if observation.status == "timeout":
        parts.append("stopped: time limit reached")
    text = "\n".join(part for part in parts if part) or "(no output)"
    if len(text) <= PROMPT_LIMIT_CHARS:
        return text
    half = PROMPT_LIMIT_CHARS // 2
    return f"{text[:half]}\n… {len(text) - 2 * half} characters left out …\n{text[-half:]}"
