"""An answer in the shape of `/v1/responses`.

Covers: the response object and the events of a streamed one, numbered. Does not cover: HTTP (routes.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from backend.api.answer import Answer, event_line
from backend.api.request import RESPONSE_PREFIX


@dataclass(slots=True)
class ResponseShape:
    """One message with one text part; `previous` is the id that the client named."""

    answer: Answer
    instructions: str
    previous: str | None
    _sent: int = 0

    def whole(self) -> dict[str, Any]:
        """The response object."""
        status = "incomplete" if self.answer.cut else "completed"
        usage = self.answer.usage()
        return self._object(status, [self._message(status)]) | {
            "incomplete_details": {"reason": "max_output_tokens"} if self.answer.cut else None,
            "usage": {
                "input_tokens": usage.prompt_tokens,
                "input_tokens_details": {"cached_tokens": usage.cached_tokens, "cache_write_tokens": 0},
                "output_tokens": usage.completion_tokens,
                "output_tokens_details": {"reasoning_tokens": 0},
                "total_tokens": usage.prompt_tokens + usage.completion_tokens,
            },
            "petitfour": self.answer.record(),
        }

    def opening(self) -> Iterator[bytes]:
        """The response, its message and the message's part, all still empty."""
        yield self._event("response.created", {"response": self._object("in_progress", [])})
        yield self._event("response.in_progress", {"response": self._object("in_progress", [])})
        item: dict[str, Any] = self._message("in_progress") | {"content": []}
        yield self._event("response.output_item.added", {"output_index": 0, "item": item})
        yield self._event("response.content_part.added", self._place() | {"part": _part("")})

    def delta(self, text: str) -> bytes:
        """One piece of text."""
        return self._event("response.output_text.delta", self._place() | {"delta": text, "logprobs": []})

    def closing(self) -> Iterator[bytes]:
        """The whole text, part, message and response."""
        text = self.answer.text
        yield self._event("response.output_text.done", self._place() | {"text": text, "logprobs": []})
        yield self._event("response.content_part.done", self._place() | {"part": _part(text)})
        whole = self.whole()
        yield self._event("response.output_item.done", {"output_index": 0, "item": whole["output"][0]})
        yield self._event(f"response.{whole['status']}", {"response": whole})

    def failing(self, error: Mapping[str, object]) -> bytes:
        """The response as failed, with what had arrived."""
        failed = self._object("failed", [self._message("incomplete")])
        failed["error"] = {"code": error["code"], "message": error["message"]}
        return self._event("response.failed", {"response": failed})

    def _event(self, name: str, body: dict[str, Any]) -> bytes:
        self._sent += 1
        return event_line({"type": name, "sequence_number": self._sent - 1} | body, name=name)

    def _place(self) -> dict[str, Any]:
        return {"item_id": f"msg_{self.answer.turn.id}", "output_index": 0, "content_index": 0}

    def _message(self, status: str) -> dict[str, Any]:
        return {
            "type": "message",
            "id": f"msg_{self.answer.turn.id}",
            "status": status,
            "role": "assistant",
            "content": [_part(self.answer.text.strip())],
        }

    def _object(self, status: str, output: list[dict[str, Any]]) -> dict[str, Any]:
        answer = self.answer
        return {
            "id": f"{RESPONSE_PREFIX}{answer.turn.id}",
            "object": "response",
            "created_at": answer.created,
            "status": status,
            "error": None,
            "incomplete_details": None,
            "instructions": self.instructions or None,
            "metadata": {},
            "model": answer.model,
            "output": output,
            "parallel_tool_calls": False,
            "previous_response_id": self.previous,
            "temperature": None,
            "tool_choice": "none",
            "tools": [],
            "top_p": None,
        }


def _part(text: str) -> dict[str, Any]:
    return {"type": "output_text", "text": text, "annotations": [], "logprobs": []}
