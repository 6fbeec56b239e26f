"""llama.cpp's HTTP: requests out, server-sent events in, its failures as this project's errors.

Covers: one reused client, waiting while the engine loads, the bound on silence, closing a request when its reader
leaves, and reading replies.
Does not cover: what requests say (llamacpp.py).
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

import httpx

from backend.engine.base import Usage
from backend.engine.record import Record
from backend.engine.supervisor import Supervisor
from backend.errors import EngineRefused, EngineStalled, EngineUnreachable, ViewTooLong

CONNECT_LIMIT_S = 5.0
LOADING_LIMIT_S = 60.0
_LOADING_PAUSE_S = 0.1
_OK, _LOADING = 200, 503
_CONNECTIONS = httpx.Limits(max_connections=64, max_keepalive_connections=16)
_METRIC = re.compile(r"^llamacpp:(\w+) (\S+)$", re.MULTILINE)

# JSON of llama.cpp: read field by field in this module only.
Body = dict[str, Any]

# The full reply echoes the prompt and every setting.
_TRIMMED: Body = {"response_fields": ["content", "stop", "stop_type", "timings", "completion_probabilities"]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """The end of one completion. `shares` are the probabilities of the candidates for the first token."""

    text: str
    usage: Usage
    cut: bool
    shares: Mapping[int, float] = field(default_factory=dict[int, float])


class Wire:
    """One HTTP client for the supervised child, wherever it listens now."""

    def __init__(self, supervisor: Supervisor, *, stall_s: float) -> None:
        self._supervisor = supervisor
        self._stall_s = stall_s
        timeout = httpx.Timeout(stall_s, connect=CONNECT_LIMIT_S)
        self._client = httpx.AsyncClient(timeout=timeout, limits=_CONNECTIONS, trust_env=False)

    async def stream(self, body: Body) -> AsyncGenerator[str | Completion, None]:
        """Pieces of text, then one `Completion`. Closing the iterator closes the request."""
        # Progress events make a long prefill audible, so that silence means a stall.
        response, record = await self._send("/completion", body | _TRIMMED | {"stream": True, "return_progress": True})
        try:
            async for line in response.aiter_lines():
                if not line.startswith("data: "):
                    if line.startswith("error: "):
                        _refuse(json.loads(line[7:]))
                    continue
                event = json.loads(line[6:])
                if "error" in event:
                    _refuse(event["error"])
                if event.get("content"):
                    yield event["content"]
                if event.get("stop"):
                    yield _completion(event)
                    return
            raise EngineUnreachable("the engine ended its answer early; see its log")
        except httpx.ReadTimeout as error:
            raise self._stalled() from error
        except httpx.TransportError as error:
            raise await self._lost(record) from error
        finally:
            await response.aclose()

    async def complete(self, body: Body) -> Completion:
        """One completion at once."""
        return _completion(await self._json("/completion", body | _TRIMMED))

    async def tokenize(self, pieces: list[str | int]) -> list[int]:
        """Ids of a mixture of texts and ids."""
        body: Body = {"content": pieces, "add_special": False, "parse_special": False}
        return (await self._json("/tokenize", body))["tokens"]

    async def counters(self) -> dict[str, float]:
        """The engine's own counters."""
        record = await self._supervisor.ready()
        try:
            response = await self._client.get(_url(record, "/metrics"), headers=_headers(record))
        except httpx.TransportError as error:
            raise await self._lost(record) from error
        return {name: float(value) for name, value in _METRIC.findall(response.text)}

    async def close(self) -> None:
        """Close all connections, which ends their requests."""
        await self._client.aclose()

    async def _json(self, path: str, body: Body) -> Body:
        response, record = await self._send(path, body)
        try:
            return json.loads(await response.aread())
        except httpx.ReadTimeout as error:
            raise self._stalled() from error
        except httpx.TransportError as error:
            raise await self._lost(record) from error
        finally:
            await response.aclose()

    async def _send(self, path: str, body: Body) -> tuple[httpx.Response, Record]:
        """An open response with status 200.

        Requests can be repeated: one whose child died before it answered is sent once more, to the next child.
        """
        record = await self._supervisor.ready()
        try:
            return await self._loaded(record, path, body), record
        except httpx.ReadTimeout as error:
            raise self._stalled() from error
        except httpx.TransportError as error:
            if not await self._supervisor.gone(record):
                raise await self._lost(record) from error
        record = await self._supervisor.ready()
        try:
            return await self._loaded(record, path, body), record
        except httpx.ReadTimeout as error:
            raise self._stalled() from error
        except httpx.TransportError as error:
            raise await self._lost(record) from error

    async def _loaded(self, record: Record, path: str, body: Body) -> httpx.Response:
        for _ in range(round(LOADING_LIMIT_S / _LOADING_PAUSE_S)):
            request = self._client.build_request("POST", _url(record, path), json=body, headers=_headers(record))
            response = await self._client.send(request, stream=True)
            if response.status_code == _OK:
                return response
            try:
                content = await response.aread()
            finally:
                await response.aclose()
            if response.status_code != _LOADING:
                _refuse(_error_of(content))
            await asyncio.sleep(_LOADING_PAUSE_S)
        raise EngineUnreachable(f"the engine still loads after {LOADING_LIMIT_S:g} s; see its log")

    def _stalled(self) -> EngineStalled:
        return EngineStalled(
            f"the engine was silent for {self._stall_s:g} s; is it healthy? see {self._supervisor.log_path}"
        )

    async def _lost(self, record: Record) -> EngineUnreachable:
        ended = await self._supervisor.gone(record)
        what = "ended; it is started again" if ended else "closed the connection"
        return EngineUnreachable(f"the engine {what}, send the request again; its log is {self._supervisor.log_path}")


def _url(record: Record, path: str) -> str:
    return f"http://127.0.0.1:{record.port}{path}"


def _headers(record: Record) -> dict[str, str]:
    return {"Authorization": f"Bearer {record.key}"}


def _error_of(content: bytes) -> Body:
    try:
        return json.loads(content)["error"]
    except (ValueError, KeyError, TypeError):
        return {"message": content[:200].decode(errors="replace")}


def _refuse(error: Body) -> NoReturn:
    if error.get("type") == "exceed_context_size_error":
        prompt, context = error.get("n_prompt_tokens"), error.get("n_ctx")
        raise ViewTooLong(f"the view has {prompt} tokens but the engine's context is {context}; shorten it")
    raise EngineRefused(f"the engine refused the request: {error.get('message', 'no reason given')}")


def _completion(event: Body) -> Completion:
    timings = event["timings"]
    cached, computed, predicted = (int(timings[name]) for name in ("cache_n", "prompt_n", "predicted_n"))
    tokens: list[Body] = event.get("completion_probabilities") or []
    probabilities: list[Body] = tokens[0].get("top_probs", []) if tokens else []
    return Completion(
        text=event["content"],
        usage=Usage(prompt_tokens=cached + computed, cached_tokens=cached, completion_tokens=predicted),
        cut=event["stop_type"] == "limit",
        shares={entry["id"]: entry["prob"] for entry in probabilities},
    )
