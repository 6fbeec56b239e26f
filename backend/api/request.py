"""The bodies of requests, checked.

Covers: which fields are taken, which are ignored because they change nothing here, and which are refused by name since
ignoring them would change what the client gets. Does not cover: running the turn.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from backend.api.errors import BadRequest, UnknownModel
from backend.engine.base import LABELS, Label
from backend.mol.answer import Sampling
from backend.mol.transcript import Said, cleaned

MODEL = "petitfour"
RESPONSE_PREFIX = "resp_"
TEXT_PARTS = frozenset({"text", "input_text", "output_text", "refusal"})
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


class _Schema(BaseModel):
    model_config = ConfigDict(extra="allow", populate_by_name=True)
    schema_: dict[str, Any] = Field(alias="schema")


class _Format(BaseModel):
    """`response_format` of a completion; of a response, where the schema stands beside the type, `text.format`."""

    model_config = ConfigDict(extra="allow", populate_by_name=True)
    type: Literal["text", "json_object", "json_schema"]
    json_schema: _Schema | None = None
    schema_: dict[str, Any] | None = Field(default=None, alias="schema")


class _Text(BaseModel):
    model_config = ConfigDict(extra="allow")
    format: _Format | None = None


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
    response_format: _Format | None = None


class _ResponseBody(BaseModel):
    model_config = ConfigDict(extra="allow")
    model: str
    input: str | list[_Message] = Field(min_length=1)
    instructions: str | None = None
    previous_response_id: str | None = None
    stream: bool = False
    max_output_tokens: int | None = Field(default=None, ge=1)
    temperature: float | None = Field(default=None, ge=0, le=2)
    text: _Text | None = None


Body = TypeVar("Body", bound=BaseModel)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request as the turn service takes it. `previous` is the turn that it goes on from, if it names one."""

    model: str
    pin: Label | None
    system: str
    said: tuple[Said, ...]
    text: str
    sampling: Sampling
    stream: bool
    include_usage: bool = False
    previous: str | None = None


def models() -> tuple[str, ...]:
    """The routed model, and one for each specialist by itself."""
    return (MODEL, *(f"{MODEL}-{label}" for label in LABELS))


def known_model(name: str) -> str:
    """The name, if it is one of `models`.

    Raises:
        UnknownModel: it is not.
    """
    if name not in models():
        raise UnknownModel(f"there is no model {name!r}; GET /v1/models lists: {', '.join(models())}")
    return name


def parse_completion(raw: bytes) -> Asked:
    """The chat completion request in `raw`.

    Raises:
        BadRequest: it is not JSON, or a field is wrong or not supported; the message names it.
        UnknownModel: /v1/models does not list the model.
    """
    body = _checked(_Body, raw)
    _refuse_unsupported(body.model_extra)
    _refuse_other_shapes(body)
    system, said, text = _history(body.messages, "messages")
    stop = (body.stop,) if isinstance(body.stop, str) else tuple(body.stop or ())
    if len(stop) > STOP_LIMIT or "" in stop:
        raise BadRequest(f"stop: at most {STOP_LIMIT} strings, none of them empty", param="stop")
    return Asked(
        model=body.model,
        pin=_pin(body.model),
        system=system,
        said=said,
        text=text,
        sampling=Sampling(
            max_tokens=body.max_completion_tokens or body.max_tokens,
            temperature=body.temperature or 0.0,
            seed=body.seed or 0,
            stop=stop,
            schema=_schema(body.response_format, "response_format"),
        ),
        stream=body.stream,
        include_usage=body.stream_options is not None and body.stream_options.include_usage,
    )


def parse_response(raw: bytes) -> Asked:
    """The responses request in `raw`; raises what `parse_completion` raises."""
    body = _checked(_ResponseBody, raw)
    _refuse_unsupported(body.model_extra)
    messages = [_Message(role="user", content=body.input)] if isinstance(body.input, str) else body.input
    system, said, text = _history(messages, "input")
    if body.instructions:
        system = _limited(f"{cleaned(body.instructions)}\n\n{system}".strip(), "instructions")
    previous = None
    if body.previous_response_id is not None:
        if said:
            raise BadRequest("input: only what is new, when previous_response_id names what came before", param="input")
        previous = body.previous_response_id.removeprefix(RESPONSE_PREFIX)
    return Asked(
        model=body.model,
        pin=_pin(body.model),
        system=system,
        said=said,
        text=text,
        sampling=Sampling(
            max_tokens=body.max_output_tokens,
            temperature=body.temperature or 0.0,
            schema=_schema(body.text.format if body.text else None, "text.format"),
        ),
        stream=body.stream,
        previous=previous,
    )


def _checked(kind: type[Body], raw: bytes) -> Body:
    try:
        return kind.model_validate_json(raw)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise BadRequest(f"{where or 'the body'}: {first['msg']}", param=where or None) from error


def _pin(model: str) -> Label | None:
    known = known_model(model)
    return next((label for label in LABELS if known == f"{MODEL}-{label}"), None)


def _refuse_unsupported(extra: Mapping[str, Any] | None) -> None:
    for name, value in (extra or {}).items():
        if name not in IGNORED and value not in (None, False, [], 0, "auto", "none"):
            raise BadRequest(f"{name}: not supported here; leave it out", param=name, code="unsupported_parameter")


def _refuse_other_shapes(body: _Body) -> None:
    if body.n not in (None, 1):
        raise BadRequest("n: one answer a request; send it again for another", param="n", code="unsupported_value")


def _schema(format: _Format | None, param: str) -> str:
    """The JSON Schema that the answer must fulfil, as JSON text; empty when it may be any text."""
    if format is None or format.type == "text":
        return ""
    if format.type == "json_object":
        return json.dumps({"type": "object"})
    schema = format.json_schema.schema_ if format.json_schema else format.schema_
    if schema is None:
        raise BadRequest(f"{param}: json_schema needs a schema", param=param)
    return json.dumps(schema)


def _history(messages: Sequence[_Message], param: str) -> tuple[str, tuple[Said, ...], str]:
    """System message, closed turns, and the new message.

    Neighbours of one role are one message, since a turn has one question and one answer.
    """
    system: list[str] = []
    merged: list[tuple[str, str]] = []
    for position, message in enumerate(messages):
        text = _text(message, f"{param}.{position}")
        if message.role in ("system", "developer"):
            system.append(text)
        elif merged and merged[-1][0] == message.role:
            merged[-1] = (message.role, f"{merged[-1][1]}\n\n{text}")
        else:
            merged.append((message.role, text))
    if merged and merged[0][0] == "assistant":
        merged.insert(0, ("user", ""))
    if not merged or merged[-1][0] != "user":
        raise BadRequest(f"{param}: the last message must be the user's", param=param)
    head = _limited(cleaned("\n\n".join(system)), param)
    pairs = zip(merged[0:-1:2], merged[1::2], strict=True)
    return head, tuple(Said(cleaned(user), answer.strip()) for (_, user), (_, answer) in pairs), merged[-1][1]


def _limited(system: str, param: str) -> str:
    if len(system) > SYSTEM_LIMIT_CHARS:
        raise BadRequest(f"{param}: system text of {len(system):,} characters; at most {SYSTEM_LIMIT_CHARS:,}")
    return system


def _text(message: _Message, where: str) -> str:
    if message.role in ("tool", "function") or message.tool_calls:
        raise BadRequest(f"{where}: tool calls are not supported here yet", param=where, code="unsupported_value")
    if isinstance(message.content, str):
        return message.content
    parts = message.content or []
    for part in parts:
        if part.type not in TEXT_PARTS:
            raise BadRequest(
                f"{where}: {part.type!r} content is not supported; send text", param=where, code="unsupported_value"
            )
    return "\n".join(part.text for part in parts)
