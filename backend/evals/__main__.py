"""`python -m backend.evals [--out FILE]`: the trained router against its baselines on the held-out set.

Covers: fitting the baselines, running the embedded engine, one JSON object for the docs.
Does not cover: the command that scores one file (`petitfour route`, backend/cli).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from backend.engine.llamacpp import start_embedded
from backend.engine.weights import fetch_weights
from backend.evals.baselines import always_l0, keyword, probe, tfidf
from backend.evals.route import HOLDOUT, RouteItem, Router, evaluate, read_items, report
from backend.mol.route import Decision, RouteContext, RoutePolicy, route
from backend.paths import cache_dir
from backend.train.base import file_sha256, hf_directory, load_base
from backend.train.dataset import load_encode, recipe_records

SEED = 0


def main() -> None:
    """Measure every router and write the report."""
    parser = argparse.ArgumentParser(prog="python -m backend.evals")
    parser.add_argument("--out", type=Path, help="write here instead of standard output")
    parser.add_argument("--baselines-only", action="store_true", help="no engine, no trained adapter needed")
    chosen = parser.parse_args()
    text = json.dumps(asyncio.run(_measured(chosen.baselines_only)), indent=1, ensure_ascii=False) + "\n"
    if chosen.out:
        chosen.out.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


async def _measured(baselines_only: bool) -> dict[str, Any]:
    items = read_items()
    routers = {"always_l0": always_l0, "keyword": keyword, **await asyncio.to_thread(_fitted)}
    rows = {name: await _figures(items, router) for name, router in routers.items()}
    if not baselines_only:
        async with _adapter() as router:
            rows["adapter_l0"] = await _figures(items, router)
    return {"set": HOLDOUT.name, "set_sha256": file_sha256(HOLDOUT), "n": len(items), "routers": rows}


async def _figures(items: list[RouteItem], router: Router) -> dict[str, Any]:
    """The report without its items: what a page of figures shows."""
    return {key: value for key, value in report(await evaluate(items, router)).items() if key != "items"}


def _fitted() -> dict[str, Router]:
    directory = hf_directory(fetch_weights(cache_dir()), cache_dir())
    records = recipe_records("L0", seed=SEED, split="train")
    return {"tfidf": tfidf(records), "probe": probe(records, load_base(directory), load_encode(directory))}


@asynccontextmanager
async def _adapter() -> AsyncGenerator[Router]:
    """The shipped router on an engine of its own."""
    with tempfile.TemporaryDirectory() as folder:
        engine = await start_embedded(Path(folder), cache_dir())
        policy = RoutePolicy(on_failure="error")

        async def router(text: str, context: RouteContext) -> Decision:
            return await route(text, context, engine, policy)

        try:
            yield router
        finally:
            await engine.close()


main()
