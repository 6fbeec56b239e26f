"""How fast the embedded engine starts and writes, and what it weighs, on this machine.

Covers: start of an engine process, tokens a second of the base and of each adapter, prefill, resident memory.
Does not cover: turns (switches.py) or other load on the machine: run it while nothing else does.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import psutil

from backend.engine.base import LABELS, ChatMessage, EngineRequest, Label, whole_reply
from backend.engine.llamacpp import LlamaCpp, start_embedded
from backend.errors import UnknownAdapter
from backend.paths import cache_dir

ANSWER_TOKENS = 96
RUNS = 3
PARAGRAPH = "The ferry leaves the small harbour at nine and comes back with the evening tide. " * 45


async def measure_speed() -> dict[str, Any]:
    """The object that `petitfour bench engine` prints."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        engine = await start_embedded(Path(folder), cache_dir())
        try:
            start_ms = (time.perf_counter() - began) * 1000
            rows = [await _row(engine, label) for label in (None, *LABELS)]
            prefill = await _prefill(engine)
            memory = sum(
                child.memory_info().rss for child in psutil.Process().children(recursive=True) if child.is_running()
            )
        finally:
            await engine.close()
    known = [row for row in rows if row is not None]
    figures = {"start_ms": round(start_ms), "engine_rss_mb": round(memory / 1e6), "prefill_tokens_per_s": prefill}
    figures |= {f"{row['adapter']}_tokens_per_s": row["tokens_per_s"] for row in known}
    return {"figures": figures, "rows": known, "baseline": "the base without an adapter"}


async def _row(engine: LlamaCpp, label: Label | None) -> dict[str, Any] | None:
    rates: list[float] = []
    for run in range(RUNS):
        messages = (ChatMessage("user", f"Tell a long story about a lighthouse, number {run}."),)
        request = EngineRequest(
            messages=messages, adapter=label, max_tokens=ANSWER_TOKENS, slot="speed", temperature=0.8, seed=run
        )
        try:
            reply = await whole_reply(engine, request)
        except UnknownAdapter:
            return None
        writing_ms = reply.ms - reply.first_ms
        if reply.usage.completion_tokens > 1 and writing_ms > 0:
            rates.append((reply.usage.completion_tokens - 1) / writing_ms * 1000)
    return {"adapter": label or "base", "tokens_per_s": round(median(rates), 1) if rates else 0.0, "runs": RUNS}


async def _prefill(engine: LlamaCpp) -> float:
    request = EngineRequest(messages=(ChatMessage("user", PARAGRAPH),), adapter=None, max_tokens=1, slot="prefill")
    reply = await whole_reply(engine, request)
    return round((reply.usage.prompt_tokens - reply.usage.cached_tokens) / reply.ms * 1000, 1)
