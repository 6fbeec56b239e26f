"""An answer as it grows, before it has any client's shape.

Covers: taking a turn's events, the text they add, token counts, the turn's own record (the member `petitfour`).
Does not cover: OpenAI's shapes (completions.py, responses.py).
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from backend.engine.base import Usage
from backend.mol.route import Decision
from backend.mol.running import RunningTurn, ServiceEvent, TurnEnded
from backend.mol.transcript import STEP_BREAK
from backend.mol.turn import AnswerDelta, CellDone, HopDone, Routed


@dataclass(slots=True)
class Answer:
    """One answer as it grows; feed it the turn's events in order. `model` is the name that the client asked for."""

    turn: RunningTurn
    model: str
    created: int = field(default_factory=lambda: int(time.time()))
    text: str = ""
    cut: bool = False
    ended: TurnEnded | None = None
    _step: int = 0
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
                self.cut = event.finish == "length"
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

    def usage(self) -> Usage:
        """Tokens of all answer hops together."""
        hops = [hop.usage for hop in self._hops if hop.kind == "answer"]
        return Usage(
            prompt_tokens=sum(usage.prompt_tokens for usage in hops),
            cached_tokens=sum(usage.cached_tokens for usage in hops),
            completion_tokens=sum(usage.completion_tokens for usage in hops),
        )

    def record(self) -> dict[str, Any]:
        """What OpenAI's shapes have no place for: who answered and why, every hop, every cell."""
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


class Shape(Protocol):
    """How one endpoint's client sees an answer."""

    answer: Answer

    def whole(self) -> dict[str, Any]:
        """The reply to a request that does not stream."""
        ...

    def opening(self) -> Iterator[bytes]:
        """The events before the first text."""
        ...

    def delta(self, text: str) -> bytes:
        """The event of one piece of text."""
        ...

    def closing(self) -> Iterator[bytes]:
        """The events that end a stream that went well."""
        ...

    def failing(self, error: Mapping[str, object]) -> bytes:
        """The event that ends a stream that failed."""
        ...


def event_line(value: Mapping[str, Any], *, name: str = "") -> bytes:
    """One server-sent event."""
    head = f"event: {name}\n".encode() if name else b""
    return head + b"data: " + json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n\n"
