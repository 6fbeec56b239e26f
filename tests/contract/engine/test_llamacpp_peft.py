"""The engine computes what PEFT computes with the same adapter, up to the rounding of a 4-bit base.

Covers: log-probabilities over PEFT's likeliest next tokens, for the base and two random adapters, with an
earlier answer in the view (only the last reply header may switch the adapter on).
Does not cover: trained adapters (their routing is evaluated, backend/evals).
"""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest
import pytest_asyncio

from backend.engine.base import ChatMessage, EngineRequest
from backend.engine.build import build_engine
from backend.engine.chatml import join, segments
from backend.engine.llamacpp import LlamaCpp, start_embedded
from backend.paths import cache_dir
from tests.contract.engine.hops import HEAD, assistant, hop, user
from tests.contract.engine.random_adapter import write_random_adapter

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.train,
    pytest.mark.filterwarnings("ignore::FutureWarning"),  # transformers 5.24 about its own fields
]

LIKELIEST = 8
TOLERANCE, MEAN_TOLERANCE = 0.45, 0.16
"""Differences of a log-probability, largest and mean.

llama.cpp rounds activations to 8 bits and PEFT does not: the base alone differs by 0.28 at most and 0.12 in the mean.
"""
CHANGE = 0.24
"""Mean difference that the adapter makes: clearly more than the tolerance, so that a wrong one is noticed."""
VIEWS = (
    (user("Name three fruits."),),
    (user("Hello!"), assistant("Hello, how can I help?"), user("Tell me about the sea.")),
)


def reference(adapter: Path | None, ids: list[int]) -> dict[str, float]:
    """PEFT's likeliest next tokens and their log-probabilities among each other."""
    torch = pytest.importorskip("torch", reason="pip install torch peft transformers, then run with -m train")
    peft = pytest.importorskip("peft", reason="pip install peft, then run with -m train")
    from transformers import AutoModelForCausalLM, AutoTokenizer

    from backend.train.base import hf_directory

    folder = hf_directory(build_engine(cache_dir()).weights, cache_dir())
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)
    if adapter is not None:
        model = peft.PeftModel.from_pretrained(model, adapter)
    with torch.inference_mode():
        logits = model(input_ids=torch.tensor([ids])).logits[0, -1]
    best = logits.topk(LIKELIEST)
    names = [tokenizer.decode([token]) for token in best.indices.tolist()]
    return dict(zip(names, best.values.log_softmax(-1).tolist(), strict=True))


@pytest.fixture(scope="module")
def loud(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with L1, whose weights are large enough to be told from the rounding of the base."""
    folder = tmp_path_factory.mktemp("loud")
    write_random_adapter(folder / "L1", 7, spread=0.1)
    return folder


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def loud_engine(loud: Path, cache: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[LlamaCpp]:
    """An engine with that adapter."""
    started = await start_embedded(tmp_path_factory.mktemp("data"), cache, loud)
    yield started
    await started.close()


@pytest.mark.parametrize("view", VIEWS, ids=("one turn", "two turns"))
@pytest.mark.parametrize("label", [None, "L1"])
async def test_log_probabilities_equal_those_of_peft(
    loud_engine: LlamaCpp, loud: Path, label: str | None, view: tuple[ChatMessage, ...]
) -> None:
    parts = segments([HEAD, *view])
    known = {part: await loud_engine.tokenize(part) for part in parts if isinstance(part, str)}
    ids = join(parts, known.__getitem__)
    expected = reference(None if label is None else loud / label, ids)
    assert {len(await loud_engine.tokenize(name)) for name in expected} == {1}
    gaps = await differences(loud_engine, hop(*view, adapter=label), expected)
    other = await differences(loud_engine, hop(*view, adapter=None if label else "L1"), expected)
    assert max(gaps) < TOLERANCE
    assert sum(gaps) / len(gaps) < MEAN_TOLERANCE
    assert sum(other) / len(other) > CHANGE


async def differences(engine: LlamaCpp, request: EngineRequest, expected: Mapping[str, float]) -> list[float]:
    """How far each log-probability is from the expected one."""
    chosen = await engine.choose(request, tuple(expected))
    return [abs(math.log(share) - expected[name]) for name, share in chosen.distribution.items()]
