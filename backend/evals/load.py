"""Many readers at once: what the chain of hops leaves of the engine's speed, on the embedded engine.

Covers: conversations that all write at the same time, without a pause, through the hub and then directly (the same
views, labels and cells).
Does not cover: one reader (turns.py), other machines' engines.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from statistics import quantiles
from typing import Any

import psutil

from backend.engine.base import Engine
from backend.evals.hub import OWNER, service_on
from backend.evals.turns import Seen, direct_turn, routed_turn
from backend.mol.service import TurnService
from backend.mol.turn import TurnInput
from backend.profiles.profile import Profile
from backend.store.conversations import ShownTurn, closed_turns, shown_branch

READERS = 16
MESSAGES: tuple[tuple[str, str], ...] = (
    ("Why do leaves turn red in autumn?", "And why do some trees stay green?"),
    ("What is 18% of 640?", "And 25% of it?"),
    ("Write a Python function that counts the words of a text.", "Now without the standard library."),
    ("A form to sign up for a running club.", "Add a choice of the distance."),
    ("Tell me a short story about a lighthouse.", "A happier end, please."),
    ("How many days are there between 2025-03-01 and 2025-05-12?", "Thanks!"),
    ("A shell line that lists the ten largest files.", "Explain each part of it."),
    ("A card with three tea sorts to compare.", "Which of them keeps me awake?"),
)


async def measure_load(engine: Engine, profile: Profile, readers: int = READERS) -> dict[str, Any]:
    """The object that `petitfour bench load` prints: throughput counts the tokens of answers alone, for both."""
    async with service_on(engine, profile) as turns:
        began = time.perf_counter()
        talks = await asyncio.gather(*(_chain(turns, MESSAGES[reader % len(MESSAGES)]) for reader in range(readers)))
        chain_s = time.perf_counter() - began
        branches = [await shown_branch(turns.database, OWNER, conversation_id) for _, conversation_id in talks]
        began = time.perf_counter()
        calls = await asyncio.gather(*(_calls(turns, branch, f"direct {n}") for n, branch in enumerate(branches)))
        direct_s = time.perf_counter() - began
    rows = [_row("chain", [seen for talk, _ in talks for seen in talk], chain_s)]
    rows.append(_row("direct", [seen for call in calls for seen in call], direct_s))
    chain, direct = rows
    memory = sum(process.memory_info().rss for process in psutil.Process().children(recursive=True))
    figures: dict[str, float] = {
        "chain_throughput_ratio": round(chain["answer_tokens_per_s"] / direct["answer_tokens_per_s"], 4),
        "ttft_ms_p50": chain["ttft_ms_p50"],
        "ttft_ms_p95": chain["ttft_ms_p95"],
        "engine_rss_mb": round(memory / 1e6),
        "readers": readers,
    }
    return {"figures": figures, "rows": rows, "baseline": "the same adapters called directly, as many at once"}


async def _chain(turns: TurnService, texts: Sequence[str]) -> tuple[list[Seen], str]:
    """A reader who sends the next message as soon as the answer has ended."""
    talk: list[Seen] = []
    conversation_id: str | None = None
    for text in texts:
        seen, conversation_id = await routed_turn(turns, text, conversation_id, summary=False)
        talk.append(seen)
    return talk, conversation_id or ""


async def _calls(turns: TurnService, branch: Sequence[ShownTurn], lane: str) -> list[Seen]:
    """The conversation of a branch again, without a hub."""
    closed = closed_turns(branch)
    inputs = [
        TurnInput(text=turn.text, branch=closed[:number], slot=lane, pin=closed[number].label)
        for number, turn in enumerate(branch)
    ]
    return [await direct_turn(turns, given) for given in inputs]


def _row(how: str, seen: Sequence[Seen], seconds: float) -> dict[str, Any]:
    tokens = sum(one.answer_tokens for one in seen)
    first = quantiles([one.first_ms for one in seen], n=20)
    return {
        "how": how,
        "turns": len(seen),
        "answer_tokens": tokens,
        "seconds": round(seconds, 2),
        "answer_tokens_per_s": round(tokens / seconds, 2),
        "ttft_ms_p50": round(first[9], 1),
        "ttft_ms_p95": round(first[18], 1),
    }
