"""An answer in the shape of `/v1/chat/completions`.

Covers: the completion object and its chunks. Does not cover: HTTP (routes.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from backend.api.answer import Answer, event_line


@dataclass(slots=True)
class CompletionShape:
    """Chunks with deltas; the last one carries the turn's record."""

    answer: Answer
    include_usage: bool

    def whole(self) -> dict[str, Any]:
        """The completion object."""
        message = {"role": "assistant", "content": self.answer.text.strip(), "refusal": None}
        choice = {"index": 0, "message": message, "finish_reason": self._finish(), "logprobs": None}
        more = {"usage": self._usage(), "petitfour": self.answer.record()}
        return self._object("chat.completion", [choice]) | more

    def opening(self) -> Iterator[bytes]:
        """The chunk that names the role."""
        yield event_line(self._chunk({"role": "assistant", "content": ""}))

    def delta(self, text: str) -> bytes:
        """The chunk of one piece of text."""
        return event_line(self._chunk({"content": text}))

    def closing(self) -> Iterator[bytes]:
        """The finish reason, the usage if it was asked for, the end mark."""
        yield event_line(self._chunk({}, finish=self._finish()) | {"petitfour": self.answer.record()})
        if self.include_usage:
            yield event_line(self._object("chat.completion.chunk", []) | {"usage": self._usage()})
        yield b"data: [DONE]\n\n"

    def failing(self, error: Mapping[str, object]) -> bytes:
        """An event with nothing but the error."""
        return event_line({"error": error})

    def _chunk(self, delta: dict[str, str], *, finish: str | None = None) -> dict[str, Any]:
        choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
        return self._object("chat.completion.chunk", [choice])

    def _object(self, kind: str, choices: list[dict[str, Any]]) -> dict[str, Any]:
        answer = self.answer
        return {
            "id": f"chatcmpl-{answer.turn.id}",
            "object": kind,
            "created": answer.created,
            "model": answer.model,
            "choices": choices,
        }

    def _finish(self) -> str:
        return "length" if self.answer.cut else "stop"

    def _usage(self) -> dict[str, Any]:
        usage = self.answer.usage()
        return {
            "prompt_tokens": usage.prompt_tokens,
            "completion_tokens": usage.completion_tokens,
            "total_tokens": usage.prompt_tokens + usage.completion_tokens,
            "prompt_tokens_details": {"cached_tokens": usage.cached_tokens},
        }
