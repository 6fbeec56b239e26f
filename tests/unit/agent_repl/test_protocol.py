"""Messages between host and worker: what is sent, what is accepted, what is refused.

Covers: the Python host's side, and that the schema names the same kinds and states. Does not cover: the worker's side.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_repl.cell import Observation, Status
from agent_repl.errors import ReplError
from agent_repl.protocol import VERSION, Observed, State, WorkerStatus, line, parse, read_observation

SCHEMA = json.loads((Path(__file__).resolve().parents[3] / "agent_repl/schemas/message.v1.json").read_text("utf-8"))
OBSERVATION = {
    "v": 1, "kind": "observation", "id": "7", "status": "ok", "stdout": "a\n", "stderr": "", "value": "1",
    "error": None, "ms": 2,
}  # fmt: skip


def encoded(**fields: object) -> bytes:
    return json.dumps(fields).encode()


def test_a_message_is_one_line_whatever_the_code_holds() -> None:
    text = line("cell", id="1", code="a\nb\u2028\x00é")
    assert text.count(b"\n") == 1
    assert json.loads(text) == {"v": VERSION, "kind": "cell", "id": "1", "code": "a\nb\u2028\x00é"}


def test_an_observation_is_read_whole() -> None:
    seen = Observation(status="ok", stdout="a\n", value="1", ms=2.0)
    assert parse(encoded(**OBSERVATION)) == Observed("7", seen)


def test_a_status_is_read_and_an_unknown_kind_is_passed_over() -> None:
    assert parse(encoded(v=1, kind="status", state="ready", start="snapshot", ms=3)) == WorkerStatus(
        "ready", "snapshot"
    )
    assert parse(encoded(v=1, kind="display", data="x")) is None


@pytest.mark.parametrize(
    "change", [{"status": "fine"}, {"stdout": 1}, {"value": []}, {"ms": "2"}, {"id": 7}, {"v": 2}, {"v": None}]
)
def test_a_message_that_breaks_the_schema_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ReplError):
        parse(encoded(**{**OBSERVATION, **change}))


@given(
    st.binary(max_size=60)
    | st.recursive(st.none() | st.text() | st.integers(), st.lists).map(lambda v: json.dumps(v).encode())
)
def test_noise_is_refused_in_a_sentence(noise: bytes) -> None:
    with pytest.raises(ReplError, match="build the worker again"):
        parse(noise)


def test_what_a_browser_reports_is_checked_and_cut() -> None:
    seen = read_observation({**OBSERVATION, "stdout": "x" * 10**6, "value": "y" * 10**6, "extra": 1})
    assert (len(seen.stdout), len(seen.value or "")) == (9_000, 5_000)
    for change in ({"status": "done"}, {"ms": -1}, {"ms": float("nan")}, {"error": 3}, {"ms": None}):
        with pytest.raises(ReplError, match="reload the page"):
            read_observation({**OBSERVATION, **change})
    with pytest.raises(ReplError):
        read_observation({})


def test_the_schema_names_the_same_states_and_statuses() -> None:
    kinds = SCHEMA["$defs"]
    assert kinds["status"]["properties"]["state"]["enum"] == list(get_args(State))
    assert kinds["observation"]["properties"]["status"]["enum"] == list(get_args(Status))
    assert SCHEMA["properties"]["v"]["const"] == VERSION
