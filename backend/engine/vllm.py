"""vLLM, one server or several: the engine for real hardware.

Covers: the `Engine` protocol in vLLM's dialect (token-array prompts, an adapter by its served name, structured
outputs, log-probabilities of chosen tokens) and adapters that come and go while it runs.
Does not cover: starting servers (docs/guide/engines.md), which of them takes a request (replicas.py), HTTP
(openai_wire.py), bases whose chat format is not ChatML.

vLLM keys its prefix cache by adapter, so views are own views and nothing needs settling.
"""

from __future__ import annotations

import asyncio
import logging
import math
import re
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar, assert_never

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
from backend.engine.chatml import IM_END, IM_START, join, segments
from backend.engine.choice import Shares, Tokens, chosen, distribution
from backend.engine.openai_wire import BAD_REQUEST, Body, HttpRefused, OpenAIWire, UsageBody
from backend.engine.plain import revision_name
from backend.engine.replicas import Replicas
from backend.engine.tokens import TokenCache
from backend.errors import (
    ConstraintUnsupported,
    EngineRefused,
    EngineUnreachable,
    PetitfourError,
    UnknownAdapter,
    ViewTooLong,
)

logger = logging.getLogger(__name__)

CANDIDATES_LIMIT = 128
"""Tokens whose log-probabilities vLLM gives at once."""
NO_TOKEN = -1
"""Parts pieces of text in the token cache: no vocabulary has it, while 0 is an ordinary token in some."""

_PROOF = "]]"
_PROOF_TOKENS = 4
_ADDED_TOKEN = re.compile(r"<.*\w.*>")
"""Ordinary tokens hold punctuation or words, never both: only an added one has a name in brackets."""
_AFTER_BRACKET = re.compile(r"(?<=<)")
_COUNTERS = "num_requests_(?:running|waiting)|(?:prefix_cache_(?:queries|hits)|(?:prompt|generation)_tokens)_total"
_METRIC = re.compile(rf"^vllm:({_COUNTERS})(?:\{{[^}}]*\}})? (\S+)$", re.MULTILINE)

Answer = TypeVar("Answer")


class _TextLogprobs(BaseModel):
    top_logprobs: list[dict[str, float] | None] | None = None


class _TextChoice(BaseModel):
    text: str = ""
    finish_reason: str | None = None
    logprobs: _TextLogprobs | None = None

    def scores(self) -> Mapping[str, float]:
        """Log-probabilities at the first token, by the token's name."""
        steps = (self.logprobs or _TextLogprobs()).top_logprobs or [None]
        return steps[0] or {}


class _Completion(BaseModel):
    choices: list[_TextChoice] = []
    usage: UsageBody | None = None


class _Tokenized(BaseModel):
    tokens: list[int]
    token_strs: list[str] | None = None


@dataclass(frozen=True, slots=True)
class _Facts:
    """What the served base is like. `marks`: its ids for ChatML's two special tokens."""

    context_tokens: int
    marks: Mapping[int, int]


class Vllm:
    """`Engine` over the servers at `urls`. Bound to the event loop it is first used in; close it there.

    `models` maps "base" and labels to the names under which every server offers them.
    """

    name = "vllm"
    view: Literal["own", "shared"] = "own"

    def __init__(
        self,
        urls: Sequence[str],
        models: Mapping[str, str],
        *,
        key: str = "",
        stall_s: float = STALL_S,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._wires = {url: OpenAIWire(url, key=key, stall_s=stall_s, transport=transport) for url in urls}
        self._replicas = Replicas(urls)
        self._models = dict(models)
        self._loaded: dict[str, Path] = {}
        self._tokens = TokenCache(self._pieces, separator=NO_TOKEN)
        self._facts: _Facts | None = None
        self._proven: set[str] = set()

    async def stream(self, request: EngineRequest) -> AsyncGenerator[Delta | Reply, None]:
        """Yield deltas, then exactly one `Reply`."""
        began = time.perf_counter()
        first_ms = 0.0
        text: list[str] = []
        finish: str | None = None
        usage = UsageBody()
        body = await self._body(request) | _constraint(request.constraint)
        async with aclosing(self._events(request, body)) as events:
            async for event in events:
                usage = event.usage or usage
                for choice in event.choices:
                    finish = choice.finish_reason or finish
                    if choice.text:
                        first_ms = first_ms or ms_since(began)
                        text.append(choice.text)
                        yield Delta(choice.text)
        yield Reply(
            text="".join(text),
            finish="length" if finish == "length" else "stop",
            usage=usage.usage(),
            ms=ms_since(began),
            first_ms=first_ms,
        )

    async def choose(self, request: EngineRequest, values: Sequence[str]) -> Chosen:
        """Pick one of `values` under the request's adapter at temperature 0, with its distribution."""
        began = time.perf_counter()
        body = await self._body(request)
        prompt: list[int] = body["prompt"]
        end = (await self._known()).marks[IM_END]
        tokens = await self._tokens.ids(values)
        # The end of the reply is a token too: it parts "L1" from "L10".
        paths = {value: (*tokens[value], end) for value in values}
        usages: list[Usage] = []

        async def ask(path: Tokens, candidates: Sequence[int]) -> Shares:
            scores: dict[str, float] = {}
            asked = body | {"prompt": [*prompt, *path]} | _scored(candidates)
            async with aclosing(self._events(request, asked)) as events:
                async for event in events:
                    usages.extend([event.usage.usage()] if event.usage else [])
                    for choice in event.choices:
                        scores |= choice.scores()
            return _shares(scores, candidates)

        shares = await distribution(paths, ask)
        return chosen(shares, usages, ms=ms_since(began))

    async def settle(self, slot: str, messages: Sequence[ChatMessage]) -> Usage:
        """Nothing to do: vLLM keeps K/V apart by adapter."""
        return Usage()

    async def tokenize(self, text: str) -> list[int]:
        """Token ids of `text`, without special tokens added or recognised."""
        return list((await self._tokens.ids([text]))[text])

    async def load(self, label: Label, folder: Path) -> str:
        """Serve the plain LoRA in `folder` as `label` from the next request on; returns the name of this revision.

        Every server reads `folder` itself, under the same path, and must run with VLLM_ALLOW_RUNTIME_LORA_UPDATING=1.

        Raises:
            MissingPiece: the folder holds no adapter.
            EngineRefused: a server cannot load it, or may not.
        """
        folder = await asyncio.to_thread(folder.resolve)
        name = await asyncio.to_thread(revision_name, label, folder)
        for url in self._wires:
            await self._load(url, name, folder)
        self._loaded[name] = folder
        self._models[label] = name
        logger.info("adapter loaded", extra={"label": label, "revision": name})
        return name

    async def unload(self, revision: str) -> None:
        """Forget a revision that `load` returned, on every server. Requests that still run under it may fail.

        Raises:
            UnknownAdapter: it is not loaded.
        """
        if revision not in self._loaded:
            raise UnknownAdapter(f"no revision {revision} was loaded here")
        for wire in self._wires.values():
            await wire.tell("/v1/unload_lora_adapter", {"lora_name": revision})
        del self._loaded[revision]
        self._models = {label: name for label, name in self._models.items() if name != revision}
        logger.info("adapter unloaded", extra={"revision": revision})

    async def health(self) -> EngineHealth:
        """Never raises: an engine that is down is reported as not ready, with the reason."""
        found = await asyncio.gather(*(self._look(url) for url in self._wires))
        served = [names for names, _, _ in found if names is not None]
        counters: dict[str, float] = {"servers": float(len(found)), "servers_ready": float(len(served))}
        for _, numbers, _ in found:
            for name, value in numbers.items():
                counters[name] = counters.get(name, 0.0) + value
        return EngineHealth(
            ready=bool(served),
            model=self._models[BASE],
            adapters=tuple(
                label for label in LABELS if served and all(self._models.get(label) in names for names in served)
            ),
            context_tokens=self._facts.context_tokens if self._facts else 0,
            detail="; ".join(detail for _, _, detail in found if detail),
            counters=counters,
        )

    async def close(self) -> None:
        """Close all connections, which ends their requests; the servers stay."""
        for wire in self._wires.values():
            await wire.close()

    async def _body(self, request: EngineRequest) -> Body:
        facts = await self._known()
        parts = segments(request.messages, request.prefill)
        known = await self._tokens.ids(part for part in parts if isinstance(part, str))
        prompt = join([part if isinstance(part, str) else facts.marks[part] for part in parts], known.__getitem__)
        room = facts.context_tokens - len(prompt)
        if room < 1:
            raise ViewTooLong(
                f"the view has {len(prompt)} tokens but the engine's context is {facts.context_tokens}; "
                "start a new conversation or shorten the message"
            )
        return {
            "model": self._served(request.adapter),
            "prompt": prompt,
            "max_tokens": max(1, min(request.max_tokens, room)),  # vLLM refuses 0, and more than its context holds
            "temperature": request.temperature,
            "seed": request.seed,
            "stop": list(request.stop),
            "stop_token_ids": [facts.marks[IM_END]],
            "stream_options": {"include_usage": True},
        }

    def _served(self, label: Label | None) -> str:
        name = self._models.get(BASE if label is None else label)
        if name is None:
            raise UnknownAdapter(f"no adapter {label} is served; load it, or name it in the profile")
        return name

    async def _events(self, request: EngineRequest, body: Body) -> AsyncGenerator[_Completion, None]:
        """The events of a stream, from the first server in order that answers."""
        url, events, event = await self._anywhere(request.slot, lambda url: self._begun(url, request, body))
        whole = False
        with self._replicas.use(url):
            async with aclosing(events):
                try:
                    while event is not None:
                        whole = whole or any(choice.finish_reason for choice in event.choices)
                        yield event
                        event = await anext(events, None)
                    if not whole:
                        raise self._wires[url].lost()
                except EngineUnreachable:
                    self._failed(url)
                    raise

    async def _begun(
        self, url: str, request: EngineRequest, body: Body
    ) -> tuple[str, AsyncGenerator[_Completion, None], _Completion | None]:
        """A stream on one server with its first event."""
        await self._prove(url, request.constraint)
        try:
            try:
                return url, *await _opened(self._wires[url], body)
            except UnknownAdapter:
                if body["model"] not in self._loaded:
                    raise
                await self._load(url, body["model"], self._loaded[body["model"]])  # it was started anew
                return url, *await _opened(self._wires[url], body)
        except HttpRefused as error:
            if isinstance(request.constraint, JsonSchema) and error.status == BAD_REQUEST:
                raise ConstraintUnsupported(f"the engine cannot enforce this schema: {error.message}") from error
            raise

    async def _prove(self, url: str, constraint: Constraint | None) -> None:
        """Tempt a server, once, with a request whose constrained reply nobody would give freely.

        Servers ignore fields that they do not know, and older ones call this field otherwise.
        """
        if constraint is None or url in self._proven:
            return
        tempted = EngineRequest(
            messages=(ChatMessage("user", "Say hello."),), adapter=None, max_tokens=_PROOF_TOKENS, slot=""
        )
        body = await self._body(tempted) | _constraint(Choice((_PROOF,)))
        events, event = await _opened(self._wires[url], body)
        text = ""
        async with aclosing(events):
            while event is not None:
                text += "".join(choice.text for choice in event.choices)
                event = await anext(events, None)
        if text != _PROOF:
            raise ConstraintUnsupported("this server ignores structured_outputs; run a newer vLLM")
        self._proven.add(url)

    async def _load(self, url: str, name: str, folder: Path) -> None:
        body = {"lora_name": name, "lora_path": str(folder)}
        try:
            await self._wires[url].tell("/v1/load_lora_adapter", body)
        except HttpRefused as error:
            if "already been loaded" not in error.message:  # the name says the content: it is the same revision
                raise

    async def _known(self) -> _Facts:
        if self._facts is None:
            self._facts = await self._anywhere("", self._learnt)
        return self._facts

    async def _learnt(self, url: str) -> _Facts:
        base = self._models[BASE]
        entries = await self._wires[url].models("/v1/models")
        context = next((entry.max_model_len for entry in entries if entry.id == base), None)
        if context is None:
            raise UnknownAdapter(f"the server offers no base model named {base}; check the profile's models")
        marks: dict[int, int] = {}
        for mark, text in ((IM_START, "<|im_start|>"), (IM_END, "<|im_end|>")):
            ids = (await self._tokenized(url, text)).tokens
            if len(ids) != 1:
                raise EngineRefused(f"{base} does not speak ChatML ({text} is no token of it); serve another base")
            marks[mark] = ids[0]
        return _Facts(context, marks)

    async def _pieces(self, pieces: list[str | int]) -> list[int]:
        async def ids(url: str) -> list[int]:
            found: list[int] = []
            for piece in pieces:
                found += [piece] if isinstance(piece, int) else await self._plain_ids(url, piece)
            return found

        return await self._anywhere("", ids)

    async def _plain_ids(self, url: str, text: str) -> list[int]:
        """Ids of text in which no special token is recognised."""
        done = await self._tokenized(url, text)
        if not any(_ADDED_TOKEN.fullmatch(token) for token in done.token_strs or ()):
            return done.tokens
        # vLLM's tokenizer cannot be told to leave special tokens alone; cut after "<", none of them is whole.
        return [token for part in _AFTER_BRACKET.split(text) for token in (await self._tokenized(url, part)).tokens]

    async def _tokenized(self, url: str, text: str) -> _Tokenized:
        body = {"model": self._models[BASE], "prompt": text, "add_special_tokens": False, "return_token_strs": True}
        return await self._wires[url].post("/tokenize", body, _Tokenized)

    async def _anywhere(self, lane: str, call: Callable[[str], Awaitable[Answer]]) -> Answer:
        """What `call` gives for the first server in order that answers."""
        last = EngineUnreachable("the profile names no server")
        for url in self._replicas.order(lane):
            try:
                with self._replicas.use(url):
                    answer = await call(url)
            except EngineUnreachable as error:
                last = error
                self._failed(url)
            else:
                self._replicas.answered(url)
                return answer
        raise last

    def _failed(self, url: str) -> None:
        self._replicas.failed(url)
        self._proven.discard(url)  # who answers there next may be another version
        logger.warning("server failed", extra={"server": httpx.URL(url).host})

    async def _look(self, url: str) -> tuple[frozenset[str] | None, dict[str, float], str]:
        """(names that a server offers, or None when it is down; its counters; what is wrong)."""
        where = f"{httpx.URL(url).host}:{httpx.URL(url).port}"
        try:
            async with asyncio.timeout(HEALTH_LIMIT_S):
                entries = await self._wires[url].models("/v1/models")
                counters = _counters(await self._wires[url].get("/metrics"))
        except PetitfourError as error:
            return None, {}, error.message
        except TimeoutError:
            return None, {}, f"{where} did not answer within {HEALTH_LIMIT_S:g} s"
        self._replicas.answered(url)
        return frozenset(entry.id for entry in entries), counters, ""


async def _opened(wire: OpenAIWire, body: Body) -> tuple[AsyncGenerator[_Completion, None], _Completion | None]:
    """A stream and its first event, so that a refusal shows before anything is handed on."""
    events = wire.events("/v1/completions", body, _Completion)
    try:
        return events, await anext(events, None)
    except BaseException:
        await events.aclose()
        raise


def _constraint(constraint: Constraint | None) -> Body:
    match constraint:
        case None:
            return {}
        case Choice(values):
            kind: Body = {"choice": list(values)}
        case JsonSchema():
            kind = {"json": constraint.value()}
        case Grammar(gbnf):
            kind = {"grammar": gbnf}
        case _:
            assert_never(constraint)
    return {"structured_outputs": kind}


def _scored(candidates: Sequence[int]) -> Body:
    if len(candidates) > CANDIDATES_LIMIT:
        raise ConstraintUnsupported(f"vLLM compares at most {CANDIDATES_LIMIT} tokens at once, not {len(candidates)}")
    # The token that is drawn is not used, so nothing may end the reply before it has its log-probabilities. Servers
    # that report them after sampling must not have sharpened them: hence temperature 1.
    return {
        "max_tokens": 1,
        "temperature": 1.0,
        "stop": [],
        "stop_token_ids": [],
        "ignore_eos": True,
        "logprobs": len(candidates),
        "logprob_token_ids": list(candidates),
        "return_tokens_as_token_ids": True,
    }


def _shares(scores: Mapping[str, float], candidates: Sequence[int]) -> Shares:
    found = [scores.get(f"token_id:{token}") for token in candidates]
    known = [score for score in found if score is not None]
    if len(known) < len(candidates):
        raise ConstraintUnsupported("this server gives no log-probabilities of chosen tokens; run a newer vLLM")
    top = max(known)
    weights = [math.exp(score - top) for score in known]
    return {token: weight / sum(weights) for token, weight in zip(candidates, weights, strict=True)}


def _counters(text: str) -> dict[str, float]:
    found: dict[str, float] = {}
    for name, value in _METRIC.findall(text):
        found[name] = found.get(name, 0.0) + float(value)
    return found
