"""The wire of OpenAI's dialect: every failure is one of ours, and says neither the key nor the person's words.

Covers: statuses, broken and half answers, silence, closing. Does not cover: what the engines ask (test_vllm.py).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import aclosing

import httpx
import pytest
from pydantic import BaseModel

from backend.engine.openai_wire import HttpRefused, OpenAIWire
from backend.errors import (
    EngineError,
    EngineRefused,
    EngineStalled,
    EngineUnreachable,
    PetitfourError,
    UnknownAdapter,
    ViewTooLong,
)

SECRET = "sk-very-secret"


class Piece(BaseModel):
    text: str


def wire(answer: httpx.Response | httpx.TransportError, *, stall_s: float = 5.0) -> OpenAIWire:
    """A wire to a server that always answers so."""

    def handle(request: httpx.Request) -> httpx.Response:
        assert request.headers["authorization"] == f"Bearer {SECRET}"
        if isinstance(answer, httpx.Response):
            return answer
        raise answer

    transport = httpx.MockTransport(handle)
    return OpenAIWire("http://somewhere:81/v1", key=SECRET, stall_s=stall_s, transport=transport)


def refusal(status: int, **error: object) -> httpx.Response:
    return httpx.Response(status, json={"error": error})


async def fault_of(answer: httpx.Response | httpx.TransportError) -> PetitfourError:
    with pytest.raises(PetitfourError) as caught:
        await wire(answer).post("/completions", {"prompt": "a person's words"}, Piece)
    assert SECRET not in caught.value.message
    return caught.value


@pytest.mark.parametrize(
    ("answer", "kind", "says"),
    [
        (refusal(400, message="Grammar error"), HttpRefused, "Grammar error"),
        (refusal(401, message=f"Incorrect API key {SECRET}"), EngineRefused, "key"),
        (refusal(404, message="The model `L7` does not exist.", param="model"), UnknownAdapter, "L7"),
        (httpx.Response(404, json={"message": "The model `L7` does not exist."}), UnknownAdapter, "L7"),
        (refusal(404, message="no", code="model_not_found"), UnknownAdapter, "no such model"),
        (httpx.Response(404, text="<html>"), EngineRefused, "urls"),
        (refusal(429, message="quota"), EngineRefused, "later"),
        (refusal(500, message="Internal server error"), EngineRefused, "Internal server error"),
        (httpx.Response(500, json={"error": "out of memory"}), EngineRefused, "out of memory"),
        (httpx.Response(502, text="bad gateway"), EngineUnreachable, "not ready"),
        (refusal(503, message="Loading model"), EngineUnreachable, "Loading model"),
        (httpx.Response(504, text=""), EngineStalled, "healthy"),
        (httpx.ConnectError("refused"), EngineUnreachable, "somewhere:81"),
        (httpx.ConnectTimeout("slow"), EngineUnreachable, "somewhere:81"),
        (httpx.ReadTimeout("silent"), EngineStalled, "silent for 5 s"),
        (httpx.RemoteProtocolError("gone"), EngineUnreachable, "somewhere:81"),
        (httpx.Response(200, text="<html>hello</html>"), EngineRefused, "something else"),
        (httpx.Response(200, json={"words": "a person's words"}), EngineRefused, "something else"),
        (httpx.Response(200, json=[1]), EngineRefused, "something else"),
        (
            httpx.Response(200, json={"error": {"message": "worker died", "code": 503}}),
            EngineUnreachable,
            "worker died",
        ),
    ],
)
async def test_a_failure_is_one_of_ours(
    answer: httpx.Response | httpx.TransportError, kind: type[PetitfourError], says: str
) -> None:
    fault = await fault_of(answer)
    assert isinstance(fault, kind)
    assert says in fault.message
    assert "person's words" not in fault.message


@pytest.mark.parametrize(
    "answer",
    [
        refusal(
            400,
            message="This model's maximum context length is 2048 tokens. However, your prompt contains 2800 input"
            " tokens (parameter=input_tokens, value=2800)",
        ),
        refusal(
            400,
            message="This model's maximum context length is 2048 tokens. However, you requested 2800 tokens (2500 in"
            " the messages, 300 in the completion).",
            code="context_length_exceeded",
        ),
        refusal(400, message="too long", type="exceed_context_size_error", n_prompt_tokens=2800, n_ctx=2048),
        refusal(500, message="request (2800 tokens) exceeds the available context size (2048 tokens)"),
    ],
)
async def test_a_view_that_is_too_long_gives_both_counts(answer: httpx.Response) -> None:
    fault = await fault_of(answer)
    assert isinstance(fault, ViewTooLong)
    assert "has 2800 tokens" in fault.message
    assert "context is 2048" in fault.message


async def test_a_validation_error_that_quotes_the_request_is_cut() -> None:
    quoted = "[{'type': 'missing', 'loc': ('body', 'model'), 'input': {'prompt': \"a person's words\"}}]"
    fault = await fault_of(refusal(400, message=quoted))
    assert "missing" in fault.message
    assert "person's words" not in fault.message


def streaming(*lines: str, then: Exception | float = 0.0) -> httpx.Response:
    """A stream of these lines that then ends, fails, or is silent for some seconds."""

    async def content() -> AsyncIterator[bytes]:
        for line in lines:
            yield f"{line}\n\n".encode()
        if isinstance(then, Exception):
            raise then
        await asyncio.sleep(then)

    return httpx.Response(200, content=content())


def data(text: str) -> str:
    return f"data: {json.dumps({'text': text})}"


async def texts(answer: httpx.Response, *, stall_s: float = 5.0) -> list[str]:
    found: list[str] = []
    async with aclosing(wire(answer, stall_s=stall_s).events("/completions", {}, Piece)) as events:
        async for event in events:
            found.append(event.text)
    return found


async def test_a_stream_ends_at_done_whatever_follows() -> None:
    lines = (": hello", data("a"), "event: x", "data:", data("b"), "data: [DONE]", data("c"))
    assert await texts(streaming(*lines)) == ["a", "b"]


async def test_an_error_inside_a_stream_is_a_refusal() -> None:
    with pytest.raises(EngineError, match="worker died"):
        await texts(streaming(data("a"), 'data: {"error": {"message": "worker died", "code": 500}}'))


async def test_a_reply_that_speaks_of_errors_is_text() -> None:
    assert await texts(streaming(data('{"error": "none"}'))) == ['{"error": "none"}']


async def test_a_stream_that_breaks_is_unreachable() -> None:
    with pytest.raises(EngineUnreachable, match="early"):
        await texts(streaming(data("a"), then=httpx.ReadError("reset")))


@pytest.mark.parametrize("lines", [(data("a"),), (data("a"), ": ping", ": ping")])
async def test_a_silent_stream_stalls_even_if_it_pings(lines: tuple[str, ...]) -> None:
    with pytest.raises(EngineStalled):
        await texts(streaming(*lines, then=5.0), stall_s=0.05)


class Endless(httpx.AsyncByteStream):
    """A stream that knows whether it was closed."""

    closed = False

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            yield b'data: {"text": "a"}\n\n'

    async def aclose(self) -> None:
        self.closed = True


async def test_closing_the_reader_closes_the_request() -> None:
    stream = Endless()
    async with aclosing(wire(httpx.Response(200, stream=stream)).events("/completions", {}, Piece)) as events:
        await anext(events)
    assert stream.closed
