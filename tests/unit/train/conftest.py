"""A tiny random Llama and examples for it.

Covers: fixtures and builders of the training tests. Does not cover: recipes, which need no model.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from backend.engine.chatml import IM_END, INVOCATION
from backend.train.base import Base, load_base
from backend.train.dataset import Example
from backend.train.lora import Lora, new_lora

HEAD = (1, 7, 7, 9, 2, 11)


@pytest.fixture(scope="session")
def tiny_directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    transformers = pytest.importorskip("transformers", reason="pip install petitfour[train]")
    torch.manual_seed(1)
    folder = tmp_path_factory.mktemp("tiny")
    config = transformers.LlamaConfig(
        vocab_size=9_600,
        hidden_size=48,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=6,
        num_key_value_heads=2,
        tie_word_embeddings=True,
    )
    transformers.LlamaForCausalLM(config).save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def tiny_base(tiny_directory: Path) -> Base:
    return load_base(tiny_directory)


@pytest.fixture
def tiny_examples() -> list[Example]:
    """The second prompt begins the first one, which holds an earlier reply header that invokes nothing."""
    return [
        an_example((1, 40, 41, 2, *INVOCATION, 60, 61, 2, 1, 44, 2), (70, 71, 72)),
        an_example((1, 40, 41, 2, *INVOCATION, 60, 61, 2), (80,)),
        an_example((1, 90, 91, 92, 2), (100, 101, 102, 103, 104)),
    ]


@pytest.fixture
def stirred_lora(tiny_base: Base) -> Lora:
    """An adapter whose B is not zero, so that it changes something."""
    lora = new_lora(tiny_base, seed=3)
    generator = torch.Generator().manual_seed(4)
    with torch.no_grad():
        for pair in (pair for layer in lora.layers for pair in layer.values()):
            pair.b.normal_(0, 0.05, generator=generator)
    return lora


def an_example(prompt: tuple[int, ...], reply: tuple[int, ...]) -> Example:
    return Example(prompt=HEAD + prompt, head=len(HEAD), tail=INVOCATION + reply, targets=(*reply, IM_END), kind="chat")
