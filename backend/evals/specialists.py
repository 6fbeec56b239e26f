"""L1 and L2 on their held-out tasks: is the cell's value right, does the code do what was asked.

Covers: one answer a task from the real engine under the profile's constraints, judged by machine.
Does not cover: the judging itself (the recipes' check.py), or prose.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from backend.engine.base import L1, L2, Engine, Label, whole_reply
from backend.mol.answer import answer_request
from backend.mol.view import view
from backend.profiles.profile import Profile
from backend.train.recipes.l1 import check as l1
from backend.train.recipes.l2 import check as l2

SEED = 0
LANE = "specialists"


async def measure_specialists(engine: Engine, profile: Profile) -> dict[str, Any]:
    """The object that `petitfour bench specialists` prints; shares are of 1."""
    rows: list[dict[str, Any]] = []
    for task in l1.HELD_OUT:
        text = await _answer(engine, profile, L1, task.text)
        right = await asyncio.to_thread(_judged, lambda text=text, task=task: l1.evaluate(text, task.expected))
        rows.append({"adapter": L1, "kind": "cell", "right": right})
    for item in l2.held_out(SEED):
        text = await _answer(engine, profile, L2, item.text)
        right = await asyncio.to_thread(_judged, lambda text=text, item=item: l2.evaluate(text, item.task))
        rows.append({"adapter": L2, "kind": item.kind, "right": right})
    groups: dict[str, list[bool]] = defaultdict(list)
    for row in rows:
        groups[f"{row['adapter']}_right"].append(row["right"])
        groups[f"{row['adapter']}_{row['kind']}_right"].append(row["right"])
    figures = {name: round(sum(found) / len(found), 3) for name, found in groups.items()}
    counts = {"L1_tasks": len(l1.HELD_OUT), "L2_tasks": len(rows) - len(l1.HELD_OUT)}
    return {"figures": figures | counts, "rows": rows, "baseline": "none: the untrained base writes no cell"}


def _judged(judge: Callable[[], bool]) -> bool:
    """False for an answer that cannot even be judged (no code, code that does not parse)."""
    try:
        return judge()
    except (ValueError, SyntaxError):
        return False


async def _answer(engine: Engine, profile: Profile, label: Label, text: str) -> str:
    messages = view((), label, text, kind=profile.view, limit_chars=profile.view_limit_chars)
    return (await whole_reply(engine, answer_request(messages, label, profile, slot=LANE))).text
