"""The API on the real server and engine, called as its clients call it.

Covers: OpenAI's client and curl as docs/guide/api.md shows them, a cell on the server, a client that leaves.
Does not cover: every field and error (tests/unit/api).
"""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Literal

import openai
import pytest
from pydantic import BaseModel

from tests.ui.conftest import Served

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "guide" / "api.md"
SHOWN_URL = "http://127.0.0.1:8100"


def example(language: str, url: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.S)
    assert found is not None
    assert SHOWN_URL in found[1]
    return found[1].replace(SHOWN_URL, url)


@pytest.mark.trained("L0", "L1")
def test_the_python_example_of_the_guide_computes(real: Served) -> None:
    done = subprocess.run(
        [sys.executable, "-c", example("python", real.url)], capture_output=True, text=True, check=False, timeout=180
    )
    assert done.returncode == 0, done.stderr
    assert "397.8" in done.stdout
    assert done.stdout.strip().endswith("L1")


@pytest.mark.trained("L0")
def test_the_curl_example_of_the_guide_streams(real: Served) -> None:
    done = subprocess.run(
        ["bash", "-c", example("bash", real.url)], capture_output=True, text=True, check=False, timeout=180
    )
    lines = [line for line in done.stdout.splitlines() if line]
    assert len(lines) > 3
    assert all(line.startswith("data: ") for line in lines)
    assert lines[-1] == "data: [DONE]"


class Trip(BaseModel):
    """What a client wants to be told."""

    city: Literal["Rome", "Oslo"]
    days: int


@pytest.mark.parametrize("model", ["petitfour-L0", "petitfour-L1", "petitfour-L2", "petitfour-L3"])
@pytest.mark.trained("L0", "L1", "L2", "L3")
def test_every_specialist_keeps_to_a_clients_schema_in_both_endpoints(real: Served, model: str) -> None:
    caller = openai.OpenAI(base_url=f"{real.url}/v1", api_key="none", max_retries=0)
    asked = "Five days in Rome, please."
    completion = caller.chat.completions.parse(
        model=model, messages=[{"role": "user", "content": asked}], response_format=Trip
    )
    assert isinstance(completion.choices[0].message.parsed, Trip)
    response = caller.responses.parse(model=model, input=asked, text_format=Trip)
    assert isinstance(response.output_parsed, Trip)


@pytest.mark.trained("L0")
def test_a_client_that_leaves_ends_its_turn(real: Served) -> None:
    caller = openai.OpenAI(base_url=f"{real.url}/v1", api_key="none", max_retries=0)
    text = f"Tell me a long story about bread. {time.time()}"
    stream = caller.chat.completions.create(
        model="petitfour-L0", messages=[{"role": "user", "content": text}], stream=True
    )
    next(iter(stream))
    stream.close()
    limit = time.monotonic() + 20
    while (status := _status_of(real.data, text)) in ("", "running") and time.monotonic() < limit:
        time.sleep(0.1)
    assert status == "stopped"


def _status_of(data: Path, text: str) -> str:
    with sqlite3.connect(data / "petitfour.db") as database:
        found = database.execute(
            "select turn.status from turn join message on message.id = turn.user_message_id where message.content = ?",
            (text,),
        ).fetchone()
    return found[0] if found else ""
