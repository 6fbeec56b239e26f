"""The prompt store: what is computed, what is shared, what is given back.

Covers: sharing of prompts and heads, the file. Does not cover: exactness (test_peft_equality.py).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from backend.errors import UserError
from backend.train import prompt_kv
from backend.train.base import Base
from backend.train.dataset import Example
from backend.train.prompt_kv import PromptStore


def test_a_prompt_that_begins_another_is_stored_once(
    tiny_base: Base, tiny_examples: list[Example], tmp_path: Path
) -> None:
    store = PromptStore(tiny_base, tiny_examples, tmp_path / "kv")
    longest, _, other = (len(example.prompt) - example.head for example in tiny_examples)
    assert store.tokens == longest + other


def test_the_store_gives_its_file_back(tiny_base: Base, tiny_examples: list[Example], tmp_path: Path) -> None:
    store = PromptStore(tiny_base, tiny_examples, tmp_path / "kv")
    assert (tmp_path / "kv").exists()
    store.close()
    assert not (tmp_path / "kv").exists()


def test_more_prompts_than_the_bound_are_refused_before_anything_is_written(
    tiny_base: Base, tiny_examples: list[Example], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prompt_kv, "LIMIT_BYTES", 1_000)
    with pytest.raises(UserError, match="use fewer examples"):
        PromptStore(tiny_base, tiny_examples, tmp_path / "kv")
    assert not (tmp_path / "kv").exists()
