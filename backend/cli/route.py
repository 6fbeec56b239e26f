"""`petitfour route`: routing accuracy on a file of labelled requests, on the real engine.

Covers: reading the lines, running the route hop for each, the report (DESIGN section 11).
Does not cover: the figures themselves (backend/evals/route.py).
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Annotated

import typer

from backend.engine.llamacpp import start_embedded
from backend.evals.route import RouteItem, evaluate, read_items
from backend.mol.route import Decision, RouteContext, route as route_hop
from backend.mol.summary import fallback_summary
from backend.engine.base import L0, ChatMessage, Label
from backend.paths import cache_dir, data_dir
from backend.profiles.profile import load_profile


def route(
    file: Annotated[Path, typer.Option(help="JSON lines: {id, history, text, label, alt?, lang?, kind?}.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Route every line of a file and compare with its label."""
    report = asyncio.run(_measure(read_items(file)))
    if as_json:
        print(json.dumps(report, ensure_ascii=False))  # noqa: T201
        return
    for key in ("accuracy", "valid", "by_kind", "by_lang", "recall", "confusion"):
        print(f"{key}: {json.dumps(report[key], ensure_ascii=False)}")  # noqa: T201


async def _measure(items: list[RouteItem]) -> dict[str, object]:
    profile = load_profile("embedded")
    engine = await start_embedded(data_dir(), cache_dir())
    try:

        async def decide(item: RouteItem) -> Decision:
            return await route_hop(item.text, context_of(item), engine, profile.route_policy)

        return await evaluate(items, decide)
    finally:
        await engine.close()


def context_of(item: RouteItem) -> RouteContext:
    """The router's context for a history without summaries: the last answer's label and head."""
    answers = [message for message in item.history if message["role"] == "assistant"]
    if not answers:
        return RouteContext()
    last = answers[-1]
    trace = [ChatMessage("assistant", last["content"])]
    return RouteContext(label=Label(last.get("adapter") or L0), summary=fallback_summary(trace))
