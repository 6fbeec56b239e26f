"""`/v1/chat/completions`, `/v1/responses` and `/v1/models`: the turn for any OpenAI client; `/metrics` for operators.

Covers: streaming and whole answers, finding the branch of a resent history, ending the turn of a client that left.
Does not cover: tool calls of a client, what is counted (backend/observe).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import suppress
from typing import Protocol

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse

from backend.api.answer import Answer, Shape
from backend.api.completions import CompletionShape
from backend.api.errors import ErrorShapedRoute, TooLarge, ended_error, error_object
from backend.api.keys import owner_of
from backend.api.limits import Gate
from backend.api.request import Asked, known_model, models, parse_completion, parse_response
from backend.api.responses import ResponseShape
from backend.errors import NotAllowed, PetitfourError
from backend.mol.headless import headless
from backend.mol.running import RunningTurn, ServiceEvent, TurnEnded
from backend.mol.service import TurnService
from backend.mol.turn import AnswerDelta
from backend.observe import metrics
from backend.store.models import DONE

BODY_LIMIT_BYTES = 8 << 20
PLACES_AT_ONCE = 32
PLACES_WAITED_FOR = 64
KEEP_ALIVE_S = 10.0
KEEP_ALIVE = b": still working\n\n"
GONE_CHECK_S = 0.5


class Backend(Protocol):
    """What these routes need of the server that mounts them."""

    async def turns(self) -> TurnService:
        """The turn service, once its engine is up."""
        ...


def metrics_route() -> APIRouter:
    """`/metrics`; when keys are set, it wants one too."""
    router = APIRouter(tags=["operation"], route_class=ErrorShapedRoute)

    @router.get("/metrics")
    async def read(request: Request) -> Response:
        """Counters of turns and hops in Prometheus' text format."""
        owner_of(request.headers.get("authorization"))
        return Response(metrics.exposition(), media_type=metrics.CONTENT_TYPE)

    return router


def api_routes(
    current: Callable[[], Backend], *, places: int = PLACES_AT_ONCE, queue: int = PLACES_WAITED_FOR
) -> APIRouter:
    """The routes over the backend that `current` gives, for `places` turns at once and `queue` that wait."""
    router = APIRouter(prefix="/v1", tags=["chat"], route_class=ErrorShapedRoute)
    gate = Gate(places=places, queue=queue)

    @router.get("/models")
    async def list_models(request: Request) -> Response:
        """The routed model, and one for each specialist by itself."""
        owner_of(request.headers.get("authorization"))
        return JSONResponse({"object": "list", "data": [_model(name) for name in models()]})

    @router.get("/models/{name}")
    async def one_model(request: Request, name: str) -> Response:
        """One of them."""
        owner_of(request.headers.get("authorization"))
        return JSONResponse(_model(known_model(name)))

    @router.post("/chat/completions")
    async def complete(request: Request) -> Response:
        """Answer the last message after the history before it."""
        return await _answered(
            request, current, gate, parse_completion, lambda answer, asked: CompletionShape(answer, asked.include_usage)
        )

    @router.post("/responses")
    async def respond(request: Request) -> Response:
        """Answer the input, after the response that it names or the history that it brings."""
        return await _answered(
            request,
            current,
            gate,
            parse_response,
            lambda answer, asked: ResponseShape(answer, asked.system, asked.previous),
        )

    @router.api_route("/{path:path}", methods=["GET", "POST", "PUT", "PATCH", "DELETE"], include_in_schema=False)
    async def nothing(path: str) -> Response:
        """Anything else, in OpenAI's shape too."""
        raise NotAllowed(f"there is no /v1/{path} here; see docs/guide/api.md")

    return router


def _model(name: str) -> dict[str, object]:
    return {"id": name, "object": "model", "created": 0, "owned_by": "petitfour"}


async def _answered(
    request: Request,
    current: Callable[[], Backend],
    gate: Gate,
    parse: Callable[[bytes], Asked],
    shaped: Callable[[Answer, Asked], Shape],
) -> Response:
    owner = owner_of(request.headers.get("authorization"))
    asked = parse(await _body(request))
    turn = await _placed(gate, await current().turns(), owner, asked)
    return await _reply(request, turn, shaped(Answer(turn, asked.model), asked), stream=asked.stream)


async def _placed(gate: Gate, service: TurnService, owner: str, asked: Asked) -> RunningTurn:
    """Start the turn once there is a place for it; the turn's end, however it comes, gives the place back."""
    await gate.enter()
    try:
        turn = await service.resume(
            owner,
            asked.system,
            asked.said,
            asked.text,
            headless(service.profile),
            previous=asked.previous,
            pin=asked.pin,
            sampling=asked.sampling,
        )
    except BaseException:
        gate.leave()
        raise
    turn.when_done(gate.leave)
    return turn


async def _reply(request: Request, turn: RunningTurn, shape: Shape, *, stream: bool) -> Response:
    """The whole answer, or a stream that starts with its first token, so that an early failure has its own status."""
    answer, events, held = shape.answer, turn.follow(), ""
    leaving = asyncio.create_task(_stop_when_gone(request, turn))
    try:
        async for event in events:
            held += answer.take(event)
            if stream and isinstance(event, AnswerDelta):
                break
    except BaseException:
        turn.stop()
        raise
    finally:
        leaving.cancel()
    if error := _failure(answer):
        raise error
    headers = {"x-conversation-id": turn.conversation_id}
    if not stream:
        return JSONResponse(shape.whole(), headers=headers)
    headers |= {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(_stream(turn, shape, events, held), media_type="text/event-stream", headers=headers)


async def _stream(
    turn: RunningTurn, shape: Shape, events: AsyncGenerator[ServiceEvent, None], held: str
) -> AsyncIterator[bytes]:
    try:
        for line in shape.opening():
            yield line
        if held:
            yield shape.delta(held)
        async for event in _with_pauses(events):
            if event is None:
                yield KEEP_ALIVE
            elif text := shape.answer.take(event):
                yield shape.delta(text)
        if error := _failure(shape.answer):
            yield shape.failing(error_object(error))
            return
        for line in shape.closing():
            yield line
    finally:
        turn.stop()  # the client may have left; does nothing to a turn that has ended


def _failure(answer: Answer) -> PetitfourError | None:
    """The error of an answer that did not end well; None while it goes on."""
    ended = answer.ended
    if ended is None or ended.status == DONE:
        return None
    return ended_error(ended.error_code, ended.error or "the answer was stopped")


async def _with_pauses(events: AsyncGenerator[ServiceEvent, None]) -> AsyncIterator[ServiceEvent | None]:
    """The events, and None whenever nothing came for KEEP_ALIVE_S."""
    waiting: asyncio.Task[ServiceEvent] | None = None
    try:
        while True:
            waiting = waiting or asyncio.ensure_future(anext(events))
            done, _ = await asyncio.wait({waiting}, timeout=KEEP_ALIVE_S)
            if not done:
                yield None
                continue
            event, waiting = waiting, None
            try:
                found = event.result()
            except StopAsyncIteration:
                return
            yield found
            if isinstance(found, TurnEnded):
                return
    finally:
        if waiting is not None:
            waiting.cancel()
            with suppress(asyncio.CancelledError, StopAsyncIteration):
                await waiting


async def _stop_when_gone(request: Request, turn: RunningTurn) -> None:
    while not await request.is_disconnected():  # noqa: ASYNC110  the server tells it only when asked
        await asyncio.sleep(GONE_CHECK_S)
    turn.stop()


async def _body(request: Request) -> bytes:
    """The body, at most BODY_LIMIT_BYTES of it.

    Raises:
        TooLarge: it is longer.
    """
    data = bytearray()
    async for piece in request.stream():
        data += piece
        if len(data) > BODY_LIMIT_BYTES:
            raise TooLarge(f"the body is larger than {BODY_LIMIT_BYTES >> 20} MiB; send a shorter history")
    return bytes(data)
