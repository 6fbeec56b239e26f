"""`petitfour bench`: measurements on the embedded engine, each printed with the machine it ran on.

Covers: choosing one and printing it (DESIGN section 11). Does not cover: the measurements (backend/evals).
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from backend.engine.llamacpp import LlamaCpp, start_embedded
from backend.errors import UserError
from backend.evals.load import measure_load
from backend.evals.specialists import measure_specialists
from backend.evals.speed import measure_speed
from backend.evals.switches import measure_switches
from backend.evals.turns import measure_turns
from backend.paths import cache_dir
from backend.profiles.profile import Profile, load_profile

Measure = Callable[[LlamaCpp, Profile], Awaitable[dict[str, Any]]]

BENCHES: dict[str, tuple[str, Measure | None]] = {
    "engine": ("speed and memory", None),
    "kv": ("switches of specialist", measure_switches),
    "load": ("many readers at once", measure_load),
    "specialists": ("held-out tasks", measure_specialists),
    "turn": ("the hub against direct calls", measure_turns),
}
"""What each is about, and what it does with an engine; None starts its own."""


def bench(
    name: Annotated[str, typer.Argument(help="; ".join(f"{name}: {about}" for name, (about, _) in BENCHES.items()))],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Measure, and say on which machine."""
    if name not in BENCHES:
        raise UserError(f"there is no bench {name!r}; choose one of {', '.join(BENCHES)}")
    _, measure = BENCHES[name]
    measured = asyncio.run(measure_speed() if measure is None else _on_engine(measure))
    report: dict[str, Any] = {"name": name, "machine": _machine(), **measured}
    if as_json:
        print(json.dumps(report))  # noqa: T201
        return
    for key, value in report["figures"].items():
        print(f"{key}: {value}")  # noqa: T201


async def _on_engine(measure: Measure) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        engine = await start_embedded(Path(folder), cache_dir())
        try:
            return await measure(engine, load_profile("embedded"))
        finally:
            await engine.close()


def _machine() -> dict[str, Any]:
    return {
        "processor": platform.machine(),
        "cores": os.cpu_count(),
        "load": [round(load, 2) for load in os.getloadavg()],
        "python": platform.python_version(),
    }
