"""The engine protocol: one request in, a stream of text out, dialects hidden.

Covers: messages, constraints, requests, replies, the `Engine` protocol that every engine fulfils, a whole reply.
Does not cover: any dialect (llamacpp.py), processes (supervisor.py) or prompts (backend/mol).
"""

from __future__ import annotations

import json
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Literal, NewType, Protocol

from backend.errors import ConstraintUnsupported, EngineRefused

Label = NewType("Label", str)
"""Canonical name of an adapter: L0 chat, L1 agent, L2 coding, L3 GenUI."""

L0, L1, L2, L3 = (Label(name) for name in ("L0", "L1", "L2", "L3"))
LABELS: tuple[Label, ...] = (L0, L1, L2, L3)

BASE = "base"
"""Key of the bare base wherever labels name something served."""

ROUTE_LANE = "route"
"""The `slot` of every route hop; each other slot is a conversation's id."""

STALL_S = 60.0
"""No token for so long means that the engine stalled."""

HEALTH_LIMIT_S = 5.0

Role = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a view as the engine is sent it."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Choice:
    """The reply is exactly one of `values`."""

    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JsonSchema:
    """The reply is JSON that fulfils `schema` (as JSON text, so that the value stays hashable)."""

    schema: str

    def value(self) -> object:
        """The schema parsed.

        Raises:
            ConstraintUnsupported: it is not JSON.
        """
        try:
            return json.loads(self.schema)
        except ValueError as error:
            raise ConstraintUnsupported("the schema is not JSON; send a JSON Schema document") from error


@dataclass(frozen=True, slots=True)
class Grammar:
    """The reply is a sentence of a GBNF grammar whose start symbol is `root`."""

    gbnf: str


Constraint = Choice | JsonSchema | Grammar


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineRequest:
    """One hop as the engine sees it.

    `prefill` starts the assistant's reply and is not part of what comes back. `slot` names a K/V lane that
    should be kept for this use (ROUTE_LANE, or a conversation id); engines without lanes ignore it.
    `adapter` None runs the bare base.
    """

    messages: tuple[ChatMessage, ...]
    adapter: Label | None
    max_tokens: int
    slot: str
    temperature: float = 0.0
    constraint: Constraint | None = None
    prefill: str = ""
    stop: tuple[str, ...] = ()
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of one hop; `prompt_tokens` includes the `cached_tokens` that were not computed again."""

    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Delta:
    """A piece of the reply's text."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The end of a stream. `ms` is wall time; `first_ms` is the time to the first delta."""

    text: str
    finish: Literal["stop", "length"]
    usage: Usage
    ms: float
    first_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """One value picked under a `Choice`, with the probability of each (sums to 1)."""

    value: str
    distribution: Mapping[str, float]
    usage: Usage
    ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineHealth:
    """What an operator needs to know: is it up, which model, where is its log."""

    ready: bool
    model: str
    adapters: tuple[Label, ...]
    context_tokens: int
    detail: str = ""
    counters: Mapping[str, float] = field(default_factory=dict[str, float])


class Engine(Protocol):
    """What the rest of the code sees of an engine.

    Every method may raise `EngineUnreachable`, `EngineStalled` or `EngineRefused`; `stream` and `choose` also
    `ViewTooLong` (with both counts) and `ConstraintUnsupported`. Closing the iterator that `stream` returns
    (or cancelling the task that awaits it) closes the engine's request within a second.
    """

    name: str
    view: Literal["own", "shared"]

    def stream(self, request: EngineRequest) -> AsyncGenerator[Delta | Reply, None]:
        """Yield deltas, then exactly one `Reply`."""
        ...

    async def choose(self, request: EngineRequest, values: Sequence[str]) -> Chosen:
        """Pick one of `values` under the request's adapter at temperature 0, with its distribution."""
        ...

    async def settle(self, slot: str, messages: Sequence[ChatMessage]) -> Usage:
        """Make the lane's K/V of `messages` exact again after an adapter has written an answer.

        `messages` is the view that ended in the last user message. A no-op on engines whose cache is keyed by adapter.
        """
        ...

    async def tokenize(self, text: str) -> list[int]:
        """Token ids of `text`, without special tokens added."""
        ...

    async def health(self) -> EngineHealth:
        """Never raises: an engine that is down is reported as not ready, with the reason."""
        ...

    async def close(self) -> None:
        """End what this client started."""
        ...


async def whole_reply(engine: Engine, request: EngineRequest) -> Reply:
    """The end of a stream that nobody watches."""
    async with aclosing(engine.stream(request)) as items:
        async for item in items:
            if isinstance(item, Reply):
                return item
    raise EngineRefused("the stream ended without a reply")


def ms_since(began: float) -> float:
    """Milliseconds since `began`, a reading of `time.perf_counter`."""
    return (time.perf_counter() - began) * 1000
