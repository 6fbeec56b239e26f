"""A conversation that alternates between all specialists, on the real engine: no switch costs the history."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from backend.engine.llamacpp import LlamaCpp, start_embedded
from backend.evals.switches import alternating, switch_rows, tint
from backend.paths import cache_dir
from backend.profiles.profile import load_profile

SWITCH_LIMIT_TOKENS = 32
NOISE = 0.05
"""Another cut of the same prefill moves a share by about 0.02; exactness in equal cuts is tested with the engine."""

pytestmark = pytest.mark.trained("L0", "L1", "L2", "L3")


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[LlamaCpp]:
    started = await start_embedded(tmp_path, cache_dir())
    yield started
    await started.close()


async def test_no_hop_computes_old_tokens_again_because_of_a_switch(engine: LlamaCpp) -> None:
    rows = switch_rows(await alternating(engine, load_profile("embedded")))
    assert {row["label"] for row in rows} == {"L0", "L1", "L2", "L3"}
    assert max(row["again"] for row in rows) <= SWITCH_LIMIT_TOKENS


async def test_a_settled_lane_reads_an_answer_as_if_it_had_never_written_it(engine: LlamaCpp) -> None:
    figures = await tint(engine, load_profile("embedded"))
    assert figures["settled_difference_max"] <= min(NOISE, figures["tinted_difference_max"])
