"""Chat completions over real routes and a real database: OpenAI's client before them, a scripted engine behind."""

from __future__ import annotations

import asyncio
from typing import Any

import openai
import pytest

from backend.engine.base import JsonSchema
from backend.errors import ConstraintUnsupported, EngineUnreachable
from tests.unit.api.serving import MODEL, Server, error_of


async def test_an_answer_has_openais_shape_and_the_turns_record(server: Server) -> None:
    reply = await server.post({"model": MODEL, "messages": [{"role": "user", "content": "how do I repeat?"}]})
    body = reply.json()
    [choice] = body["choices"]
    assert choice["message"]["content"] == "Use a loop."
    assert (choice["finish_reason"], body["object"], body["model"]) == ("stop", "chat.completion", MODEL)
    assert body["usage"]["total_tokens"] == body["usage"]["prompt_tokens"] + body["usage"]["completion_tokens"]
    assert (body["petitfour"]["label"], body["petitfour"]["reason"]) == ("L2", "routed")
    assert [hop["kind"] for hop in body["petitfour"]["hops"]] == ["route", "answer"]
    assert reply.headers["x-conversation-id"] == body["petitfour"]["conversation"]


async def test_a_resent_history_finds_its_branch_with_its_labels_and_no_header(server: Server) -> None:
    first = await server.ask(("user", "how do I repeat?"))
    answer = first["choices"][0]["message"]["content"]
    second = await server.ask(("user", "how do I repeat?"), ("assistant", answer), ("user", "another way?"))
    assert second["petitfour"]["conversation"] == first["petitfour"]["conversation"]
    route = [request for request in server.engine.requests if request.slot == "route"][-1]
    assert "Before: L2: Said loops." in route.messages[-1].content


async def test_the_same_history_gives_the_same_view_as_the_conversation_had(server: Server) -> None:
    await server.ask(("user", "how do I repeat?"))
    await server.ask(("user", "how do I repeat?"), ("assistant", "Use a loop."), ("user", "another way?"))
    view = server.sent()[-1]
    assert [message.content for message in view[1:]] == ["how do I repeat?", "Use a loop. ", "another way?"]


async def test_another_message_after_the_same_history_is_another_branch(server: Server) -> None:
    history = (("user", "how do I repeat?"), ("assistant", "Use a loop."))
    await server.ask(history[0])
    one = await server.ask(*history, ("user", "another way?"))
    two = await server.ask(*history, ("user", "and in Rust?"))
    assert one["petitfour"]["conversation"] == two["petitfour"]["conversation"]
    assert all(message.content != "another way?" for message in server.sent()[-1])


async def test_an_unknown_history_is_taken_as_it_stands(server: Server) -> None:
    await server.ask(("user", "my cat is Bo"), ("assistant", "Nice name."), ("user", "what is my cat called?"))
    assert [message.content for message in server.sent()[-1][1:]] == [
        "my cat is Bo",
        "Nice name.",
        "what is my cat called?",
    ]
    route = [request for request in server.engine.requests if request.slot == "route"][-1]
    assert "Before: L0: Nice name." in route.messages[-1].content


async def test_what_is_known_of_a_history_keeps_its_label_and_the_rest_is_imported(server: Server) -> None:
    first = await server.ask(("user", "how do I repeat?"))
    told = (("user", "how do I repeat?"), ("assistant", "Use a loop."), ("user", "hm"), ("assistant", "Indeed."))
    later = await server.ask(*told, ("user", "go on"))
    assert later["petitfour"]["conversation"] == first["petitfour"]["conversation"]
    again = await server.ask(*told, ("user", "go on then"))
    assert again["petitfour"]["conversation"] == first["petitfour"]["conversation"]


async def test_a_system_message_reaches_the_view_and_parts_conversations(server: Server) -> None:
    first = await server.ask(("system", "Answer in rhyme."), ("user", "how do I repeat?"))
    assert server.sent()[-1][0].content.endswith("\n\nAnswer in rhyme.")
    told = (("user", "how do I repeat?"), ("assistant", "Use a loop."), ("user", "another way?"))
    without = await server.ask(*told)
    assert without["petitfour"]["conversation"] != first["petitfour"]["conversation"]


async def test_two_requests_on_one_history_at_once_are_both_answered(server: Server) -> None:
    await server.ask(("user", "how do I repeat?"))
    told = (("user", "how do I repeat?"), ("assistant", "Use a loop."), ("user", "another way?"))
    server.engine.hold = asyncio.Event()
    asked = [asyncio.create_task(server.ask(*told)) for _ in range(3)]
    async with asyncio.timeout(20):
        while server.engine.open_streams < 3:
            await asyncio.sleep(0.01)
            assert not any(task.done() for task in asked), await asyncio.gather(*asked, return_exceptions=True)
    server.engine.hold.set()
    replies = await asyncio.gather(*asked)
    assert len({reply["petitfour"]["conversation"] for reply in replies}) == 3
    views = server.sent()[-3:]
    assert all(view == views[0] for view in views)


async def test_a_named_specialist_answers_without_a_route_hop(server: Server) -> None:
    body = await server.ask(("user", "a form"), model="petitfour-L3")
    assert (body["petitfour"]["label"], body["petitfour"]["reason"]) == ("L3", "pinned")


async def test_sampling_reaches_the_engine(server: Server) -> None:
    await server.ask(("user", "hi"), max_tokens=7, temperature=0.5, seed=3, stop="END")
    request = next(request for request in server.engine.requests if request.slot != "route")
    assert (request.max_tokens, request.temperature, request.seed, request.stop) == (7, 0.5, 3, ("END",))


async def test_a_key_owns_its_conversations(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PETITFOUR_API_KEYS", "one, two")
    body = {"model": MODEL, "messages": [{"role": "user", "content": "how do I repeat?"}]}
    assert error_of(await server.post(body))[:2] == (401, "invalid_api_key")
    assert error_of(await server.post(body, authorization="Bearer three"))[:2] == (401, "invalid_api_key")
    first = (await server.post(body, authorization="Bearer one")).json()
    await server.settled()
    body["messages"] += [{"role": "assistant", "content": "Use a loop."}, {"role": "user", "content": "more"}]
    theirs = (await server.post(body, authorization="Bearer two")).json()
    mine = (await server.post(body, authorization="Bearer one")).json()
    assert mine["petitfour"]["conversation"] == first["petitfour"]["conversation"]
    assert theirs["petitfour"]["conversation"] != first["petitfour"]["conversation"]


USER = {"role": "user", "content": "hi"}


@pytest.mark.parametrize(
    ("change", "status", "code", "named"),
    [
        ({"model": "gpt-5"}, 404, "model_not_found", "petitfour-L3"),
        ({"messages": []}, 400, "invalid_value", "messages"),
        ({"messages": [USER, {"role": "assistant", "content": "x"}]}, 400, "invalid_value", "last message"),
        ({"messages": [{"role": "robot", "content": "x"}]}, 400, "invalid_value", "role"),
        ({"messages": [USER, {"role": "tool", "content": "1", "tool_call_id": "a"}]}, 400, "unsupported_value", "tool"),
        ({"messages": [{"role": "user", "content": [{"type": "image_url"}]}]}, 400, "unsupported_value", "image_url"),
        ({"messages": [{"role": "user", "content": "  \x00 "}]}, 400, "message_rejected", "empty"),
        ({"messages": [{"role": "user", "content": "x" * 200_000}]}, 400, "message_rejected", "200,000"),
        ({"messages": [{"role": "system", "content": "x" * 5_000}, USER]}, 400, "invalid_value", "5,000"),
        ({"n": 2}, 400, "unsupported_value", "n:"),
        ({"tools": [{"type": "function"}]}, 400, "unsupported_parameter", "tools"),
        ({"logprobs": True}, 400, "unsupported_parameter", "logprobs"),
        ({"response_format": {"type": "yaml"}}, 400, "invalid_value", "response_format.type"),
        ({"response_format": {"type": "json_schema"}}, 400, "invalid_value", "needs a schema"),
        ({"response_format": {"type": "json_schema", "json_schema": {"schema": 3}}}, 400, "invalid_value", "schema"),
        ({"temperature": 9}, 400, "invalid_value", "temperature"),
        ({"max_tokens": 0}, 400, "invalid_value", "max_tokens"),
        ({"stop": ["a", "b", "c", "d", "e"]}, 400, "invalid_value", "stop"),
    ],
)
async def test_a_wrong_body_is_refused_by_the_name_of_what_is_wrong(
    server: Server, change: dict[str, Any], status: int, code: str, named: str
) -> None:
    found = error_of(await server.post({"model": MODEL, "messages": [USER], **change}))
    assert found[:2] == (status, code)
    assert named in found[2]
    assert not server.engine.requests


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff\xfe", b"null"])
async def test_a_body_that_is_no_json_object_is_refused(server: Server, body: bytes) -> None:
    assert error_of(await server.post(body))[:2] == (400, "invalid_value")


async def test_a_body_beyond_the_limit_is_refused(server: Server) -> None:
    assert error_of(await server.post(b" " * ((8 << 20) + 1)))[:2] == (413, "request_too_large")


async def test_fields_that_change_nothing_are_taken(server: Server) -> None:
    await server.ask(("user", "hi"), user="me", metadata={"a": "b"}, tools=[], tool_choice="auto", logprobs=False)


@pytest.mark.parametrize(
    ("wanted", "schema"),
    [
        ({"type": "json_schema", "json_schema": {"name": "n", "schema": {"type": "array"}}}, '{"type": "array"}'),
        ({"type": "json_object"}, '{"type": "object"}'),
    ],
)
@pytest.mark.parametrize("model", ["petitfour", "petitfour-L1", "petitfour-L3"])
async def test_a_schema_binds_the_answer_in_the_place_of_a_specialists_own_grammar(
    server: Server, wanted: dict[str, Any], schema: str, model: str
) -> None:
    await server.ask(("user", "list three"), model=model, response_format=wanted)
    assert [request.constraint for request in server.engine.requests if request.slot != "route"] == [
        JsonSchema(schema),
        None,
    ]


async def test_a_schema_that_the_engine_cannot_enforce_is_the_callers_to_change(server: Server) -> None:
    server.engine.answers = [ConstraintUnsupported("the engine cannot enforce this schema")]
    reply = await server.post({"model": MODEL, "messages": [USER], "response_format": {"type": "json_object"}})
    assert error_of(reply)[:2] == (400, "constraint_unsupported")


async def test_a_dead_engine_is_an_error_with_its_own_status(server: Server) -> None:
    server.engine.answers = [EngineUnreachable("the engine does not answer; try again")]
    reply = await server.post({"model": MODEL, "messages": [USER]})
    assert error_of(reply) == (503, "engine_unreachable", "the engine does not answer; try again")
    assert reply.headers["retry-after"]


def client(server: Server) -> openai.AsyncOpenAI:
    import httpx2  # the client's own HTTP library

    transport = httpx2.ASGITransport(app=server.app)
    return openai.AsyncOpenAI(
        base_url="http://here/v1", api_key="none", max_retries=0, http_client=httpx2.AsyncClient(transport=transport)
    )


async def test_openais_client_streams_an_answer_with_its_usage(server: Server) -> None:
    async with client(server) as caller:
        stream = await caller.chat.completions.create(
            model=MODEL,
            messages=[{"role": "user", "content": "how do I repeat?"}],
            stream=True,
            stream_options={"include_usage": True},
        )
        chunks = [chunk async for chunk in stream]
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert text.strip() == "Use a loop."
    assert chunks[0].choices[0].delta.role == "assistant"
    assert chunks[-2].choices[0].finish_reason == "stop"
    assert chunks[-1].usage is not None
    assert chunks[-1].choices == []
    record: Any = (chunks[-2].model_extra or {})["petitfour"]
    assert record["label"] == "L2"


async def test_a_stream_that_fails_midway_raises_in_openais_client(server: Server) -> None:
    server.engine.answers = [EngineUnreachable("the engine died; try again")]
    async with client(server) as caller:
        stream = await caller.chat.completions.create(
            model=MODEL, messages=[{"role": "user", "content": "hi"}], stream=True
        )
        with pytest.raises(openai.APIError, match="the engine died"):
            _ = [chunk async for chunk in stream]


async def test_openais_client_lists_the_models(server: Server) -> None:
    async with client(server) as caller:
        names = [model.id async for model in await caller.models.list()]
        assert (await caller.models.retrieve("petitfour-L2")).id == "petitfour-L2"
        with pytest.raises(openai.NotFoundError, match="petitfour-L3"):
            await caller.models.retrieve("gpt-5")
        with pytest.raises(openai.NotFoundError, match="no /v1/embeddings"):
            await caller.embeddings.create(model=MODEL, input="x")
    assert names == ["petitfour", "petitfour-L0", "petitfour-L1", "petitfour-L2", "petitfour-L3"]


async def test_openais_client_branches_with_previous_response_id(server: Server) -> None:
    async with client(server) as caller:
        first = await caller.responses.create(model=MODEL, input="how do I repeat?")
        await server.settled()
        one = await caller.responses.create(model=MODEL, input="another way?", previous_response_id=first.id)
        await server.settled()
        two = await caller.responses.create(model=MODEL, input="and in Rust?", previous_response_id=first.id)
    assert (first.output_text, one.output_text, two.output_text) == ("Use a loop.", "Or map.", "Third.")
    assert [message.content for message in server.sent()[-1][1:]] == [
        "how do I repeat?",
        "Use a loop. ",
        "and in Rust?",
    ]
    assert first.usage is not None
    assert first.status == "completed"


async def test_openais_client_streams_a_response(server: Server) -> None:
    async with client(server) as caller:
        stream = await caller.responses.create(model=MODEL, input="how do I repeat?", stream=True)
        events = [event async for event in stream]
    assert [event.sequence_number for event in events] == list(range(len(events)))
    assert (
        "".join(event.delta for event in events if event.type == "response.output_text.delta").strip() == "Use a loop."
    )
    assert events[-1].type == "response.completed"
    assert events[-1].response.output_text == "Use a loop."


async def test_a_response_stream_that_fails_ends_with_the_failed_response_and_its_words(server: Server) -> None:
    server.engine.answers = [EngineUnreachable("the engine died; try again")]
    async with client(server) as caller:
        stream = await caller.responses.create(model=MODEL, input="hi", stream=True)
        events = [event async for event in stream]
    assert events[-1].type == "response.failed"
    assert events[-1].response.error is not None
    assert events[-1].response.error.message == "the engine died; try again"
    assert events[-1].response.output_text == "Half an"


async def test_a_response_that_is_not_mine_or_not_there_cannot_be_gone_on_from(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PETITFOUR_API_KEYS", "one,two")
    async with client(server) as caller:
        mine = await caller.with_options(api_key="one").responses.create(model=MODEL, input="hi")
        await server.settled()
        for previous in (mine.id, "resp_nothing"):
            with pytest.raises(openai.NotFoundError):
                await caller.with_options(api_key="two").responses.create(
                    model=MODEL, input="more", previous_response_id=previous
                )


async def test_instructions_are_the_system_message_and_stay(server: Server) -> None:
    async with client(server) as caller:
        first = await caller.responses.create(model=MODEL, input="hi", instructions="Rhyme.")
        await server.settled()
        again = {"model": MODEL, "input": "more", "previous_response_id": first.id}
        await caller.responses.create(**again, instructions="Rhyme.")
        await server.settled()
        with pytest.raises(openai.BadRequestError, match="instructions"):
            await caller.responses.create(**again, instructions="Do not rhyme.")
    assert all(view[0].content.endswith("\n\nRhyme.") for view in server.sent())


async def test_a_stream_that_waits_sends_comments_so_that_nothing_between_closes_it(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("backend.api.routes.KEEP_ALIVE_S", 0.02)
    server.engine.hold = asyncio.Event()
    body = {"model": MODEL, "stream": True, "messages": [USER]}
    asked = asyncio.create_task(server.post(body))
    await asyncio.sleep(0.3)
    server.engine.hold.set()
    lines = (await asked).text.splitlines()
    assert ": still working" in lines
    assert lines[-2] == "data: [DONE]"
