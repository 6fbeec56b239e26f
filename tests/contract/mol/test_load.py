"""Readers at once on the real engine: each gets a whole answer, and both ways write the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from backend.engine.llamacpp import start_embedded
from backend.evals.load import measure_load
from backend.paths import cache_dir
from backend.profiles.profile import load_profile


@pytest.mark.trained("L0", "L1", "L2", "L3")
async def test_readers_at_once_all_get_their_answers_through_the_hub_and_directly(tmp_path: Path) -> None:
    engine = await start_embedded(tmp_path, cache_dir())
    try:
        report = await measure_load(engine, load_profile("embedded"), readers=2)
    finally:
        await engine.close()
    chain, direct = report["rows"]
    assert chain["turns"] == direct["turns"] == 4
    assert chain["answer_tokens"] > 0
    assert direct["answer_tokens"] == pytest.approx(chain["answer_tokens"], rel=0.5)
    ratio = chain["answer_tokens_per_s"] / direct["answer_tokens_per_s"]
    assert report["figures"]["chain_throughput_ratio"] == pytest.approx(ratio, rel=0.01)
