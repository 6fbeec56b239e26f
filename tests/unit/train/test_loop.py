"""The loop on a tiny base: it learns, it resumes exactly, its plan is the seed's.

Covers: run_loop, plan, schedule, the training vocabulary. Does not cover: the forward (test_peft_equality.py).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

from backend.train import loop
from backend.train.base import Base
from backend.train.dataset import Example
from backend.train.loop import LoopSettings, common_vocabulary, held_out_figures, plan, run_loop, whole_vocabulary
from backend.train.lora import Lora, new_lora
from backend.train.prompt_kv import PromptStore


class Cut(list[Any]):
    """Batches behind which the power fails."""

    def __getitem__(self, index: Any) -> Any:
        if index == 5:
            raise KeyboardInterrupt
        return super().__getitem__(index)


@pytest.fixture
def store(tiny_base: Base, tiny_examples: list[Example], tmp_path: Path) -> PromptStore:
    made = PromptStore(tiny_base, tiny_examples, tmp_path / "kv")
    made.fill(lambda line: None)
    return made


def trained(base: Base, batches: list[list[Example]], store: PromptStore, checkpoint: Path) -> Lora:
    lora = new_lora(base, seed=0)
    vocabulary = whole_vocabulary(base)
    run_loop(base, lora, batches, store, vocabulary=vocabulary, checkpoint=checkpoint, report=lambda line: None)
    return lora


def test_a_few_steps_learn_the_replies(
    tiny_base: Base, tiny_examples: list[Example], store: PromptStore, tmp_path: Path
) -> None:
    before = held_out_figures(tiny_base, new_lora(tiny_base, seed=0), tiny_examples, store)
    lora = trained(tiny_base, [tiny_examples] * 30, store, tmp_path / "checkpoint.pt")
    after = held_out_figures(tiny_base, lora, tiny_examples, store)
    assert after["chat_loss"] < before["chat_loss"] - 0.2


def test_an_interrupted_run_ends_with_the_weights_of_an_uninterrupted_one(
    tiny_base: Base,
    tiny_examples: list[Example],
    store: PromptStore,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(loop, "CHECKPOINT_S", 0.0)
    batches = [tiny_examples] * 8
    whole = trained(tiny_base, batches, store, tmp_path / "whole.pt")
    with pytest.raises(KeyboardInterrupt):
        trained(tiny_base, Cut(batches), store, tmp_path / "cut.pt")
    resumed = trained(tiny_base, batches, store, tmp_path / "cut.pt")
    for one, other in zip(whole.parameters(), resumed.parameters(), strict=True):
        torch.testing.assert_close(one, other)


def test_the_plan_is_the_seeds_and_a_part_of_an_epoch_is_possible(tiny_examples: list[Example]) -> None:
    settings = LoopSettings(seed=1, epochs=1.34)
    batches = plan(tiny_examples, settings)
    assert batches == plan(tiny_examples, settings)
    assert sum(map(len, batches)) == 4


def test_the_training_vocabulary_holds_the_frequent_ids_and_every_id_of_the_data(
    tiny_base: Base, tiny_examples: list[Example], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop, "FREQUENT_IDS", 3)
    ids = set(common_vocabulary(tiny_base, tiny_examples).ids.tolist())
    assert {0, 1, 2, 520, 9_531, 198, 104, 60} <= ids
    assert len(ids) < 40
