"""The cost of the hub on the real engine: the same answers with and without it, and every hop timed."""

from __future__ import annotations

from pathlib import Path

import pytest

from backend.engine.llamacpp import start_embedded
from backend.evals.turns import measure_turns
from backend.paths import cache_dir
from backend.profiles.profile import load_profile

HOPS = ("route", "answer", "summary")


@pytest.mark.trained("L0", "L1", "L2")
async def test_a_turn_is_timed_hop_by_hop_beside_a_direct_call(tmp_path: Path) -> None:
    engine = await start_embedded(tmp_path, cache_dir())
    try:
        report = await measure_turns(
            engine, load_profile("embedded"), [["What is 17% of 2340?", "Thanks, that helps."]]
        )
    finally:
        await engine.close()
    figures, rows = report["figures"], report["rows"]
    assert [row["label"] for row in rows] == ["L1", "L0"]
    assert all(row[f"{hop}_ms"] > 0 for row in rows for hop in HOPS)
    assert all(row["direct_first_ms"] < row["direct_ms"] and row["routed_first_ms"] < row["routed_ms"] for row in rows)
    routed, direct = (sum(row[f"{how}_ms"] for row in rows) for how in ("routed", "direct"))
    assert figures["overhead_ratio"] == pytest.approx(routed / direct - 1, abs=1e-3)
    assert sum(figures[f"{hop}_share"] for hop in HOPS) == pytest.approx(1, abs=1e-3)
