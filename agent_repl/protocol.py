"""Messages between a host and the worker, version 1; the same in the browser and on a server.

Covers: building what a host sends, checking what a worker sends. The shapes are in schemas/message.v1.json.
Does not cover: carrying messages (headless.py, worker_host.js). Kinds of later issues (display, input, tool_call) are
new kinds of the same version: a receiver ignores kinds it does not know.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from agent_repl.cell import Observation, Status
from agent_repl.errors import ReplError

VERSION = 1
STREAM_LIMIT_CHARS, VALUE_LIMIT_CHARS, ERROR_LIMIT_CHARS = 9_000, 5_000, 3_000
"""What the schema allows; the worker's own limits (worker/repl_core.py) are lower."""

State = Literal["starting", "ready", "running", "failed"]
Start = Literal["snapshot", "plain"]


@dataclass(frozen=True, slots=True)
class WorkerStatus:
    """What the worker is doing; `start` says how it started, `detail` why it failed."""

    state: State
    start: Start | None = None
    detail: str | None = None


@dataclass(frozen=True, slots=True)
class Observed:
    """The observation of the cell with this id."""

    id: str
    observation: Observation


def line(kind: Literal["start", "cell", "interrupt", "reset"], **fields: str) -> bytes:
    """A host's message as one JSON line."""
    return json.dumps({"v": VERSION, "kind": kind, **fields}).encode() + b"\n"


def parse(text: bytes) -> WorkerStatus | Observed | None:
    """A worker's message, or None for a kind that this version does not know.

    Raises:
        ReplError: the line is not a message of this version; the worker can no longer be trusted.
    """
    try:
        message = json.loads(text)
        if message["v"] != VERSION:
            raise ReplError(f"the worker speaks protocol {message['v']!r}, not {VERSION}; build the worker again")
        match message["kind"]:
            case "status":
                return _status(message)
            case "observation":
                return Observed(_text(message["id"]), _observation(message))
            case _:
                return None
    except (ValueError, KeyError, TypeError) as error:
        raise ReplError("the worker sent something that is not a message; build the worker again") from error


def read_observation(message: Mapping[str, Any]) -> Observation:
    """The observation that a browser reports, checked and cut to the schema's bounds: a page can send anything.

    Raises:
        ReplError: the message is not an observation.
    """
    try:
        seen = _observation(message)
    except (ValueError, KeyError, TypeError) as error:
        raise ReplError("the browser sent something that is not an observation; reload the page") from error
    return replace(
        seen,
        stdout=seen.stdout[:STREAM_LIMIT_CHARS],
        stderr=seen.stderr[:STREAM_LIMIT_CHARS],
        value=None if seen.value is None else seen.value[:VALUE_LIMIT_CHARS],
        error=None if seen.error is None else seen.error[:ERROR_LIMIT_CHARS],
    )


def _status(message: Mapping[str, Any]) -> WorkerStatus:
    state, start, detail = message["state"], message.get("start"), message.get("detail")
    if state not in get_args(State) or start not in (*get_args(Start), None):
        raise ValueError(state)
    return WorkerStatus(state, start, None if detail is None else _text(detail))


def _observation(message: Mapping[str, Any]) -> Observation:
    if message["status"] not in get_args(Status) or not 0 <= message["ms"] < 1e9:
        raise ValueError(message["status"])
    value, error = message["value"], message["error"]
    return Observation(
        status=message["status"],
        stdout=_text(message["stdout"]),
        stderr=_text(message["stderr"]),
        value=None if value is None else _text(value),
        error=None if error is None else _text(error),
        ms=float(message["ms"]),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(type(value).__name__)
    return value
