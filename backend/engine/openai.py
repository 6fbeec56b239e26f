"""Any endpoint that speaks OpenAI's chat completions: for people without a GPU, whose specialists are prompts.

Covers: the `Engine` protocol over `/chat/completions`, with one model or one a label; choices as a JSON schema where
the endpoint enforces one, else as text that is checked and asked for once more; distributions as far as it tells.
Does not cover: grammars (refused), tokens (never told), exact lengths (the endpoint says when a view is too long), HTTP
(openai_wire.py), endpoints that know no `max_tokens`.
"""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Literal

import httpx
from pydantic import BaseModel

from backend.engine.base import (
    BASE,
    HEALTH_LIMIT_S,
    LABELS,
    STALL_S,
    ChatMessage,
    Choice,
    Chosen,
    Constraint,
    Delta,
    EngineHealth,
    EngineRequest,
    Grammar,
    JsonSchema,
    Label,
    Reply,
    Usage,
    ms_since,
)
from backend.engine.choice import distribution_of_steps
from backend.engine.openai_wire import BAD_REQUEST, Body, HttpRefused, OpenAIWire, UsageBody
from backend.errors import ConstraintUnsupported, EngineRefused, PetitfourError, UnknownAdapter

TOP_LOGPROBS = 20
"""As many as OpenAI gives."""

_PROOF = "zebra-seven"
_PROOF_TOKENS = 24
_BEFORE_VALUE = re.compile(r'"value"\s*:\s*"')
_BEFORE_TEXT = re.compile(r"[\s\"'`*]*")
_OBSERVATION = "Observation:\n"


class _Top(BaseModel):
    token: str
    logprob: float


class _Step(BaseModel):
    token: str
    top_logprobs: list[_Top] = []


class _Logprobs(BaseModel):
    content: list[_Step] | None = None


class _Message(BaseModel):
    content: str | None = None


class _ChatChoice(BaseModel):
    delta: _Message = _Message()
    message: _Message = _Message()
    finish_reason: str | None = None
    logprobs: _Logprobs | None = None


class _Chat(BaseModel):
    choices: list[_ChatChoice] = []
    usage: UsageBody | None = None


@dataclass(frozen=True, slots=True)
class _Said:
    """One whole reply. `steps`: each token and the probabilities in its place, empty when the endpoint tells none."""

    text: str
    steps: Sequence[tuple[str, Mapping[str, float]]]
    usage: Usage

    def start(self, before: re.Pattern[str]) -> int:
        """Where the value begins among the steps, whose text may hold more than the reply's, such as a code fence."""
        found = before.search("".join(token for token, _ in self.steps))
        return found.end() if found else 0


class OpenAICompatible:
    """`Engine` over the endpoint at `url`, which ends in the version ("…/v1"). Close it in the loop that uses it.

    `models` maps "base" and labels to model names; a label without one is answered by "base".
    """

    name = "openai"
    view: Literal["own", "shared"] = "own"

    def __init__(
        self,
        url: str,
        models: Mapping[str, str],
        *,
        key: str = "",
        stall_s: float = STALL_S,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._wire = OpenAIWire(url, key=key, stall_s=stall_s, proxied=True, transport=transport)
        self._models = dict(models)
        self._enforces: dict[str, bool] = {}
        self._tells = True

    async def stream(self, request: EngineRequest) -> AsyncGenerator[Delta | Reply, None]:
        """Yield deltas, then exactly one `Reply`. Under a `Choice` there is one delta: the value."""
        if isinstance(request.constraint, Choice):
            chosen = await self.choose(replace(request, constraint=None), request.constraint.values)
            yield Delta(chosen.value)
            yield Reply(text=chosen.value, finish="stop", usage=chosen.usage, ms=chosen.ms, first_ms=chosen.ms)
            return
        began = time.perf_counter()
        first_ms = 0.0
        text: list[str] = []
        finish: str | None = None
        usage = UsageBody()
        body = self._body(request) | await self._format(request.constraint, self._model(request.adapter))
        prefill = _Prefill(request.prefill)
        async with aclosing(self._wire.events("/chat/completions", body | _WITH_USAGE, _Chat)) as events:
            async for event in events:
                usage = event.usage or usage
                for choice in event.choices:
                    finish = choice.finish_reason or finish
                    if piece := prefill.without(choice.delta.content or ""):
                        first_ms = first_ms or ms_since(began)
                        text.append(piece)
                        yield Delta(piece)
        if finish is None:
            raise self._wire.lost()
        if rest := prefill.rest():
            text.append(rest)
            yield Delta(rest)
        yield Reply(
            text="".join(text),
            finish="length" if finish == "length" else "stop",
            usage=usage.usage(),
            ms=ms_since(began),
            first_ms=first_ms,
        )

    async def choose(self, request: EngineRequest, values: Sequence[str]) -> Chosen:
        """Pick one of `values` at temperature 0. Its distribution is 1 on the value where the endpoint tells none."""
        began = time.perf_counter()
        request = replace(request, temperature=0.0, stop=())
        if await self._is_enforced(self._model(request.adapter)):
            said = await self._say(request, _enum(values))
            value, usage, form = _value_in(said.text), said.usage, _BEFORE_VALUE
        else:
            said, value, usage = await self._checked(request, values)
            form = _BEFORE_TEXT
        if value not in values:
            raise EngineRefused(f"the endpoint chose none of {len(values)} values; use another model for routes")
        told = distribution_of_steps(values, said.steps, said.start(form))
        shares = told or {each: float(each == value) for each in values}
        return Chosen(value=value, distribution=shares, usage=usage, ms=ms_since(began))

    async def settle(self, slot: str, messages: Sequence[ChatMessage]) -> Usage:
        """Nothing to do: nobody here knows what the endpoint keeps."""
        return Usage()

    async def tokenize(self, text: str) -> list[int]:
        """Always refused: these endpoints do not tell their tokens."""
        raise EngineRefused("an OpenAI-compatible endpoint does not tell its tokens; use another engine for this")

    async def health(self) -> EngineHealth:
        """Never raises. `context_tokens` is 0: the endpoint does not tell it."""
        detail = ""
        try:
            async with asyncio.timeout(HEALTH_LIMIT_S):
                await self._wire.models("/models")
        except PetitfourError as error:
            detail = error.message
        except TimeoutError:
            detail = f"the endpoint did not answer within {HEALTH_LIMIT_S:g} s"
        return EngineHealth(
            ready=not detail,
            model=self._models[BASE],
            adapters=LABELS,
            context_tokens=0,
            detail=detail,
            counters={"logprobs_told": float(self._tells)},
        )

    async def close(self) -> None:
        """Close all connections, which ends their requests."""
        await self._wire.close()

    def _model(self, label: Label | None) -> str:
        if label is not None and label not in LABELS:
            raise UnknownAdapter(f"no adapter {label} is served; the profile knows {', '.join(LABELS)}")
        return self._models[BASE] if label is None else self._models.get(label, self._models[BASE])

    def _body(self, request: EngineRequest) -> Body:
        messages = [_message(message) for message in request.messages]
        if request.prefill:
            messages.append({"role": "assistant", "content": request.prefill})
        body: Body = {
            "model": self._model(request.adapter),
            "messages": messages,
            "max_tokens": max(1, request.max_tokens),
            "temperature": request.temperature,
            "seed": request.seed,
        }
        return body | ({"stop": list(request.stop)} if request.stop else {})

    async def _format(self, constraint: Constraint | None, model: str) -> Body:
        if constraint is None:
            return {}
        if isinstance(constraint, JsonSchema):
            schema = constraint.value()
            if await self._is_enforced(model):
                return _schema(schema)
            raise ConstraintUnsupported(f"{model} is not held to a schema by its endpoint; use another engine for this")
        assert isinstance(constraint, Grammar)
        raise ConstraintUnsupported(
            "OpenAI-compatible endpoints take no grammar; set constrained = false in the profile"
        )

    async def _is_enforced(self, model: str) -> bool:
        """Whether replies of `model` are held to a JSON schema: one is asked for that nobody would give freely, once.

        Endpoints that do not know `response_format` ignore it.
        """
        if model not in self._enforces:
            body: Body = {"model": model, "messages": [{"role": "user", "content": "Say hello."}], "temperature": 0.0}
            try:
                done = await self._wire.post(
                    "/chat/completions", body | {"max_tokens": _PROOF_TOKENS} | _enum([_PROOF]), _Chat
                )
            except HttpRefused as error:
                if error.status != BAD_REQUEST:
                    raise
                self._enforces[model] = False
            else:
                self._enforces[model] = any(_value_in(choice.message.content) == _PROOF for choice in done.choices)
        return self._enforces[model]

    async def _checked(self, request: EngineRequest, values: Sequence[str]) -> tuple[_Said, str, Usage]:
        """A reply that should be one of `values`, asked for once more when it is not; the value in it, or nothing."""
        order = f"Reply with exactly one of these and nothing else: {' | '.join(values)}"
        asked = replace(request, messages=(*request.messages, ChatMessage("user", order)))
        said = await self._say(asked, {})
        usage = said.usage
        if not (value := _only(said.text, values)):
            again = (*asked.messages, ChatMessage("assistant", said.text), ChatMessage("user", order))
            said = await self._say(replace(asked, messages=again), {})
            value = _only(said.text, values)
            usage = replace(usage, completion_tokens=usage.completion_tokens + said.usage.completion_tokens)
        return said, value, usage

    async def _say(self, request: EngineRequest, extra: Body) -> _Said:
        body = self._body(request) | extra
        wanted: Body = {"logprobs": True, "top_logprobs": TOP_LOGPROBS} if self._tells else {}
        try:
            done = await self._wire.post("/chat/completions", body | wanted, _Chat)
        except HttpRefused as error:
            if not wanted or error.status != BAD_REQUEST or "logprobs" not in f"{error.about} {error.message}":
                raise
            self._tells = False
            done = await self._wire.post("/chat/completions", body, _Chat)
        choice = done.choices[0] if done.choices else _ChatChoice()
        steps = (choice.logprobs or _Logprobs()).content or []
        return _Said(
            text=choice.message.content or "",
            steps=[(step.token, {top.token: math.exp(top.logprob) for top in step.top_logprobs}) for step in steps],
            usage=(done.usage or UsageBody()).usage(),
        )


class _Prefill:
    """Removes the prefill from a stream: some endpoints say it again, others go on from it."""

    def __init__(self, text: str) -> None:
        self._left, self._held = text, ""

    def without(self, piece: str) -> str:
        """What of `piece` belongs to the reply; text that may be the prefill is held back."""
        if not self._left:
            return piece
        self._held += piece
        if self._left.startswith(self._held):
            return ""
        held, self._held, prefill, self._left = self._held, "", self._left, ""
        return held.removeprefix(prefill)

    def rest(self) -> str:
        """What was held back when the stream ended and was not the prefill after all."""
        return "" if self._held == self._left else self._held


_WITH_USAGE: Body = {"stream_options": {"include_usage": True}}


def _message(message: ChatMessage) -> Body:
    content = message.content.encode("utf-8", "replace").decode("utf-8")  # JSON cannot carry lone surrogates
    # A message of role "tool" must answer a tool call that these endpoints never made.
    if message.role == "tool":
        return {"role": "user", "content": _OBSERVATION + content}
    return {"role": message.role, "content": content}


def _enum(values: Sequence[str]) -> Body:
    value: Body = {"type": "string", "enum": list(values)}
    return _schema(
        {"type": "object", "properties": {"value": value}, "required": ["value"], "additionalProperties": False}
    )


def _schema(schema: object) -> Body:
    form: Body = {"name": "reply", "schema": schema, "strict": True}
    return {"response_format": {"type": "json_schema", "json_schema": form}}


def _value_in(text: str | None) -> str:
    try:
        return _Value.model_validate_json(text or "").value
    except ValueError:
        return ""


class _Value(BaseModel):
    value: str


def _only(text: str, values: Sequence[str]) -> str:
    """The one value that a reply is, less quotes, spaces and a full stop."""
    bare = text.strip().strip("\"'`*.").strip()
    return next((value for value in values if value == bare), "")
