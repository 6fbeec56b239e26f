"""The body of a chat completion request, checked.

Covers: which fields are taken, which are ignored because they change nothing here, and which are refused by name since
ignoring them would change what the client gets. Does not cover: running the turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from backend.api.errors import BadRequest, UnknownModel
from backend.engine.base import LABELS, Label
from backend.mol.answer import Sampling
from backend.mol.transcript import Said, cleaned

MODEL = "petitfour"
SYSTEM_LIMIT_CHARS = 4_000
STOP_LIMIT = 4

IGNORED = frozenset({"user", "metadata", "store", "service_tier", "safety_identifier", "prompt_cache_key", "verbosity"})
"""Fields that never change an answer here."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="allow")
    type: str
    text: str = ""


class _Message(BaseModel):
    model_config = ConfigDict(extra="allow")
    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[_Part] | None = None
    tool_calls: list[Any] | None = None


class _StreamOptions(BaseModel):
    model_config = ConfigDict(extra="ignore")
    include_usage: bool = False


class _ResponseFormat(BaseModel):
    model_config = ConfigDict(extra="allow")
    type: str


class _Body(BaseModel):
    model_config = ConfigDict(extra="allow")
    model: str
    messages: list[_Message] = Field(min_length=1)
    stream: bool = False
    stream_options: _StreamOptions | None = None
    max_tokens: int | None = Field(default=None, ge=1)
    max_completion_tokens: int | None = Field(default=None, ge=1)
    temperature: float | None = Field(default=None, ge=0, le=2)
    seed: int | None = None
    stop: str | list[str] | None = None
    n: int | None = None
    response_format: _ResponseFormat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request as the turn service takes it."""

    model: str
    pin: Label | None
    system: str
    said: tuple[Said, ...]
    text: str
    sampling: Sampling
    stream: bool
    include_usage: bool


def models() -> tuple[str, ...]:
    """The routed model, and one for each specialist by itself."""
    return (MODEL, *(f"{MODEL}-{label}" for label in LABELS))


def parse(raw: bytes) -> Asked:
    """The request in `raw`.

    Raises:
        BadRequest: it is not JSON, or a field is wrong or not supported; the message names it.
        UnknownModel: /v1/models does not list the model.
    """
    try:
        body = _Body.model_validate_json(raw)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise BadRequest(f"{where or 'the body'}: {first['msg']}", param=where or None) from error
    _refuse_unsupported(body)
    if body.model not in models():
        raise UnknownModel(f"there is no model {body.model!r}; GET /v1/models lists: {', '.join(models())}")
    system, said, text = _history(body.messages)
    stop = (body.stop,) if isinstance(body.stop, str) else tuple(body.stop or ())
    if len(stop) > STOP_LIMIT or "" in stop:
        raise BadRequest(f"stop: at most {STOP_LIMIT} strings, none of them empty", param="stop")
    return Asked(
        model=body.model,
        pin=next((label for label in LABELS if body.model == f"{MODEL}-{label}"), None),
        system=system,
        said=said,
        text=text,
        sampling=Sampling(
            max_tokens=body.max_completion_tokens or body.max_tokens,
            temperature=body.temperature or 0.0,
            seed=body.seed or 0,
            stop=stop,
        ),
        stream=body.stream,
        include_usage=body.stream_options is not None and body.stream_options.include_usage,
    )


def _refuse_unsupported(body: _Body) -> None:
    if body.n not in (None, 1):
        raise BadRequest("n: one answer a request; send it again for another", param="n", code="unsupported_value")
    if body.response_format is not None and body.response_format.type != "text":
        raise BadRequest(
            f"response_format: {body.response_format.type!r} is not supported here; only text is",
            param="response_format",
            code="unsupported_value",
        )
    for name, value in (body.model_extra or {}).items():
        if name not in IGNORED and value not in (None, False, [], 0, "auto", "none"):
            raise BadRequest(f"{name}: not supported here; leave it out", param=name, code="unsupported_parameter")


def _history(messages: Sequence[_Message]) -> tuple[str, tuple[Said, ...], str]:
    """System message, closed turns, and the new message.

    Neighbours of one role are one message, since a turn has one question and one answer.
    """
    system: list[str] = []
    merged: list[tuple[str, str]] = []
    for position, message in enumerate(messages):
        text = _text(message, position)
        if message.role in ("system", "developer"):
            system.append(text)
        elif merged and merged[-1][0] == message.role:
            merged[-1] = (message.role, f"{merged[-1][1]}\n\n{text}")
        else:
            merged.append((message.role, text))
    if merged and merged[0][0] == "assistant":
        merged.insert(0, ("user", ""))
    if not merged or merged[-1][0] != "user":
        raise BadRequest("messages: the last one must be the user's", param="messages")
    head = cleaned("\n\n".join(system))
    if len(head) > SYSTEM_LIMIT_CHARS:
        raise BadRequest(f"messages: system text of {len(head):,} characters; at most {SYSTEM_LIMIT_CHARS:,}")
    pairs = zip(merged[0:-1:2], merged[1::2], strict=True)
    return head, tuple(Said(cleaned(user), answer.strip()) for (_, user), (_, answer) in pairs), merged[-1][1]


def _text(message: _Message, position: int) -> str:
    if message.role in ("tool", "function") or message.tool_calls:
        raise BadRequest(
            f"messages.{position}: tool calls are not supported here yet", param="messages", code="unsupported_value"
        )
    if isinstance(message.content, str):
        return message.content
    parts = message.content or []
    for part in parts:
        if part.type not in ("text", "refusal"):
            raise BadRequest(
                f"messages.{position}: {part.type!r} content is not supported; send text",
                param="messages",
                code="unsupported_value",
            )
    return "\n".join(part.text for part in parts)
