"""Summary hop: one sentence about an answer, for the other specialists and the router.

Covers: the hop's request (same adapter, same view, so that its prefix is cached) and the deterministic fallback.
Does not cover: when it runs (service.py: after the stream has ended) or where it is kept (store).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.engine.base import ChatMessage, EngineRequest, Label

SUMMARY_REQUEST = ChatMessage("user", "Summarise your answer for the other specialists in one sentence.")
SUMMARY_MAX_TOKENS = 192
FALLBACK_LIMIT_CHARS = 160

_FENCED = re.compile(r"`{3,}[^\n]*\n.*?(?:`{3,}|\Z)", re.S)


def summary_request(
    view: Sequence[ChatMessage], trace: Sequence[ChatMessage], adapter: Label, *, slot: str, max_tokens: int
) -> EngineRequest:
    """The hidden request: the answer hop's messages, the answer, then the request for a summary."""
    return EngineRequest(
        messages=(*view, *trace, SUMMARY_REQUEST),
        adapter=adapter,
        max_tokens=min(max_tokens, SUMMARY_MAX_TOKENS),
        slot=slot,
        stop=("\n",),
    )


def fallback_summary(trace: Sequence[ChatMessage]) -> str:
    """The answer's head on one line, without fenced blocks; what is used when the hop did not finish in time."""
    said = " ".join(message.content for message in trace if message.role == "assistant")
    text = " ".join(_FENCED.sub(" ", said).split())
    if not text:
        text = " ".join(said.replace("`", " ").split())
    return text[:FALLBACK_LIMIT_CHARS]
