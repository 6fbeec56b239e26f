"""Routing on the held-out set: how often the right specialist answers, and where it goes wrong.

Covers: reading items, the context a router is given (what a conversation would give it), scoring any router, a
95 % interval. Does not cover: routers (backend/mol/route.py, baselines.py) or training data: the held-out set was
written apart from the recipes.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from pydantic import BaseModel, ConfigDict, field_validator

from backend.engine.base import L0, LABELS, Label
from backend.mol.route import Decision, RouteContext

HOLDOUT = Path(__file__).parent / "data" / "route_holdout.jsonl"
_Z = 1.96

Router = Callable[[str, RouteContext], Awaitable[Decision]]


class HistoryMessage(BaseModel):
    """One earlier message; `adapter` names who wrote an assistant message."""

    model_config = ConfigDict(frozen=True)

    role: str
    content: str
    adapter: str | None = None


class RouteItem(BaseModel):
    """One request with the label that should answer it; a label in `alt` counts too."""

    model_config = ConfigDict(frozen=True)

    id: str
    history: tuple[HistoryMessage, ...] = ()
    text: str
    label: str
    alt: tuple[str, ...] = ()
    lang: str = "en"
    kind: str = "plain"

    @field_validator("alt", mode="before")
    @classmethod
    def _one_or_more(cls, alt: object) -> object:
        """One label may stand by itself."""
        return (alt,) if isinstance(alt, str) else alt or ()

    @property
    def context(self) -> RouteContext:
        """The last answer's label and its head, which is also the fallback summary of a turn."""
        for message in reversed(self.history):
            if message.role == "assistant":
                return RouteContext(label=Label(message.adapter or L0), summary=message.content)
        return RouteContext()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """One item as it was routed."""

    item: RouteItem
    decision: Decision

    @property
    def right(self) -> bool:
        """True when the label is the wanted one or an alternative."""
        return self.decision.label in (self.item.label, *self.item.alt)


def read_items(file: Path = HOLDOUT) -> list[RouteItem]:
    """The items of a JSONL file, checked."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [RouteItem.model_validate_json(line) for line in lines if line.strip()]


async def evaluate(items: Iterable[RouteItem], router: Router) -> list[Scored]:
    """Every item routed, one after the other (the time of a decision is part of what is measured)."""
    return [Scored(item=item, decision=await router(item.text, item.context)) for item in items]


def report(scored: Sequence[Scored]) -> dict[str, Any]:
    """The object that `petitfour route --json` prints; shares are of 1."""
    right = sum(one.right for one in scored)
    low, high = wilson(right, len(scored))
    return {
        "items": [
            {
                "id": one.item.id,
                "label": one.decision.label,
                "wanted": one.item.label,
                "right": one.right,
                "distribution": dict(one.decision.distribution),
                "ms": round(one.decision.ms, 1),
            }
            for one in scored
        ],
        "n": len(scored),
        "accuracy": _share(scored),
        "accuracy_interval": [low, high],
        "by_kind": _grouped(scored, lambda one: one.item.kind),
        "by_lang": _grouped(scored, lambda one: one.item.lang),
        "recall": _grouped(scored, lambda one: one.item.label),
        "confusion": _confusion(scored),
        "valid": _fraction([one.decision.label in LABELS and one.decision.reason != "fallback" for one in scored]),
        "unsure": _fraction([one.decision.unsure for one in scored]),
        "ms_p50": round(median([one.decision.ms for one in scored]), 1) if scored else 0.0,
    }


def wilson(right: int, total: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share."""
    if total == 0:
        return 0.0, 1.0
    share, square = right / total, _Z * _Z
    centre = share + square / (2 * total)
    spread = _Z * math.sqrt(share * (1 - share) / total + square / (4 * total * total))
    scale = 1 + square / total
    return round((centre - spread) / scale, 4), round((centre + spread) / scale, 4)


def _share(scored: Sequence[Scored]) -> float:
    return _fraction([one.right for one in scored])


def _fraction(flags: Sequence[bool]) -> float:
    return round(sum(flags) / len(flags), 4) if flags else 0.0


def _grouped(scored: Sequence[Scored], key: Callable[[Scored], str]) -> dict[str, float]:
    groups: dict[str, list[Scored]] = defaultdict(list)
    for one in scored:
        groups[key(one)].append(one)
    return {name: _share(group) for name, group in sorted(groups.items())}


def _confusion(scored: Sequence[Scored]) -> Mapping[str, dict[str, int]]:
    """Wanted label → given label → count."""
    counts: dict[str, Counter[str]] = {label: Counter() for label in LABELS}
    for one in scored:
        counts[one.item.label][one.decision.label] += 1
    return {label: {given: row[given] for given in LABELS} for label, row in counts.items()}
