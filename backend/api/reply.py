"""Completions and chunks in OpenAI's shape.

Covers: building them from a turn's events; the member `petitfour` carries what OpenAI's shape has no place for.
Does not cover: HTTP (routes.py).
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from backend.mol.route import Decision
from backend.mol.running import RunningTurn, ServiceEvent, TurnEnded
from backend.mol.transcript import STEP_BREAK
from backend.mol.turn import AnswerDelta, CellDone, HopDone, Routed

DONE_LINE = b"data: [DONE]\n\n"
KEEP_ALIVE = b": still working\n\n"


@dataclass(slots=True)
class Completion:
    """One answer as it grows; feed it the turn's events in order."""

    turn: RunningTurn
    model: str
    created: int = field(default_factory=lambda: int(time.time()))
    text: str = ""
    ended: TurnEnded | None = None
    _step: int = 0
    _finish: str = "stop"
    _decision: Decision | None = None
    _hops: list[HopDone] = field(default_factory=list[HopDone])
    _cells: list[CellDone] = field(default_factory=list[CellDone])

    def take(self, event: ServiceEvent) -> str:
        """Note the event; returns the text that it adds to the answer."""
        match event:
            case Routed(decision):
                self._decision = decision
            case HopDone():
                self._hops.append(event)
                self._finish = event.finish
            case CellDone():
                self._cells.append(event)
            case AnswerDelta():
                gap = STEP_BREAK if event.step != self._step else ""
                self._step = event.step
                self.text += gap + event.text
                return gap + event.text
            case TurnEnded():
                self.ended = event
            case _:
                pass
        return ""

    def whole(self) -> dict[str, Any]:
        """The reply to a request that does not stream."""
        message = {"role": "assistant", "content": self.text.strip(), "refusal": None}
        choice = {"index": 0, "message": message, "finish_reason": self._finish, "logprobs": None}
        return self._object("chat.completion", [choice]) | {"usage": self._usage(), "petitfour": self._record()}

    def first(self) -> bytes:
        """The chunk that opens the answer."""
        return self._chunk({"role": "assistant", "content": ""})

    def delta(self, text: str) -> bytes:
        """The chunk of one piece of text."""
        return self._chunk({"content": text})

    def last(self, *, include_usage: bool) -> Iterator[bytes]:
        """What closes a stream that went well."""
        yield self._chunk({}, finish=self._finish, record=True)
        if include_usage:
            yield _line(self._object("chat.completion.chunk", []) | {"usage": self._usage()})
        yield DONE_LINE

    def _chunk(self, delta: dict[str, str], *, finish: str | None = None, record: bool = False) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
        more = {"petitfour": self._record()} if record else {}
        return _line(self._object("chat.completion.chunk", [choice]) | more)

    def _object(self, kind: str, choices: list[dict[str, Any]]) -> dict[str, Any]:
        named = {"id": f"chatcmpl-{self.turn.id}", "object": kind, "created": self.created, "model": self.model}
        return named | {"choices": choices}

    def _usage(self) -> dict[str, Any]:
        answers = [hop.usage for hop in self._hops if hop.kind == "answer"]
        prompt = sum(usage.prompt_tokens for usage in answers)
        completion = sum(usage.completion_tokens for usage in answers)
        return {
            "prompt_tokens": prompt,
            "completion_tokens": completion,
            "total_tokens": prompt + completion,
            "prompt_tokens_details": {"cached_tokens": sum(usage.cached_tokens for usage in answers)},
        }

    def _record(self) -> dict[str, Any]:
        decision = self._decision
        hops = [
            {
                "kind": hop.kind,
                "adapter": hop.adapter,
                "prompt_tokens": hop.usage.prompt_tokens,
                "cached_tokens": hop.usage.cached_tokens,
                "completion_tokens": hop.usage.completion_tokens,
                "ms": round(hop.ms, 1),
            }
            for hop in self._hops
        ]
        return {
            "turn": self.turn.id,
            "conversation": self.turn.conversation_id,
            "label": decision.label if decision else None,
            "reason": decision.reason if decision else None,
            "unsure": decision.unsure if decision else False,
            "distribution": dict(decision.distribution) if decision else {},
            "hops": hops,
            "cells": [
                {"code": cell.code, "status": cell.observation.status, "value": cell.observation.value}
                for cell in self._cells
            ],
        }


def error_line(error: dict[str, object]) -> bytes:
    """What ends a stream that failed: clients of OpenAI's raise it."""
    return _line({"error": error})


def _line(value: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n\n"
