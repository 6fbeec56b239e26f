"""Errors in OpenAI's shape: a status, a stable code, and a message that says what to do.

Covers: mapping the error tree. Does not cover: raising.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute

from backend.errors import (
    ConstraintUnsupported,
    EngineError,
    EngineStalled,
    EngineUnreachable,
    MissingPiece,
    NotAllowed,
    PetitfourError,
    RoutingFailed,
    UserError,
    ViewTooLong,
)


class BadRequest(UserError):
    """A body that this API does not take; `param` names the field."""

    def __init__(self, message: str, *, param: str | None = None, code: str = "invalid_value") -> None:
        super().__init__(message)
        self.param, self.code = param, code


class UnknownModel(NotAllowed):
    """A model that /v1/models does not list."""

    code = "model_not_found"


class TooLarge(UserError):
    """A body beyond the limit."""

    code = "request_too_large"


class TooBusy(PetitfourError):
    """More requests at once than this server answers."""

    code = "rate_limit_exceeded"


class KeyRefused(PetitfourError):
    """No key, or one that this server does not know."""

    code = "invalid_api_key"


_STATUS: tuple[tuple[type[PetitfourError], int, str], ...] = (
    (TooLarge, 413, "invalid_request_error"),
    (KeyRefused, 401, "authentication_error"),
    (TooBusy, 429, "rate_limit_error"),
    (MissingPiece, 503, "server_error"),
    (UserError, 400, "invalid_request_error"),
    (NotAllowed, 404, "invalid_request_error"),
    (EngineUnreachable, 503, "server_error"),
    (EngineStalled, 504, "server_error"),
    (ConstraintUnsupported, 400, "invalid_request_error"),
    (EngineError, 502, "server_error"),
    (RoutingFailed, 502, "server_error"),
)
"""The first that fits; what fits none is 500."""


def error_object(error: PetitfourError) -> dict[str, object]:
    """The `error` member of a reply."""
    _, kind = _status(error)
    param = error.param if isinstance(error, BadRequest) else None
    return {"message": error.message, "type": kind, "param": param, "code": error.code}


def error_reply(error: PetitfourError) -> JSONResponse:
    """The reply to a request that failed before anything was streamed."""
    status, _ = _status(error)
    headers = {"retry-after": "2"} if status in (429, 503) else {}
    return JSONResponse({"error": error_object(error)}, status_code=status, headers=headers)


class ErrorShapedRoute(APIRoute):
    """A route that replies to the project's errors in OpenAI's shape."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The route's handler, its errors turned into replies."""
        handle = super().get_route_handler()

        async def handled(request: Request) -> Response:
            try:
                return await handle(request)
            except PetitfourError as error:
                return error_reply(error)

        return handled


def ended_error(code: str, message: str) -> PetitfourError:
    """The error of a turn that was recorded as failed."""
    kinds = {
        kind.code: kind
        for kind in (ConstraintUnsupported, EngineUnreachable, EngineStalled, RoutingFailed, ViewTooLong)
    }
    error = kinds.get(code, EngineError)(message)
    error.code = code or error.code
    return error


def _status(error: PetitfourError) -> tuple[int, str]:
    for kind, status, name in _STATUS:
        if isinstance(error, kind):
            return status, name
    return 500, "server_error"
