"""Twenty steps on the shipped base: the whole path from recipe to revision.

Covers: run.train with real weights (fetched on first use). Does not cover: quality (backend/evals).
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from backend.train.run import train


@pytest.mark.train
def test_twenty_steps_lower_the_loss_and_leave_a_revision_with_its_lineage(tmp_path: Path) -> None:
    lineage = train("L0", limit=60, epochs=10, steps=20, resume=False, out=tmp_path)
    assert lineage["trained"]["steps"] == 20
    assert lineage["trained"]["loss"] < lineage["trained"]["first_loss"] / 2
    assert (tmp_path / "adapter_model.safetensors").stat().st_size < 5_000_000
    assert json.loads((tmp_path / "lineage.json").read_text())["base"]["gguf_sha256"].startswith("b179c9523d0e")
