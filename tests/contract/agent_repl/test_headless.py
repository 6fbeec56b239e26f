"""The REPL's contract on the real interpreter under Node: values, output, errors, state, limits.

Covers: what `HeadlessRepl` promises its callers. Does not cover: attacks (test_attacks.py), browsers (tests/ui).
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from agent_repl.cell import observation_text
from agent_repl.errors import ReplError
from agent_repl.headless import HeadlessRepl

pytestmark = pytest.mark.asyncio


async def test_the_last_expression_is_the_value_and_prints_are_the_output(repl: HeadlessRepl) -> None:
    seen = await repl.run("price = 2340\nprint('counting')\nprice * 0.17")
    assert (seen.status, seen.stdout, seen.stderr, seen.value, seen.error) == ("ok", "counting\n", "", "397.8", None)
    assert (await repl.run("x = 1")).value is None
    assert (await repl.run("")).status == "ok"
    assert (await repl.run("import sys\nprint('careful', file=sys.stderr)")).stderr == "careful\n"


async def test_it_starts_from_the_snapshot(repl: HeadlessRepl) -> None:
    await repl.run("1")
    assert repl.start == "snapshot"


async def test_names_persist_over_cells_until_reset(repl: HeadlessRepl) -> None:
    await repl.run("import math\ndef area(r):\n    return math.pi * r**2\nradius = 2")
    assert (await repl.run("round(area(radius), 2)")).value == "12.57"
    await repl.reset()
    assert "NameError" in ((await repl.run("radius")).error or "")


async def test_an_error_names_the_line_of_the_cell(repl: HeadlessRepl) -> None:
    await repl.run("def share(total, people):\n    return total / people")
    seen = await repl.run("people = 0\nshare(10, people)")
    assert seen.status == "error"
    assert seen.error == (
        "line 2: share(10, people)\ncell 1, line 2 in share: return total / people\nZeroDivisionError: division by zero"
    )
    assert (await repl.run("x = 1\nif x\n    pass")).error == "line 2: if x\nSyntaxError: expected ':'"


async def test_output_before_an_error_is_kept(repl: HeadlessRepl) -> None:
    seen = await repl.run("print('one')\n1 / 0")
    assert (seen.status, seen.stdout) == ("error", "one\n")


async def test_a_cell_may_await(repl: HeadlessRepl) -> None:
    assert (await repl.run("import asyncio\nawait asyncio.sleep(0.01, 'later')")).value == "'later'"
    assert "ValueError: no" in ((await repl.run("async def f():\n    raise ValueError('no')\nawait f()")).error or "")


async def test_an_infinite_loop_ends_within_a_second_of_its_limit_and_names_survive(repl: HeadlessRepl) -> None:
    await repl.run("kept = 41")
    begun = time.monotonic()
    seen = await repl.run("print('on')\nwhile True:\n    pass", timeout_s=0.5)
    assert time.monotonic() - begun < 1.5
    assert (seen.status, seen.stdout) == ("timeout", "on\n")
    assert "stopped: time limit reached" in observation_text(seen)
    assert (await repl.run("kept + 1")).value == "42"


@pytest.mark.parametrize(
    "code",
    [
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        "10 ** 10 ** 8",
        "import re\nre.match('(a+)+$', 'a' * 40 + 'b')",
        "import asyncio\nawait asyncio.sleep(60)",
    ],
    ids=["swallowed interrupt", "one long operation", "regular expression", "await"],
)
async def test_what_ignores_the_interrupt_is_killed_and_the_next_cell_works(repl: HeadlessRepl, code: str) -> None:
    await repl.run("1")
    begun = time.monotonic()
    seen = await repl.run(code, timeout_s=0.5)
    assert time.monotonic() - begun < 1.5
    assert seen.status == "timeout"
    assert (await repl.run("6 * 7")).value == "42"


async def test_sleep_is_interrupted(repl: HeadlessRepl) -> None:
    await repl.run("kept = 1")
    assert (await repl.run("import time\ntime.sleep(60)", timeout_s=0.3)).status == "timeout"
    assert (await repl.run("kept")).value == "1"


async def test_output_values_and_errors_are_bounded(repl: HeadlessRepl) -> None:
    seen = await repl.run("print('a' + 'x' * 1_000_000 + 'z')")
    assert len(seen.stdout) < 8_100
    assert seen.stdout[0] == "a"
    assert seen.stdout.endswith("z\n")
    assert "characters left out" in seen.stdout
    assert len((await repl.run("list(range(10**6))")).value or "") < 4_100
    assert len((await repl.run("'y' * 10**7")).value or "") < 4_100
    assert len((await repl.run("raise ValueError('q' * 10**6)")).error or "") < 2_100
    assert (await repl.run("[1, (2,), {'a': {3}}, frozenset(), b'x', None]")).value == (
        "[1, (2,), {'a': {3}}, frozenset(), b'x', None]"
    )
    assert "RecursionError" in ((await repl.run("def r(n):\n    return r(n + 1)\nr(0)")).error or "")


async def test_memory_is_bounded_and_the_next_cell_works(repl: HeadlessRepl) -> None:
    seen = await repl.run("hoard = []\nwhile True:\n    hoard.append(bytearray(10**7))", timeout_s=20)
    assert seen.status == "error"
    assert "MemoryError" in (seen.error or "")
    assert (await repl.run("del hoard\n'fine'")).value == "'fine'"


@pytest.mark.parametrize(
    "code",
    ["import os\nos._exit(1)", "import os\nos.abort()", "raise SystemExit", "exit()"],
)
async def test_a_cell_that_ends_the_interpreter_is_an_error_and_the_next_cell_works(
    repl: HeadlessRepl, code: str
) -> None:
    assert (await repl.run(code)).status == "error"
    assert (await repl.run("1 + 1")).value == "2"


async def test_cells_wait_for_each_other_and_a_cancelled_one_leaves_a_working_repl(repl: HeadlessRepl) -> None:
    first, second = await asyncio.gather(repl.run("x = 1\nx"), repl.run("x + 1"))
    assert (first.value, second.value) == ("1", "2")
    running = asyncio.create_task(repl.run("while True: pass"))
    await asyncio.sleep(0.2)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert (await repl.run("'alive'")).value == "'alive'"


async def test_a_missing_node_is_named_in_a_sentence(assets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(ReplError, match="install Node"):
        await HeadlessRepl(assets).run("1")


async def test_a_worker_that_was_not_built_is_named_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ReplError, match="run scripts/build"):
        await HeadlessRepl(tmp_path).run("1")
