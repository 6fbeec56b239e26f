"""`petitfour route`: routing accuracy on a file of labelled requests, on the real engine.

Covers: reading the lines, running the route hop for each, the report (DESIGN section 11).
Does not cover: the figures themselves (backend/evals/route.py).
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from backend.engine.llamacpp import start_embedded
from backend.errors import UserError
from backend.evals.route import RouteItem, evaluate, read_items, report
from backend.mol.route import Decision, RouteContext
from backend.mol.route import route as route_hop
from backend.paths import cache_dir, data_dir
from backend.profiles.profile import load_profile


def route(
    file: Annotated[Path, typer.Option(help="JSON lines: {id, history, text, label, alt?, lang?, kind?}.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Route every line of a file and compare with its label."""
    figures = asyncio.run(_measure(_read(file)))
    if as_json:
        print(json.dumps(figures, ensure_ascii=False))  # noqa: T201
        return
    for key in ("accuracy", "valid", "by_kind", "by_lang", "recall", "confusion"):
        print(f"{key}: {json.dumps(figures[key], ensure_ascii=False)}")  # noqa: T201


def _read(file: Path) -> list[RouteItem]:
    try:
        return read_items(file)
    except FileNotFoundError as error:
        raise UserError(f"there is no file {file}") from error
    except ValidationError as error:
        raise UserError(f"{file} is not JSON lines of {{id, history, text, label}}: {error}") from error


async def _measure(items: list[RouteItem]) -> dict[str, Any]:
    profile = load_profile("embedded")
    engine = await start_embedded(data_dir(), cache_dir())
    try:

        async def decide(text: str, context: RouteContext) -> Decision:
            return await route_hop(text, context, engine, profile.route_policy)

        return report(await evaluate(items, decide))
    finally:
        await engine.close()
