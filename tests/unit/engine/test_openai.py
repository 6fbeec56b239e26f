"""The OpenAI-compatible engine at its edge: what endpoints offer is found out, and what they lack is said.

Covers: endpoints with and without schemas and log-probabilities. Does not cover: a real endpoint (tests/contract).
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from backend.engine.base import L0, LABELS, ChatMessage, Choice, Delta, EngineRequest, Grammar, JsonSchema, Label, Reply
from backend.engine.base import whole_reply as whole
from backend.engine.openai import OpenAICompatible
from backend.errors import ConstraintUnsupported, EngineRefused, EngineUnreachable, UnknownAdapter

MODELS = {"base": "small", "L2": "coder"}
SCHEMA = JsonSchema('{"type": "object"}')


class Endpoint:
    """Says what it is told to; its abilities are switches."""

    def __init__(self, *says: str) -> None:
        self.says = list(says)
        self.schemas = self.logprobs = True
        self.refuses_schemas = False
        self.asked: list[dict[str, Any]] = []
        self.engine = OpenAICompatible("http://e/v1", MODELS, transport=httpx.MockTransport(self.answer))

    def answer(self, request: httpx.Request) -> httpx.Response:
        if request.url.path == "/v1/models":
            return httpx.Response(200, json={"data": [{"id": "small"}]})
        body = json.loads(request.content)
        form = body.get("response_format")
        if body["messages"][0]["content"] == "Say hello." and form:
            if self.refuses_schemas:
                return refusal("response_format is not supported")
            return said('{"value": "zebra-seven"}' if self.schemas else "Hello!")
        self.asked.append(body)
        if body.get("logprobs") and not self.logprobs:
            return refusal("logprobs are not supported with this model")
        text = self.says.pop(0)
        if body.get("stream"):
            return httpx.Response(200, content=self.stream(text))
        return said(json.dumps({"value": text}) if form else text, text if self.logprobs else "")

    async def stream(self, text: str) -> AsyncIterator[bytes]:
        for piece in text.split("|"):
            yield f"data: {json.dumps({'choices': [{'delta': {'content': piece}}]})}\n\n".encode()
        yield b'data: {"choices": [{"delta": {}, "finish_reason": "stop"}]}\n\n'


def refusal(message: str) -> httpx.Response:
    return httpx.Response(400, json={"error": {"message": message}})


def said(text: str, value: str = "") -> httpx.Response:
    """A reply; with `value` also a log in which its last character has a rival that was half as likely."""
    logprobs = None
    if value:
        before, _, after = text.partition(value)
        rival = "1" if value.endswith("0") else "0"
        tops = [{"token": value[-1], "logprob": -0.5}, {"token": rival, "logprob": -0.5 - 0.6931}]
        steps = [{"token": before + value[:-1]}, {"token": value[-1], "top_logprobs": tops}, {"token": after}]
        for step in steps:
            step.setdefault("top_logprobs", [{"token": step["token"], "logprob": 0.0}])
        logprobs = {"content": steps}
    choice = {"message": {"content": text}, "finish_reason": "stop", "logprobs": logprobs}
    return httpx.Response(200, json={"choices": [choice], "usage": {"prompt_tokens": 5, "completion_tokens": 3}})


def hop(**settings: Any) -> EngineRequest:
    settings = {"adapter": L0, "max_tokens": 20, "slot": "conversation"} | settings
    return EngineRequest(messages=(ChatMessage("user", "hi"),), **settings)


async def test_a_choice_is_a_schema_and_its_distribution_is_read_off_the_log() -> None:
    endpoint = Endpoint("L1")
    chosen = await endpoint.engine.choose(hop(), LABELS)
    assert chosen.value == "L1"
    assert chosen.distribution == pytest.approx({"L0": 1 / 3, "L1": 2 / 3, "L2": 0.0, "L3": 0.0}, abs=1e-4)
    assert endpoint.asked[0]["response_format"]["json_schema"]["schema"]["properties"]["value"]["enum"] == [*LABELS]


async def test_an_endpoint_without_logs_gives_its_value_everything() -> None:
    endpoint = Endpoint("L1", "L2")
    endpoint.logprobs = False
    chosen = await endpoint.engine.choose(hop(), LABELS)
    assert chosen.distribution == {"L0": 0.0, "L1": 1.0, "L2": 0.0, "L3": 0.0}
    await endpoint.engine.choose(hop(), LABELS)
    assert ["logprobs" in body for body in endpoint.asked] == [True, False, False], "it is asked for them once"


@pytest.mark.parametrize("refuses", [True, False])
async def test_without_schemas_a_choice_is_text_that_is_asked_for_once_more(refuses: bool) -> None:
    endpoint = Endpoint("I think it is L2", " 'L2'. ")
    endpoint.schemas, endpoint.refuses_schemas = False, refuses
    chosen = await endpoint.engine.choose(hop(), LABELS)
    assert (chosen.value, len(endpoint.asked), chosen.usage.completion_tokens) == ("L2", 2, 6)
    assert [message["role"] for message in endpoint.asked[1]["messages"]] == ["user", "user", "assistant", "user"]
    assert "response_format" not in endpoint.asked[1]


async def test_an_endpoint_that_never_gives_a_value_fails_the_choice() -> None:
    endpoint = Endpoint("Hm.", "L0 or L1")
    endpoint.schemas = False
    with pytest.raises(EngineRefused, match="none of 4"):
        await endpoint.engine.choose(hop(), LABELS)
    assert len(endpoint.asked) == 2


async def test_a_streamed_choice_is_one_delta_with_the_value() -> None:
    endpoint = Endpoint("no")
    items = [item async for item in endpoint.engine.stream(hop(constraint=Choice(("yes", "no"))))]
    assert items[0] == Delta("no")
    assert isinstance(items[1], Reply)
    assert items[1].text == "no"


async def test_constraints_that_the_endpoint_would_ignore_are_not_sent() -> None:
    endpoint = Endpoint()
    endpoint.schemas = False
    for constraint in (Grammar('root ::= "a"'), SCHEMA, JsonSchema("not json")):
        with pytest.raises(ConstraintUnsupported):
            await whole(endpoint.engine, hop(constraint=constraint))
    assert endpoint.asked == []


async def test_a_schema_goes_to_an_endpoint_that_keeps_to_one() -> None:
    endpoint = Endpoint("{}")
    assert (await whole(endpoint.engine, hop(constraint=SCHEMA))).text == "{}"
    assert endpoint.asked[0]["response_format"]["json_schema"]["strict"] is True


@pytest.mark.parametrize("says", ["Apples| and pears", "App|les| and| pears", " and| pears", "A|pp|les and pears"])
async def test_a_prefill_is_not_part_of_the_reply_whether_it_is_repeated_or_not(says: str) -> None:
    endpoint = Endpoint(says)
    assert (await whole(endpoint.engine, hop(prefill="Apples"))).text == " and pears"
    assert endpoint.asked[0]["messages"][-1] == {"role": "assistant", "content": "Apples"}


async def test_what_only_looked_like_the_prefill_is_kept() -> None:
    assert (await whole(Endpoint("Ap").engine, hop(prefill="Apples"))).text == "Ap"
    assert (await whole(Endpoint("Ap|rons").engine, hop(prefill="Apples"))).text == "Aprons"


async def test_an_observation_is_told_by_the_user() -> None:
    endpoint = Endpoint("ok")
    request = hop()
    messages = (*request.messages, ChatMessage("assistant", "cell"), ChatMessage("tool", "42"))
    await whole(endpoint.engine, EngineRequest(messages=messages, adapter=None, max_tokens=5, slot="c"))
    assert endpoint.asked[0]["messages"][-1] == {"role": "user", "content": "Observation:\n42"}


async def test_a_label_has_its_own_model_or_the_common_one() -> None:
    endpoint = Endpoint("a", "b", "c")
    for label in (Label("L2"), L0, None):
        await whole(endpoint.engine, hop(adapter=label))
    assert [body["model"] for body in endpoint.asked] == ["coder", "small", "small"]
    with pytest.raises(UnknownAdapter, match="nobody"):
        await whole(endpoint.engine, hop(adapter=Label("nobody")))


async def test_half_a_stream_is_no_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    async def half(self: Endpoint, text: str) -> AsyncIterator[bytes]:
        yield b'data: {"choices": [{"delta": {"content": "a"}}]}\n\n'

    monkeypatch.setattr(Endpoint, "stream", half)
    with pytest.raises(EngineUnreachable, match="early"):
        await whole(Endpoint("x").engine, hop())


async def test_health_never_raises() -> None:
    assert (await Endpoint().engine.health()).ready

    def refuse(_: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused")

    down = OpenAICompatible("http://e/v1", MODELS, transport=httpx.MockTransport(refuse))
    health = await down.health()
    assert not health.ready
    assert "e" in health.detail


async def test_tokens_are_not_told() -> None:
    with pytest.raises(EngineRefused, match="tokens"):
        await Endpoint().engine.tokenize("hi")
