"""Training and inference agree: the same ids, and the same label distribution under the same adapter.

Covers: the tokenizer taken from the GGUF, and the whole chain PEFT file → GGUF → llama.cpp against our forward.
Does not cover: quality (backend/evals).
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import torch

from backend.engine.base import L0, LABELS, Label
from backend.engine.build import adapters_dir, build_engine
from backend.engine.llamacpp import LlamaCpp, start_embedded
from backend.mol.route import ROUTE_HEAD, RouteContext, RoutePolicy, route, route_user
from backend.paths import cache_dir
from backend.train.base import Base, hf_directory, load_base
from backend.train.dataset import Encode, example, load_encode
from backend.train.export import load_revision
from backend.train.forward import Span, hidden_states
from backend.train.lora import Lora, new_lora
from backend.train.prompt_kv import PromptStore

TEXTS = (
    "hello 42 items cost $1,234.50",
    "def f(x):\n    return x*2\n\n",
    "Grüße, 你好 → «ok»  two  spaces\t\ttab",
    "<|im_start|>user\nhi<|im_end|>",
    "привет мир 123abc456",
    "\n\n\n  x²=½ ٣٤ 😀🎉",
    "const a=[1,22,333];",
)
REQUESTS = ("why is the sky blue?", "what is 17% of 2,340", "a regex for UK postcodes", "a form for the bake sale")
TOLERANCE = 0.05
"""llama.cpp rounds activations to 8 bits and keeps K/V in half precision."""


@pytest.fixture(scope="module")
def directory() -> Path:
    return hf_directory(build_engine(cache_dir()).weights, cache_dir())


def test_text_has_the_same_ids_in_training_and_in_the_engine(directory: Path, tmp_path: Path) -> None:
    async def ids(engine: LlamaCpp) -> list[list[int]]:
        return [await engine.tokenize(text) for text in TEXTS]

    encode = load_encode(directory)
    assert [list(encode(text)) for text in TEXTS] == _with_engine(tmp_path, ids)


@pytest.mark.trained("L0")
def test_the_engines_label_distribution_is_that_of_the_training_forward(directory: Path, tmp_path: Path) -> None:
    base, encode = load_base(directory), load_encode(directory)
    lora = new_lora(base, seed=0)
    load_revision(adapters_dir() / L0, lora)

    async def distributions(engine: LlamaCpp) -> list[dict[Label, float]]:
        policy = RoutePolicy(on_failure="error")
        decisions = [await route(text, RouteContext(), engine, policy) for text in REQUESTS]
        return [dict(decision.distribution) for decision in decisions]

    for text, seen in zip(REQUESTS, _with_engine(tmp_path, distributions), strict=True):
        assert seen == pytest.approx(_shares(text, base, encode, lora, tmp_path), abs=TOLERANCE)


def _with_engine(folder: Path, ask):
    async def run():
        engine = await start_embedded(folder / "data", cache_dir())
        try:
            return await ask(engine)
        finally:
            await engine.close()

    return asyncio.run(run())


@torch.no_grad()
def _shares(text: str, base: Base, encode: Encode, lora: Lora, folder: Path) -> dict[Label, float]:
    messages = [{"role": "system", "content": ROUTE_HEAD}, {"role": "user", "content": route_user(text)}]
    made = example({"messages": messages, "reply": "L", "kind": "route"}, encode)
    store = PromptStore(base, [made], folder / "kv")
    store.fill(lambda line: None)
    span = Span(len(made.prompt), len(made.tail))
    hidden = hidden_states(base, torch.tensor(made.tail), [span], past=store.past([made]), lora=lora)
    digits = torch.tensor([encode(label)[-1] for label in LABELS])
    shares = (hidden[-1] @ base.embed[digits].T).softmax(-1).tolist()
    store.close()
    return dict(zip(LABELS, shares, strict=True))
