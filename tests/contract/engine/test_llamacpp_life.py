"""The embedded engine's life: cancelled requests, dead and stopped children, shared children."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from contextlib import aclosing
from pathlib import Path

import pytest

from backend.engine.build import engine_files
from backend.engine.llamacpp import LlamaCpp, start_embedded
from backend.engine.record import BATCH_TOKENS, Record
from backend.engine.supervisor import Supervisor
from backend.errors import EngineStalled, EngineUnreachable, MissingPiece
from tests.contract.engine.hops import hop, user, whole

CANCEL_LIMIT_S = 1.0
ESSAY = hop(user("Write a very long essay about rivers."), adapter="L0", max_tokens=2000)


def record_of(data: Path) -> Record:
    record = Record.read(data / "engine" / "engine.json")
    assert record is not None
    return record


def running(pid: int) -> bool:
    try:
        return b"backend.engine.server" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:
        return False


async def until_gone(pid: int, limit_s: float = 5.0) -> None:
    async with asyncio.timeout(limit_s):
        while running(pid):  # noqa: ASYNC110 (another process: there is no event to await)
            await asyncio.sleep(0.02)


async def until_idle(engine: LlamaCpp, limit_s: float) -> None:
    async with asyncio.timeout(limit_s):
        while (await engine.health()).counters["requests_processing"]:  # noqa: ASYNC110 (as above)
            await asyncio.sleep(0.02)


async def test_closing_a_stream_frees_the_engine_within_a_second(alone: LlamaCpp) -> None:
    async with aclosing(alone.stream(ESSAY)) as events:
        async for _ in events:
            break
    await until_idle(alone, CANCEL_LIMIT_S)


async def test_cancelling_the_reader_during_a_long_prefill_frees_the_engine_within_a_second(alone: LlamaCpp) -> None:
    began = time.monotonic()
    await whole(alone, hop(user("word " * 2 * BATCH_TOKENS), max_tokens=0, slot="two batches"))
    # The engine looks up between batches; a busy machine needs longer than a second for one.
    limit_s = max(CANCEL_LIMIT_S, 2 * (time.monotonic() - began))
    reader = asyncio.create_task(whole(alone, hop(user("word " * 6000), adapter="L0")))
    await asyncio.sleep(1.0)
    reader.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reader
    await until_idle(alone, limit_s)


async def test_four_lanes_answer_at_once(alone: LlamaCpp) -> None:
    speakers = {"a": "L0", "b": "L1", "c": None}
    asked = [hop(user(f"Say {word}."), adapter=name, slot=word) for word, name in speakers.items()]
    async with asyncio.TaskGroup() as group:
        answers = [group.create_task(whole(alone, request)) for request in asked]
        routed = group.create_task(alone.choose(hop(user("Pick."), adapter="L2", slot="route"), ("L0", "L1")))
    assert all(answer.result().text for answer in answers)
    assert sum(routed.result().distribution.values()) == pytest.approx(1.0, abs=1e-6)


async def test_a_killed_child_fails_the_answer_and_the_next_request_works(alone: LlamaCpp, tmp_path: Path) -> None:
    victim = record_of(tmp_path).pid
    with pytest.raises(EngineUnreachable):  # noqa: PT012 (the kill must happen between two deltas)
        async for _ in alone.stream(ESSAY):
            if running(victim):
                os.kill(victim, signal.SIGKILL)
    reply = await whole(alone, hop(user("Hello?"), adapter="L0", max_tokens=4))
    assert reply.usage.completion_tokens == 4
    assert record_of(tmp_path).pid != victim


async def test_a_child_killed_between_requests_is_not_noticed(alone: LlamaCpp, tmp_path: Path) -> None:
    for _ in range(2):
        os.kill(record_of(tmp_path).pid, signal.SIGKILL)
        assert (await whole(alone, hop(user("Hello?"), max_tokens=2))).usage.completion_tokens == 2


async def test_an_engine_that_keeps_dying_is_given_up(
    alone: LlamaCpp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("backend.engine.supervisor.DEATHS_LIMIT", 1)
    victim = record_of(tmp_path).pid
    os.kill(victim, signal.SIGKILL)
    await until_gone(victim)
    with pytest.raises(EngineUnreachable, match="died 1 times"):
        await whole(alone, hop(user("Hello?")))
    health = await alone.health()
    assert (health.ready, "died" in health.detail) == (False, True)


async def test_silence_is_a_stall(adapters: Path, cache: Path, tmp_path: Path) -> None:
    files = engine_files(cache, adapters)
    engine = LlamaCpp(Supervisor(tmp_path / "engine", files), files, stall_s=0.5)
    await engine.start()
    pid = record_of(tmp_path).pid
    try:
        with pytest.raises(EngineStalled):  # noqa: PT012 (the child must stop between two deltas)
            async for _ in engine.stream(ESSAY):
                os.kill(pid, signal.SIGSTOP)
    finally:
        os.kill(pid, signal.SIGCONT)
        await engine.close()


async def test_a_second_client_joins_the_child_and_keeps_it_alive(adapters: Path, cache: Path, tmp_path: Path) -> None:
    first = await start_embedded(tmp_path, cache, adapters)
    pid = record_of(tmp_path).pid
    second = await start_embedded(tmp_path, cache, adapters)
    assert record_of(tmp_path).pid == pid
    await first.close()
    assert (await whole(second, hop(user("Hi"), max_tokens=2))).usage.completion_tokens == 2
    await second.close()
    await until_gone(pid)


async def test_other_adapters_replace_the_child(alone: LlamaCpp, cache: Path, tmp_path: Path) -> None:
    pid = record_of(tmp_path).pid
    none = tmp_path / "no adapters"
    none.mkdir()
    base_only = await start_embedded(tmp_path, cache, none)
    assert record_of(tmp_path).pid != pid
    assert (await base_only.health()).adapters == ()
    await base_only.close()


async def test_the_child_ends_when_its_parent_is_killed(cache: Path, tmp_path: Path) -> None:
    code = (
        "import asyncio, sys; from pathlib import Path; from backend.engine.llamacpp import start_embedded\n"
        "async def main():\n"
        "    await start_embedded(Path(sys.argv[1]), Path(sys.argv[2]))\n"
        "    print('up', flush=True); await asyncio.sleep(60)\n"
        "asyncio.run(main())"
    )
    parent = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", code, str(tmp_path), str(cache)), stdout=subprocess.PIPE, start_new_session=True
    )
    assert parent.stdout is not None
    assert await asyncio.wait_for(parent.stdout.readline(), 60) == b"up\n"
    child = record_of(tmp_path).pid
    parent.kill()
    await parent.wait()
    await until_gone(child)


async def test_nobody_without_the_key_is_answered(alone: LlamaCpp, tmp_path: Path) -> None:
    import httpx

    record = record_of(tmp_path)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{record.port}", trust_env=False) as stranger:
        reply = await stranger.post("/completion", json={"prompt": "hi"})
    assert reply.status_code == 401
    assert (tmp_path / "engine" / "engine.json").stat().st_mode & 0o077 == 0


async def test_a_start_without_weights_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(MissingPiece, match="scripts/build"):
        await start_embedded(tmp_path, tmp_path / "empty cache")
