"""HTTP of servers that speak OpenAI's dialect: requests out, server-sent events in, failures as this project's errors.

Covers: one reused client per server, the bound on silence, closing a request when its reader leaves, checking what
comes back, and the meaning of every error status.
Does not cover: what requests say (vllm.py, openai.py), llama.cpp's own dialect (wire.py).
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NoReturn, TypeVar

import httpx
from pydantic import BaseModel

from backend.engine.base import STALL_S, Usage
from backend.errors import EngineRefused, EngineStalled, EngineUnreachable, UnknownAdapter, ViewTooLong

CONNECT_LIMIT_S = 5.0
REASON_LIMIT_CHARS = 200
BAD_REQUEST, SERVER_ERROR = 400, 500
_CONNECTIONS = httpx.Limits(max_connections=64, max_keepalive_connections=16)
_DATA, _DONE = "data:", "[DONE]"
_CONTEXT = re.compile(r"context (?:length|size|window)\D*(\d+)", re.IGNORECASE)
_NO_MODEL = re.compile(r"\bmodel\b.*\bdoes not exist\b", re.DOTALL)
# Validation errors quote the request, which may hold a person's text: nothing behind these words is repeated.
_QUOTED = re.compile(r"['\"]?\binput(?:_value)?\b['\"]?\s*[:=].*", re.DOTALL)

Body = dict[str, Any]  # JSON that is sent, or an error's: each server has fields of its own
Shape = TypeVar("Shape", bound=BaseModel)


class HttpRefused(EngineRefused):
    """An error status without a class of its own; `status` and `about` (the parameter, if named) tell callers more."""

    def __init__(self, message: str, *, status: int, about: str = "") -> None:
        super().__init__(message)
        self.status, self.about = status, about


class PromptDetails(BaseModel):
    """What is known about a prompt's tokens."""

    cached_tokens: int | None = None


class UsageBody(BaseModel):
    """Token counts as servers report them."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    prompt_tokens_details: PromptDetails | None = None

    def usage(self) -> Usage:
        """The same as this project's value."""
        details = self.prompt_tokens_details or PromptDetails()
        return Usage(
            prompt_tokens=self.prompt_tokens,
            cached_tokens=details.cached_tokens or 0,
            completion_tokens=self.completion_tokens,
        )


class ModelEntry(BaseModel):
    """One served model; vLLM says how long its context is."""

    id: str
    max_model_len: int | None = None


class ModelList(BaseModel):
    """The answer of `/models`."""

    data: list[ModelEntry] = []


class _Reported(BaseModel):
    error: Body | str | None = None
    message: str | None = None
    """Where older servers put it."""


class OpenAIWire:
    """One HTTP client for the server at `url`. Its key appears in no message."""

    def __init__(
        self,
        url: str,
        *,
        key: str = "",
        stall_s: float = STALL_S,
        proxied: bool = False,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self._stall_s = stall_s
        self._client = httpx.AsyncClient(
            headers={"Authorization": f"Bearer {key}"} if key else {},
            timeout=httpx.Timeout(stall_s, connect=CONNECT_LIMIT_S),
            limits=_CONNECTIONS,
            trust_env=proxied,
            transport=transport,
        )

    async def post(self, path: str, body: Body, shape: type[Shape]) -> Shape:
        """The answer to one request, checked."""
        async with self._opened("POST", path, body) as response:
            return self._checked(await self._read(response), shape)

    async def get(self, path: str) -> str:
        """A page as text."""
        async with self._opened("GET", path, None) as response:
            return (await self._read(response)).decode(errors="replace")

    async def models(self, path: str) -> list[ModelEntry]:
        """The models that the server offers."""
        return self._checked((await self.get(path)).encode(), ModelList).data

    async def tell(self, path: str, body: Body) -> None:
        """A request whose answer says nothing beyond its status."""
        async with self._opened("POST", path, body) as response:
            await self._read(response)

    async def events(self, path: str, body: Body, shape: type[Shape]) -> AsyncGenerator[Shape, None]:
        """The events of a stream until it ends. Closing the iterator closes the request."""
        async with self._opened("POST", path, body | {"stream": True}) as response:
            lines = response.aiter_lines()
            while (event := await self._next_event(lines)) is not None:
                yield self._checked(event.encode(), shape)

    async def close(self) -> None:
        """Close all connections, which ends their requests."""
        await self._client.aclose()

    @asynccontextmanager
    async def _opened(self, method: str, path: str, body: Body | None) -> AsyncGenerator[httpx.Response]:
        """A response with a good status, closed in the end."""
        request = self._client.build_request(method, f"{self.url}{path}", json=body)
        response = await self._sent(request)
        try:
            if response.status_code >= BAD_REQUEST:
                _refuse(response.status_code, _error_in(await self._read(response)))
            yield response
        finally:
            await response.aclose()

    async def _sent(self, request: httpx.Request) -> httpx.Response:
        try:
            return await self._client.send(request, stream=True)
        except httpx.ReadTimeout as error:
            raise self._stalled() from error
        except httpx.TransportError as error:
            raise EngineUnreachable(f"nothing answers at {self._address()}; is the server running?") from error

    async def _read(self, response: httpx.Response) -> bytes:
        try:
            return await response.aread()
        except httpx.ReadTimeout as error:
            raise self._stalled() from error
        except httpx.TransportError as error:
            raise self.lost() from error

    async def _next_event(self, lines: AsyncIterator[str]) -> str | None:
        """The data of the next event; None at the end. Comments do not count as signs of life."""
        try:
            async with asyncio.timeout(self._stall_s):
                async for line in lines:
                    data = line.removeprefix(_DATA).strip()
                    if line.startswith(_DATA) and data:
                        return None if data == _DONE else data
                return None
        except (TimeoutError, httpx.ReadTimeout) as error:
            raise self._stalled() from error
        except httpx.TransportError as error:
            raise self.lost() from error

    def _checked(self, content: bytes, shape: type[Shape]) -> Shape:
        try:
            # Servers report what goes wrong after the status line as one more event.
            if b'"error"' in content and (error := _error_in(content)):
                code = error.get("code")
                _refuse(code if isinstance(code, int) else SERVER_ERROR, error)
            return shape.model_validate_json(content)
        except ValueError:
            # Its cause would quote what was sent, which may hold a person's text.
            raise EngineRefused(f"{self._address()} answered with something else than was asked for") from None

    def _stalled(self) -> EngineStalled:
        return EngineStalled(f"{self._address()} was silent for {self._stall_s:g} s; is it healthy? see its log")

    def lost(self) -> EngineUnreachable:
        """The error of an answer that ended before it was whole."""
        return EngineUnreachable(f"{self._address()} ended its answer early; send the request again")

    def _address(self) -> str:
        url = httpx.URL(self.url)
        return f"{url.host}:{url.port}" if url.port else url.host


def _refuse(status: int, error: Body) -> NoReturn:
    message = str(error.get("message") or "no reason given")
    kind = f"{error.get('code')} {error.get('type')}"
    about = str(error.get("param") or "")
    reason = _QUOTED.sub("…", message)[:REASON_LIMIT_CHARS]
    if _is_about_length(kind, message):
        raise ViewTooLong(_lengths(error, message))
    match status:
        case 401 | 403:
            raise HttpRefused("the server refused the key; check the variable that the profile names", status=status)
        case 404 if about == "model" or "model_not_found" in kind or _NO_MODEL.search(message):
            raise UnknownAdapter(f"the server has no such model ({reason}); load it, or name another in the profile")
        case 404:
            raise HttpRefused(f"the server has no such address ({reason}); check the profile's urls", status=status)
        case 429:
            raise HttpRefused("the server takes no more requests now; try again later", status=status)
        case 502 | 503:
            raise EngineUnreachable(f"the server is not ready ({reason}); try again in a moment")
        case 408 | 504:
            raise EngineStalled(f"the server gave up waiting for its engine ({reason}); is it healthy?")
        case _:
            raise HttpRefused(f"the server refused the request: {reason}", status=status, about=about)


def _error_in(content: bytes) -> Body:
    """The error that a body reports, however it is wrapped; empty when it reports none."""
    try:
        found = _Reported.model_validate_json(content)
    except ValueError:
        return {}
    if isinstance(found.error, dict):
        return found.error
    message = found.error or found.message
    return {"message": message} if message else {}


def _is_about_length(kind: str, message: str) -> bool:
    known = ("context_length_exceeded", "exceed_context_size_error")
    return any(name in kind for name in known) or ("token" in message and _CONTEXT.search(message) is not None)


def _lengths(error: Body, message: str) -> str:
    """What was sent and what fits: in fields, or as numbers in the message."""
    found = _CONTEXT.search(message)
    numbers = [int(number) for number in re.findall(r"\d+", message)]
    prompt = error.get("n_prompt_tokens") or max(numbers, default="too many")
    context = error.get("n_ctx") or (found[1] if found else "smaller")
    return f"the view has {prompt} tokens but the engine's context is {context}; shorten it"
