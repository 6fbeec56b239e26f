"""Clients at once: a bounded number is answered, a bounded number waits, the others hear when to come again."""

from __future__ import annotations

import asyncio

import pytest
from fastapi import FastAPI

from backend.api import api_routes, limits, metrics_route
from backend.api.errors import TooBusy
from backend.api.limits import Gate
from tests.unit.api.serving import MODEL, Server, error_of

HELLO = {"model": MODEL, "messages": [{"role": "user", "content": "hello there, Ada"}]}


def narrowed(server: Server, *, places: int, queue: int) -> None:
    server.app = FastAPI()
    server.app.include_router(api_routes(lambda: server, places=places, queue=queue))
    server.app.include_router(metrics_route())


async def test_more_than_places_and_queue_is_refused_with_a_time_to_come_again(server: Server) -> None:
    narrowed(server, places=1, queue=0)
    server.engine.hold = asyncio.Event()
    first = asyncio.create_task(server.post(HELLO))
    await answering(server)
    refused = await server.post(HELLO)
    assert error_of(refused)[:2] == (429, "rate_limit_exceeded")
    assert int(refused.headers["retry-after"]) > 0
    server.engine.hold.set()
    assert (await first).status_code == 200


async def test_who_waits_is_answered_when_a_place_comes_free(server: Server) -> None:
    narrowed(server, places=1, queue=1)
    server.engine.hold = asyncio.Event()
    first, second = (asyncio.create_task(server.post(HELLO)) for _ in range(2))
    await answering(server)
    await asyncio.sleep(0.05)
    assert server.engine.open_streams == 1
    server.engine.hold.set()
    assert [(await reply).status_code for reply in (first, second)] == [200, 200]


async def test_a_refused_body_and_a_failed_turn_keep_no_place(server: Server) -> None:
    narrowed(server, places=1, queue=0)
    server.engine.answers = [ValueError("broken"), "Fine."]
    assert (await server.post(b"{")).status_code == 400
    assert (await server.post({**HELLO, "messages": [{"role": "user", "content": "  "}]})).status_code == 400
    assert (await server.post(HELLO)).status_code == 502
    await asyncio.sleep(0)
    assert (await server.post(HELLO)).status_code == 200


async def test_a_wait_without_a_place_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WAIT_S", 0.01)
    gate = Gate(places=1, queue=1)
    await gate.enter()
    with pytest.raises(TooBusy):
        await gate.enter()
    gate.leave()
    await gate.enter()


async def test_metrics_count_turns_hops_and_tokens_and_hold_no_text(server: Server) -> None:
    narrowed(server, places=1, queue=0)
    before = await counted(server)
    assert (await server.post(HELLO)).status_code == 200
    await server.settled()
    after = await counted(server)

    def grown(name: str) -> float:
        return after.get(name, 0.0) - before.get(name, 0.0)

    assert grown('petitfour_turns_total{label="L2",reason="routed",status="done"}') == 1
    assert grown('petitfour_hop_seconds_count{adapter="L0",kind="route"}') == 1
    assert grown('petitfour_hop_tokens_total{adapter="L2",kind="answer",of="prompt"}') == 20
    assert grown('petitfour_first_token_seconds_count{label="L2"}') == 1
    assert grown('petitfour_summaries_total{by="model"}') == 1
    assert after["petitfour_running_turns"] == before.get("petitfour_running_turns", 0.0)
    assert not any("Ada" in name for name in after)


async def test_metrics_want_a_key_when_keys_are_set(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    narrowed(server, places=1, queue=0)
    monkeypatch.setenv("PETITFOUR_API_KEYS", "secret")
    assert (await server.get("/metrics")).status_code == 401
    assert (await server.get("/metrics", authorization="Bearer secret")).status_code == 200


async def answering(server: Server) -> None:
    """Wait until the engine writes."""
    async with asyncio.timeout(10):
        while not server.engine.open_streams:  # noqa: ASYNC110  the fake tells nobody
            await asyncio.sleep(0.01)


async def counted(server: Server) -> dict[str, float]:
    text = (await server.get("/metrics")).text
    rows = (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, value in rows}
