"""The embedded engine: llama.cpp in a supervised child, four Activated-LoRA adapters over one shared cache.

Covers: the `Engine` protocol in llama.cpp's dialect (token-array prompts, adapters by request, pinned lanes, grammars,
streaming) and its failures as this project's errors.
Does not cover: the process (supervisor.py), the wire (wire.py), or what is asked and why (backend/mol).
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Literal, assert_never

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
from backend.engine.build import EngineFiles, engine_files
from backend.engine.chatml import IM_END, Segment, join, segments
from backend.engine.choice import Shares, Tokens, chosen, distribution
from backend.engine.lanes import Lanes
from backend.engine.supervisor import SLOTS, Supervisor
from backend.engine.tokens import TokenCache
from backend.engine.weights import CONTEXT_TOKENS, MODEL
from backend.engine.wire import Body, Completion, Wire
from backend.errors import ConstraintUnsupported, EngineRefused, PetitfourError, UnknownAdapter, ViewTooLong

_NOT_JSON = "]"
_COMPACT = {"x-guidance": {"whitespace_flexible": False}}
"""Blanks between JSON's parts mean nothing, and a small model may go on with them for ever."""
_CHOICE_BIAS = 60.0
"""Added to each candidate's logit alike: it keeps their ratios and leaves every other token a share under 1e-15."""


async def start_embedded(data_dir: Path, cache_dir: Path, adapters: Path | None = None) -> LlamaCpp:
    """An engine on the one child of `data_dir`, started or joined.

    Raises:
        MissingPiece: the weights were never fetched.
        EngineUnreachable: the child does not start.
    """
    files = await asyncio.to_thread(engine_files, cache_dir, adapters)
    engine = LlamaCpp(Supervisor(data_dir / "engine", files), files)
    try:
        await engine.start()
    except BaseException:
        await engine.close()
        raise
    return engine


class LlamaCpp:
    """`Engine` over llama.cpp. Bound to the event loop it is first used in; close it there."""

    name = "llamacpp"
    view: Literal["own", "shared"] = "shared"

    def __init__(self, supervisor: Supervisor, files: EngineFiles, *, stall_s: float = STALL_S) -> None:
        self.reuse = True
        """False computes every prompt anew: only to measure what the cache saves and whether it changes an answer."""
        self._supervisor = supervisor
        self._wire = Wire(supervisor, stall_s=stall_s)
        self._ids = {name: number for number, (name, _) in enumerate(files.adapters)}
        self._tokens = TokenCache(self._wire.tokenize)
        self._lanes = Lanes(SLOTS)
        # llama.cpp decodes slots with equal adapters in one batch, with one scale for all of it: a slot that reads its
        # prompt (Activated LoRA still off) would be mixed with one that writes under it, and both come out wrong.
        # Slots with other adapters wait too: it lets whoever is writing finish before it reads their prompts.
        self._alone: defaultdict[Label | None, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._starts = 0
        self._proven: set[JsonSchema] = set()

    async def start(self) -> None:
        """Wait until the child answers."""
        await self._supervisor.ready()

    async def stream(self, request: EngineRequest) -> AsyncGenerator[Delta | Reply, None]:
        """Yield deltas, then exactly one `Reply`."""
        began = time.perf_counter()
        first_ms = 0.0
        text: list[str] = []
        prompt = await self._prompt(segments(request.messages, request.prefill))
        async with self._lane(request) as slot:
            body = self._body(request, prompt, slot) | _constraint(request.constraint)
            await self._prove(request.constraint, body)
            async with aclosing(self._wire.stream(body)) as events:
                async for event in events:
                    if isinstance(event, Completion):
                        yield Reply(
                            text="".join(text),
                            finish="length" if event.cut else "stop",
                            usage=event.usage,
                            ms=ms_since(began),
                            first_ms=first_ms,
                        )
                    else:
                        first_ms = first_ms or ms_since(began)
                        text.append(event)
                        yield Delta(event)

    async def choose(self, request: EngineRequest, values: Sequence[str]) -> Chosen:
        """Pick one of `values` under the request's adapter at temperature 0, with its distribution."""
        began = time.perf_counter()
        prompt = await self._prompt(segments(request.messages, request.prefill))
        tokens = await self._tokens.ids(values)
        # The end of the reply is a token too: it parts "L1" from "L10".
        paths = {value: (*tokens[value], IM_END) for value in values}
        usages: list[Usage] = []
        async with self._lane(request) as slot:

            async def ask(path: Tokens, candidates: Sequence[int]) -> Shares:
                body = self._body(request, [*prompt, *path], slot) | _choice(candidates)
                done = await self._wire.complete(body)
                usages.append(done.usage)
                return _shares(done, candidates)

            shares = await distribution(paths, ask)
        return chosen(shares, usages, ms=ms_since(began))

    async def settle(self, slot: str, messages: Sequence[ChatMessage]) -> Usage:
        """Cut the lane back to `messages` and their reply header, under the base: four tokens are computed again.

        What an adapter wrote is thereby forgotten, and the next hop computes it as the base would.
        """
        if not self._current().held(slot):
            return Usage()
        request = EngineRequest(messages=tuple(messages), adapter=None, max_tokens=0, slot=slot)
        prompt = await self._prompt(segments(messages))
        with self._current().use(slot) as number:
            done = await self._wire.complete(self._body(request, prompt, number))
        return done.usage

    async def tokenize(self, text: str) -> list[int]:
        """Token ids of `text`, without special tokens added or recognised."""
        return list((await self._tokens.ids([text]))[text])

    async def health(self) -> EngineHealth:
        """Never raises: an engine that is down is reported as not ready, with the reason."""
        counters: dict[str, float] = {}
        detail = f"{self._supervisor.state}, log in {self._supervisor.log_path}"
        ready = False
        try:
            async with asyncio.timeout(HEALTH_LIMIT_S):
                counters = await self._wire.counters()
            ready = True
        except PetitfourError as error:
            detail = error.message
        except TimeoutError:
            detail = f"no answer within {HEALTH_LIMIT_S:g} s, log in {self._supervisor.log_path}"
        return EngineHealth(
            ready=ready,
            model=MODEL,
            adapters=tuple(label for label in LABELS if label in self._ids),
            context_tokens=CONTEXT_TOKENS,
            detail=detail,
            counters=counters | {"starts": float(self._supervisor.starts)},
        )

    async def close(self) -> None:
        """Close connections and give the child back; it ends when nobody else uses it."""
        await self._wire.close()
        await self._supervisor.close()

    async def _prompt(self, parts: Sequence[Segment]) -> list[int]:
        known = await self._tokens.ids(part for part in parts if isinstance(part, str))
        prompt = join(parts, known.__getitem__)
        if len(prompt) >= CONTEXT_TOKENS:
            raise ViewTooLong(
                f"the view has {len(prompt)} tokens but the engine's context is {CONTEXT_TOKENS}; "
                "start a new conversation or shorten the message"
            )
        return prompt

    async def _prove(self, constraint: Constraint | None, body: Body) -> None:
        """Tempt the engine, once per schema, with a token that starts no JSON.

        llama.cpp decodes freely, and says so only in its log, when it cannot use a schema.
        """
        if not isinstance(constraint, JsonSchema) or constraint in self._proven:
            return
        forbidden = await self.tokenize(_NOT_JSON)
        tempted = await self._wire.complete(body | {"n_predict": 1, "logit_bias": [[forbidden[0], _CHOICE_BIAS]]})
        if tempted.text.startswith(_NOT_JSON):
            raise ConstraintUnsupported("the engine cannot enforce this schema; remove keywords that it does not know")
        self._proven.add(constraint)

    @asynccontextmanager
    async def _lane(self, request: EngineRequest) -> AsyncGenerator[int]:
        """The request's slot, as soon as no other request runs under its adapter."""
        async with self._alone[request.adapter]:
            with self._current().use(request.slot) as slot:
                yield slot

    def _current(self) -> Lanes:
        if self._starts != self._supervisor.starts:
            self._starts = self._supervisor.starts
            self._lanes.forget()
        return self._lanes

    def _body(self, request: EngineRequest, prompt: list[int], slot: int) -> Body:
        return {
            "prompt": prompt,
            "n_predict": request.max_tokens,
            "id_slot": slot,
            "cache_prompt": self.reuse,
            "lora": self._adapter(request.adapter),
            "temperature": request.temperature,
            "seed": request.seed,
            "stop": list(request.stop),
        }

    def _adapter(self, label: Label | None) -> list[dict[str, float]]:
        active = label or BASE
        if active not in self._ids:
            raise UnknownAdapter(f"no adapter {label} is loaded; train or install it, or pin another specialist")
        return [{"id": number, "scale": float(name == active)} for name, number in self._ids.items()]


def _constraint(constraint: Constraint | None) -> Body:
    match constraint:
        case None:
            return {}
        case Grammar(gbnf):
            return {"grammar": gbnf}
        case JsonSchema():
            schema = constraint.value()
            return {"json_schema": schema | _COMPACT if isinstance(schema, dict) else schema}
        case Choice(values):
            quoted = " | ".join(f'"{_escaped(value)}"' for value in values)
            return {"grammar": f"root ::= {quoted}"}
    assert_never(constraint)


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")


def _choice(candidates: Sequence[int]) -> Body:
    # Shares after sampling at temperature 1 without any truncation: the softmax over the candidates, whatever their
    # rank in the vocabulary. The token that the engine draws from it is not used.
    return {
        "n_predict": 1,
        "temperature": 1.0,
        "samplers": ["temperature"],
        "logit_bias": [[token, _CHOICE_BIAS] for token in candidates],
        "n_probs": len(candidates),
        "post_sampling_probs": True,
    }


def _shares(done: Completion, candidates: Sequence[int]) -> Shares:
    found = {token: done.shares.get(token, 0.0) for token in candidates}
    total = sum(found.values())
    if not total:  # llama.cpp tells none when the token that it drew is part of a character
        raise EngineRefused("the engine cannot compare values that begin inside a character; choose others")
    return {token: share / total for token, share in found.items()}
