"""The vLLM engine at its edge, against servers in this process: what it refuses to trust, and how it fails over.

Covers: servers that ignore a field, restart, die, or are of another version.
Does not cover: a real vLLM (tests/contract).
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from backend.engine.base import L0, L1, LABELS, ChatMessage, Choice, EngineRequest, JsonSchema, Label, whole_reply
from backend.engine.vllm import CANDIDATES_LIMIT, Vllm
from backend.errors import (
    ConstraintUnsupported,
    EngineRefused,
    EngineUnreachable,
    UnknownAdapter,
    ViewTooLong,
)

A, B = "http://a:1", "http://b:1"
START, END = 90, 91
MODELS = {"base": "base", "L0": "L0", "L1": "L1"}


class Server:
    """A vLLM that says "hello", one token a character; its ids are code points, ChatML's are 90 and 91."""

    def __init__(self) -> None:
        self.up = True
        self.structured = True
        self.scores = True
        self.dies_after: int | None = None
        self.names = ["base", "L0", "L1"]
        self.asked: list[dict[str, Any]] = []
        self.loads: list[str] = []

    def answer(self, request: httpx.Request) -> httpx.Response:
        if not self.up:
            raise httpx.ConnectError("refused")
        body = json.loads(request.content or b"{}")
        routes: dict[str, Callable[[dict[str, Any]], httpx.Response]] = {
            "/v1/models": self.models,
            "/metrics": self.metrics,
            "/tokenize": self.tokenize,
            "/v1/completions": self.complete,
            "/v1/load_lora_adapter": self.load,
            "/v1/unload_lora_adapter": self.unload,
        }
        return routes[request.url.path](body)

    def models(self, _: dict[str, Any]) -> httpx.Response:
        return httpx.Response(200, json={"data": [{"id": name, "max_model_len": 300} for name in self.names]})

    def metrics(self, _: dict[str, Any]) -> httpx.Response:
        lines = ('vllm:num_requests_running{engine="0"} 1.0', 'vllm:generation_tokens_total{engine="0"} 7.0')
        return httpx.Response(200, text="\n".join([*lines, 'vllm:generation_tokens_total{engine="1"} 3.0', "other 1"]))

    def tokenize(self, body: dict[str, Any]) -> httpx.Response:
        special = {"<|im_start|>": START, "<|im_end|>": END}
        text = body["prompt"]
        ids = [special[text]] if text in special else [ord(char) for char in text]
        return httpx.Response(200, json={"tokens": ids, "token_strs": [text] if text in special else list(text)})

    def complete(self, body: dict[str, Any]) -> httpx.Response:
        self.asked.append(body)
        if body["model"] not in self.names:
            error = {"message": f"The model `{body['model']}` does not exist.", "param": "model"}
            return httpx.Response(404, json={"error": error})
        constraint = body.get("structured_outputs", {}) if self.structured else {}
        if constraint.get("json") == {"type": "nope"}:
            return httpx.Response(400, json={"error": {"message": "Invalid type: nope"}})
        text = constraint.get("choice", ["hello"])[0]
        logprobs = None
        if self.scores and (wanted := body.get("logprob_token_ids")):
            logprobs = {"top_logprobs": [{f"token_id:{token}": -float(place) for place, token in enumerate(wanted)}]}
        return httpx.Response(200, content=self.stream(text[: body["max_tokens"]], logprobs))

    async def stream(self, text: str, logprobs: object) -> AsyncIterator[bytes]:
        for place, char in enumerate(text):
            if place == self.dies_after:
                return
            finish = "stop" if place == len(text) - 1 else None
            yield event(choices=[{"text": char, "finish_reason": finish, "logprobs": logprobs}])
        yield event(choices=[], usage={"prompt_tokens": 9, "completion_tokens": len(text)})
        yield b"data: [DONE]\n\n"

    def load(self, body: dict[str, Any]) -> httpx.Response:
        self.loads.append(body["lora_name"])
        if body["lora_name"] in self.names:
            message = f"The lora adapter '{body['lora_name']}' has already been loaded."
            return httpx.Response(400, json={"error": {"message": message}})
        self.names.append(body["lora_name"])
        return httpx.Response(200, text="Success")

    def unload(self, body: dict[str, Any]) -> httpx.Response:
        self.names.remove(body["lora_name"])
        return httpx.Response(200, text="Success")


def event(**fields: object) -> bytes:
    return f"data: {json.dumps(fields)}\n\n".encode()


class Servers:
    """Two servers and the engine over them."""

    def __init__(self, models: dict[str, str] | None = None) -> None:
        self.a, self.b = Server(), Server()
        by_host = {"a": self.a, "b": self.b}
        transport = httpx.MockTransport(lambda request: by_host[request.url.host].answer(request))
        self.engine = Vllm([A, B], models or MODELS, transport=transport)

    def asked(self) -> list[dict[str, Any]]:
        return [*self.a.asked, *self.b.asked]


@pytest.fixture
def servers() -> Servers:
    return Servers()


@pytest.fixture
def adapter(tmp_path: Path) -> Path:
    (tmp_path / "adapter_config.json").write_text("{}")
    (tmp_path / "adapter_model.safetensors").write_bytes(b"tensors")
    return tmp_path


def hop(text: str = "hi", **settings: Any) -> EngineRequest:
    settings = {"adapter": L0, "max_tokens": 20, "slot": "conversation"} | settings
    return EngineRequest(messages=(ChatMessage("user", text),), **settings)


async def test_the_prompt_is_ids_of_chatml_in_the_served_bases_own_tokens(servers: Servers) -> None:
    reply = await whole_reply(servers.engine, hop(prefill="so"))
    assert (reply.text, reply.finish, reply.usage.completion_tokens) == ("hello", "stop", 5)
    [body] = servers.asked()
    text = [*map(ord, "user\n"), *map(ord, "hi")]
    expected = [START, *text, END, ord("\n"), START, *map(ord, "assistant\n"), *map(ord, "so")]
    assert (body["prompt"], body["model"], body["stop_token_ids"]) == (expected, "L0", [END])


async def test_text_that_names_a_special_token_does_not_become_one(servers: Servers) -> None:
    assert END not in await servers.engine.tokenize("<|im_end|>")


async def test_a_reply_never_asks_for_more_tokens_than_fit(servers: Servers) -> None:
    await whole_reply(servers.engine, hop("x" * 270, max_tokens=200))
    [body] = servers.asked()
    assert len(body["prompt"]) + body["max_tokens"] == 300


async def test_a_view_that_does_not_fit_is_not_sent(servers: Servers) -> None:
    with pytest.raises(ViewTooLong, match=r"\b419\b.*\b300\b"):
        await whole_reply(servers.engine, hop("x" * 400))
    assert servers.asked() == []


async def test_a_constraint_is_sent_only_to_a_server_that_obeys_one(servers: Servers) -> None:
    reply = await whole_reply(servers.engine, hop(constraint=Choice(("yes", "no"))))
    assert reply.text == "yes"
    await whole_reply(servers.engine, hop(constraint=Choice(("yes", "no"))))
    assert len(servers.asked()) == 3, "one proof, two requests"


async def test_a_server_that_ignores_constraints_gets_none(servers: Servers) -> None:
    servers.a.structured = servers.b.structured = False
    with pytest.raises(ConstraintUnsupported, match="structured_outputs"):
        await whole_reply(servers.engine, hop(constraint=Choice(("yes", "no"))))
    assert [body["structured_outputs"] for body in servers.asked()] == [{"choice": ["]]"]}]


@pytest.mark.parametrize("schema", ['{"type": "nope"}', "not json"])
async def test_a_schema_that_cannot_be_enforced_is_refused(servers: Servers, schema: str) -> None:
    with pytest.raises(ConstraintUnsupported):
        await whole_reply(servers.engine, hop(constraint=JsonSchema(schema)))


async def test_a_choice_has_the_shares_of_its_candidates(servers: Servers) -> None:
    chosen = await servers.engine.choose(hop(), LABELS)
    assert chosen.value == "L0"
    assert list(chosen.distribution) == list(LABELS)
    assert sum(chosen.distribution.values()) == pytest.approx(1.0)
    assert chosen.distribution["L1"] / chosen.distribution["L0"] == pytest.approx(0.3679, abs=1e-4)


async def test_a_server_that_scores_no_chosen_tokens_is_refused(servers: Servers) -> None:
    servers.a.scores = servers.b.scores = False
    with pytest.raises(ConstraintUnsupported, match="log-probabilities"):
        await servers.engine.choose(hop(), LABELS)


async def test_more_candidates_than_vllm_compares_are_refused(servers: Servers) -> None:
    with pytest.raises(ConstraintUnsupported, match=str(CANDIDATES_LIMIT)):
        await servers.engine.choose(hop(), [chr(0x400 + number) for number in range(CANDIDATES_LIMIT + 1)])


async def test_a_conversation_stays_with_one_server_and_another_takes_over_when_it_dies(servers: Servers) -> None:
    for _ in range(3):
        await whole_reply(servers.engine, hop())
    used, other = (servers.a, servers.b) if servers.a.asked else (servers.b, servers.a)
    assert (len(used.asked), other.asked) == (3, [])
    used.up = False
    assert (await whole_reply(servers.engine, hop())).text == "hello"
    assert len(other.asked) == 1


async def test_no_server_at_all_is_unreachable_and_said_by_health(servers: Servers) -> None:
    servers.a.up = servers.b.up = False
    with pytest.raises(EngineUnreachable):
        await whole_reply(servers.engine, hop())
    health = await servers.engine.health()
    assert (health.ready, health.adapters, health.counters["servers_ready"]) == (False, (), 0.0)
    assert "a:1" in health.detail
    assert "b:1" in health.detail


async def test_a_stream_that_ends_without_a_reason_is_no_reply(servers: Servers) -> None:
    servers.a.dies_after = servers.b.dies_after = 2
    with pytest.raises(EngineUnreachable, match="early"):
        await whole_reply(servers.engine, hop())
    assert len(servers.asked()) == 1, "what was read must not be said again by another server"


async def test_an_adapter_that_is_not_served_is_unknown(servers: Servers) -> None:
    for label in (Label("L2"), Label("nobody")):
        with pytest.raises(UnknownAdapter, match=label):
            await whole_reply(servers.engine, hop(adapter=label))
    with pytest.raises(UnknownAdapter, match="L9"):
        await whole_reply(Servers({**MODELS, "L1": "L9"}).engine, hop(adapter=L1))


async def test_a_base_that_is_not_served_is_said_so() -> None:
    with pytest.raises(UnknownAdapter, match="other"):
        await whole_reply(Servers({"base": "other"}).engine, hop(adapter=None))


async def test_a_base_without_chatml_is_refused(servers: Servers, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = httpx.Response(200, json={"tokens": [1, 2]})
    monkeypatch.setattr(Server, "tokenize", lambda *_: tokens)
    with pytest.raises(EngineRefused, match="ChatML"):
        await whole_reply(servers.engine, hop())


async def test_a_revision_is_loaded_everywhere_and_replaces_its_label(servers: Servers, adapter: Path) -> None:
    name = await servers.engine.load(L1, adapter)
    assert name.startswith("L1-")
    assert await servers.engine.load(L1, adapter) == name, "the same content is the same revision"
    assert name in servers.a.names
    assert name in servers.b.names
    await whole_reply(servers.engine, hop(adapter=L1))
    assert servers.asked()[-1]["model"] == name
    await servers.engine.unload(name)
    assert name not in [*servers.a.names, *servers.b.names]
    for again in (servers.engine.unload(name), whole_reply(servers.engine, hop(adapter=L1))):
        with pytest.raises(UnknownAdapter):
            await again


async def test_a_server_that_was_started_anew_gets_its_revisions_again(servers: Servers, adapter: Path) -> None:
    name = await servers.engine.load(L1, adapter)
    for server in (servers.a, servers.b):
        server.names.remove(name)
    assert (await whole_reply(servers.engine, hop(adapter=L1))).text == "hello"


async def test_health_sums_the_servers_and_names_what_all_of_them_serve(servers: Servers) -> None:
    servers.b.names.remove("L1")
    health = await servers.engine.health()
    assert (health.ready, health.model, health.adapters) == (True, "base", ("L0",))
    counters = {"servers": 2.0, "servers_ready": 2.0, "num_requests_running": 2.0, "generation_tokens_total": 20.0}
    assert health.counters == counters
