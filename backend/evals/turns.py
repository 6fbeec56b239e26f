"""What routing, summary and storage cost the reader, against calling the adapter directly, on the embedded engine.

Covers: two scripted conversations, each turn answered by the whole hub and, in a lane of its own, by the routed adapter
alone (same view, same cells); the paper's Table 1 (time of each hop) from the same run.
Does not cover: whether the answers are right, or many readers at once.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from backend.engine.base import Engine, Label, ms_since
from backend.evals.hub import OWNER, fixed_cells, service_on
from backend.evals.switches import SWITCHES
from backend.mol.running import ServiceEvent, TurnEnded
from backend.mol.service import TurnService
from backend.mol.turn import AnswerDelta, HopDone, Routed, TurnInput, run_turn
from backend.profiles.profile import Profile
from backend.store.conversations import closed_turns, shown_branch

CONVERSATIONS: tuple[tuple[str, ...], ...] = (
    tuple(text for _, text in SWITCHES),
    (
        "How many minutes are 3 and a half hours?",
        "Is that a long time for a walk?",
        "A card to compare three walking shoes.",
        "Give me a regular expression for a postcode of five digits.",
        "Explain it to me in plain words.",
        "What is the average of 12, 15 and 21?",
    ),
)


@dataclass(slots=True)
class Seen:
    """What a reader saw of one turn, in milliseconds after the message."""

    label: Label | None = None
    first_ms: float = 0.0
    end_ms: float = 0.0
    hops: dict[str, float] = field(default_factory=dict[str, float])
    answer_tokens: int = 0


async def measure_turns(
    engine: Engine, profile: Profile, conversations: Sequence[Sequence[str]] = CONVERSATIONS
) -> dict[str, Any]:
    """The object that `petitfour bench turn` prints.

    Each conversation runs once to learn the labels and to warm what every turn shares, then once more to be measured.
    """
    rows: list[dict[str, Any]] = []
    for number, texts in enumerate(conversations):
        async with service_on(engine, profile) as turns:
            learned = [routed.label for routed, _ in await _conversation(turns, texts, [], f"learned {number}")]
            measured = await _conversation(turns, texts, learned, f"direct {number}")
        rows += [_row(routed, direct) for routed, direct in measured if direct]
    routed_ms, direct_ms = (sum(row[f"{how}_ms"] for row in rows) for how in ("routed", "direct"))
    hops = {kind: [row[f"{kind}_ms"] for row in rows] for kind in ("route", "answer", "summary")}
    total = sum(sum(times) for times in hops.values())
    figures: dict[str, float] = {
        "overhead_ratio": round(routed_ms / direct_ms - 1, 4),
        "ttft_added_ms_p50": round(median(row["routed_first_ms"] - row["direct_first_ms"] for row in rows), 1),
        **{f"{kind}_ms_p50": round(median(times), 1) for kind, times in hops.items()},
        **{f"{kind}_share": round(sum(times) / total, 4) for kind, times in hops.items()},
        "turns": len(rows),
    }
    return {"figures": figures, "rows": rows, "baseline": "the routed adapter, called directly with the same view"}


async def _conversation(
    turns: TurnService, texts: Sequence[str], labels: Sequence[Label | None], lane: str
) -> list[tuple[Seen, Seen | None]]:
    """Each turn through the hub and, when its label is known, directly; in changing order.

    The summary is written before the next message comes, as while a person reads.
    """
    seen: list[tuple[Seen, Seen | None]] = []
    conversation_id: str | None = None
    for number, text in enumerate(texts):
        given = TurnInput(
            text=text,
            branch=closed_turns(await shown_branch(turns.database, OWNER, conversation_id)) if conversation_id else (),
            slot=lane,
            pin=labels[number] if labels else None,
        )
        direct = await direct_turn(turns, given) if labels and number % 2 else None
        routed, conversation_id = await routed_turn(turns, text, conversation_id)
        if labels and not number % 2:
            direct = await direct_turn(turns, given)
        seen.append((routed, direct))
    return seen


async def routed_turn(
    turns: TurnService, text: str, conversation_id: str | None, *, summary: bool = True
) -> tuple[Seen, str]:
    """The whole turn as a reader sees it, and its conversation; with `summary` it returns when that is written too."""
    seen, began = Seen(), time.perf_counter()
    turn = await turns.start(OWNER, text, fixed_cells, conversation_id=conversation_id)
    async for event in turn.follow(summary=summary):
        _note(seen, event, began)
    return seen, turn.conversation_id


async def direct_turn(turns: TurnService, given: TurnInput) -> Seen:
    """The adapter alone: no route, no summary, nothing stored."""
    seen, began = Seen(label=given.pin), time.perf_counter()
    async with fixed_cells("") as run_cell, aclosing(run_turn(given, turns.engine, turns.profile, run_cell)) as events:
        async for event in events:
            _note(seen, event, began)
    seen.end_ms = ms_since(began)
    return seen


def _note(seen: Seen, event: ServiceEvent, began: float) -> None:
    match event:
        case Routed(decision):
            seen.label = decision.label
        case AnswerDelta():
            seen.first_ms = seen.first_ms or ms_since(began)
        case HopDone():
            seen.hops[event.kind] = seen.hops.get(event.kind, 0.0) + event.ms
            seen.answer_tokens += event.usage.completion_tokens if event.kind == "answer" else 0
        case TurnEnded():
            seen.end_ms = ms_since(began)
        case _:
            pass


def _row(routed: Seen, direct: Seen) -> dict[str, Any]:
    hops = {f"{kind}_ms": round(routed.hops.get(kind, 0.0), 1) for kind in ("route", "answer", "summary")}
    return {
        "label": routed.label,
        "routed_first_ms": round(routed.first_ms, 1),
        "routed_ms": round(routed.end_ms, 1),
        "direct_first_ms": round(direct.first_ms, 1),
        "direct_ms": round(direct.end_ms, 1),
        **hops,
    }
