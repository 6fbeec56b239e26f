"""Who may ask the server, and what goes out with an answer. Does not cover: browsers enforcing it (tests/ui)."""

from __future__ import annotations

import httpx
import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from app.security import Security


async def _hello(_: object) -> PlainTextResponse:
    return PlainTextResponse("hello")


async def _get(path: str, **headers: str) -> httpx.Response:
    app = Security(Starlette(routes=[Route("/{path:path}", _hello)]))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1:8100") as client:
        return await client.get(path, headers=headers)


async def test_the_page_is_isolated_and_may_frame_only_the_sandbox() -> None:
    reply = await _get("/")
    policy = reply.headers["content-security-policy"]
    assert reply.headers["cross-origin-opener-policy"] == "same-origin"
    assert "frame-src http://127.0.0.1:8100/sandbox/" in policy
    assert "unsafe-eval" not in policy
    assert "script-src 'self'" in policy


@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1:9999", "null"])
async def test_another_sites_page_is_refused(origin: str) -> None:
    assert (await _get("/_event", Origin=origin)).status_code == 403


async def test_the_opaque_frame_may_read_its_bundles_and_nothing_else() -> None:
    assert (await _get("/vendor/ui4a/frame.js", Origin="null")).status_code == 200
    assert (await _get("/health", Origin="null")).status_code == 403


async def test_a_name_that_is_not_ours_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (await _get("/", Host="evil.example")).status_code == 403
    monkeypatch.setenv("PETITFOUR_NAMES", "evil.example")
    assert (await _get("/", Host="evil.example")).status_code == 200
