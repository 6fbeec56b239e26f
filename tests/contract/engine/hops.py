"""Short ways to say a hop in these tests.

Covers: requests with defaults, whole replies, distributions. Does not cover: assertions.
"""

from __future__ import annotations

from typing import Any

from backend.engine.base import ChatMessage, Engine, EngineRequest, Label, Reply

HEAD = ChatMessage("system", "You are Petitfour, a careful personal assistant.")


def user(text: str) -> ChatMessage:
    """A user message."""
    return ChatMessage("user", text)


def assistant(text: str) -> ChatMessage:
    """An assistant message."""
    return ChatMessage("assistant", text)


def hop(*messages: ChatMessage, adapter: str | None = None, **settings: Any) -> EngineRequest:
    """A request with small defaults."""
    settings = {"max_tokens": 24, "slot": "conversation"} | settings
    return EngineRequest(messages=(HEAD, *messages), adapter=None if adapter is None else Label(adapter), **settings)


async def whole(engine: Engine, request: EngineRequest) -> Reply:
    """The end of a stream."""
    *_, last = [event async for event in engine.stream(request)]
    assert isinstance(last, Reply)
    return last
