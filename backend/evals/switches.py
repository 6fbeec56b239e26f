"""What a switch of specialist costs, and what exact K/V costs and buys, on the embedded engine.

Covers: a scripted conversation that alternates between all four, with every hop's computed tokens; its answers again
without any cache; the next hop's distribution when it reads an answer as the adapter wrote it (tinted), settled, and in
a lane that never wrote it.
Does not cover: whether the answers are right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import aclosing
from statistics import median
from typing import Any

from backend.engine.base import L0, L1, L2, L3, ChatMessage, Engine, EngineRequest, Label, whole_reply
from backend.engine.llamacpp import LlamaCpp
from backend.evals.hub import OWNER, fixed_cells, service_on
from backend.mol.turn import CellDone, StepDone, TurnInput, run_turn
from backend.mol.view import ClosedTurn, view
from backend.profiles.profile import Profile
from backend.store.conversations import ShownTurn, closed_turns, shown_branch

SWITCHES: tuple[tuple[Label, str], ...] = (
    (L0, "Hello! Can you tell me in a sentence why the sky is blue?"),
    (L3, "A small form to book a table for dinner."),
    (L1, "What is 17% of 2340?"),
    (L2, "Write a Python function that reverses a string."),
    (L0, "Thanks, that helps."),
    (L3, "Add a phone field to the form."),
    (L1, "How many days are there between 2024-03-01 and 2024-04-15?"),
    (L2, "Now the same in JavaScript."),
)
PROBE = ChatMessage("user", "Is that right? Answer Yes or No.")
PROBE_VALUES = ("Yes", "No")
PROBE_ANSWER_TOKENS = 60


async def alternating(engine: Engine, profile: Profile) -> list[ShownTurn]:
    """The scripted conversation, answered; cells get a fixed observation so that every run computes the same."""
    async with service_on(engine, profile) as turns:
        conversation_id: str | None = None
        for label, text in SWITCHES:
            turn = await turns.start(OWNER, text, fixed_cells, conversation_id=conversation_id, pin=label)
            conversation_id = turn.conversation_id
            async for _ in turn.follow(summary=True):
                pass
        return await shown_branch(turns.database, OWNER, conversation_id or "")


def switch_rows(shown: list[ShownTurn]) -> list[dict[str, Any]]:
    """A row a hop: `computed` prompt tokens, of which `new` were read by no hop before.

    New are the tokens beyond the longest prompt so far, and those that the turn wrote itself, which settled K/V reads
    once under the base. `again` is the rest: what a switch, or a hop, made the engine compute a second time.
    """
    rows: list[dict[str, Any]] = []
    longest = 0
    for turn in shown:
        written = 0
        for hop in turn.hops:
            computed = hop.prompt_tokens - hop.cached_tokens
            new = max(hop.prompt_tokens - longest, written)
            rows.append(
                {
                    "label": hop.adapter,
                    "hop": hop.kind,
                    "prompt": hop.prompt_tokens,
                    "computed": computed,
                    "new": new,
                    "again": max(0, computed - new),
                    "known": max(0, hop.prompt_tokens - new),
                    "ms": round(hop.ms, 1),
                }
            )
            longest = max(longest, hop.prompt_tokens)
            written = hop.completion_tokens
    return rows


def reentry_cached_share(rows: Sequence[Mapping[str, Any]]) -> float:
    """Of the tokens that some hop had read before, those that an answer hop did not compute again."""
    back = [row for row in rows if row["hop"] == "answer" and row["known"]]
    known = sum(row["known"] for row in back)
    return 1 - sum(row["again"] for row in back) / known if known else 1.0


async def same_without_cache(engine: LlamaCpp, profile: Profile, shown: Sequence[ShownTurn]) -> list[bool]:
    """For each turn: whether its answer, from the same view, is the same to the letter when no K/V is used again."""
    closed = closed_turns(shown)
    engine.reuse = False
    try:
        return [
            await _answered_anew(engine, profile, closed[:number], turn, slot=f"anew {number}") == turn.trace
            for number, turn in enumerate(closed)
        ]
    finally:
        engine.reuse = True


async def _answered_anew(
    engine: Engine, profile: Profile, branch: Sequence[ClosedTurn], turn: ClosedTurn, *, slot: str
) -> tuple[ChatMessage, ...]:
    given = TurnInput(text=turn.text, branch=tuple(branch), slot=slot, pin=turn.label)
    trace: list[ChatMessage] = []
    async with fixed_cells("") as run_cell, aclosing(run_turn(given, engine, profile, run_cell)) as events:
        async for event in events:
            if isinstance(event, StepDone):
                trace.append(ChatMessage("assistant", event.text))
            elif isinstance(event, CellDone):
                trace.append(event.message)
    return tuple(trace)


async def tint(engine: Engine, profile: Profile) -> dict[str, float]:
    """The largest difference of the next hop's distribution from a clean lane: as written, and settled."""
    tinted, settled = [0.0], [0.0]
    for number, (label, text) in enumerate(SWITCHES[:4]):
        messages = view((), label, text, kind=profile.view, limit_chars=profile.view_limit_chars)
        lane = f"tint {number}"
        answer = await _answer(engine, messages, label, lane)
        after = (*messages, ChatMessage("assistant", answer), PROBE)
        as_written = await _probe(engine, after, lane)
        await engine.settle(lane, messages)
        again = await _answer(engine, messages, label, lane)
        after = (*messages, ChatMessage("assistant", again), PROBE)
        await engine.settle(lane, messages)
        exact = await _probe(engine, after, lane)
        clean = await _clean_probe(engine, messages, after, f"clean {number}")
        tinted.append(_difference(as_written, clean))
        settled.append(_difference(exact, clean))
    return {"tinted_difference_max": max(tinted), "settled_difference_max": max(settled)}


async def measure_switches(engine: LlamaCpp, profile: Profile) -> dict[str, Any]:
    """The object that `petitfour bench kv` prints."""
    shown = await alternating(engine, profile)
    rows = switch_rows(shown)
    same = await same_without_cache(engine, profile, shown)
    by_hop = {kind: [row["ms"] for row in rows if row["hop"] == kind] for kind in ("answer", "summary")}
    figures: dict[str, float] = {
        "switch_recomputed_tokens_max": max(row["again"] for row in rows),
        "reentry_cached_share": round(reentry_cached_share(rows), 4),
        "answers_equal": sum(same) / len(same),
        "prompt_tokens_last": rows[-1]["prompt"],
        **{f"{kind}_ms_p50": median(times) for kind, times in by_hop.items() if times},
        **await tint(engine, profile),
    }
    return {"figures": figures, "rows": rows, "baseline": "no cache; a lane that never wrote the answer"}


async def _answer(engine: Engine, messages: tuple[ChatMessage, ...], label: Label, lane: str) -> str:
    request = EngineRequest(messages=messages, adapter=label, max_tokens=PROBE_ANSWER_TOKENS, slot=lane)
    return (await whole_reply(engine, request)).text


async def _probe(engine: Engine, messages: tuple[ChatMessage, ...], lane: str) -> Mapping[str, float]:
    request = EngineRequest(messages=messages, adapter=L0, max_tokens=4, slot=lane)
    return (await engine.choose(request, PROBE_VALUES)).distribution


async def _clean_probe(
    engine: Engine, messages: tuple[ChatMessage, ...], after: tuple[ChatMessage, ...], lane: str
) -> Mapping[str, float]:
    """The probe in a lane that never wrote the answer, filled in the same cuts: another cut alone moves it by 0.02."""
    await _probe(engine, messages, lane)
    await engine.settle(lane, messages)
    return await _probe(engine, after, lane)


def _difference(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    return max(abs(one[value] - other[value]) for value in PROBE_VALUES)
