"""Our forward against PEFT's own Activated-LoRA forward, on a tiny Llama.

Covers: loss, gradients, and that an exported adapter loads into PEFT and gives the same logits.
Does not cover: the shipped base (the same code at another size).
"""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from backend.engine.chatml import IM_END, INVOCATION
from backend.train.base import Base, load_base
from backend.train.dataset import Example
from backend.train.export import export
from backend.train.loop import batch_loss, whole_vocabulary
from backend.train.lora import Lora, new_lora
from backend.train.prompt_kv import PromptStore

HEAD = (1, 7, 7, 9, 2, 11)


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(1)
    folder = tmp_path_factory.mktemp("tiny")
    config = LlamaConfig(
        vocab_size=9_600,
        hidden_size=48,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=6,
        num_key_value_heads=2,
        tie_word_embeddings=True,
    )
    LlamaForCausalLM(config).save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def base(directory: Path) -> Base:
    return load_base(directory)


def an_example(prompt: tuple[int, ...], reply: tuple[int, ...]) -> Example:
    return Example(prompt=HEAD + prompt, head=len(HEAD), tail=INVOCATION + reply, targets=(*reply, IM_END), kind="chat")


# The second prompt begins the first one, and holds an earlier reply header: only the last one is an invocation.
EXAMPLES = [
    an_example((1, 40, 41, 2, *INVOCATION, 60, 61, 2, 1, 44, 2), (70, 71, 72)),
    an_example((1, 40, 41, 2, *INVOCATION, 60, 61, 2), (80,)),
    an_example((1, 90, 91, 92, 2), (100, 101, 102, 103, 104)),
]


def stirred(base: Base) -> Lora:
    lora = new_lora(base, seed=3)
    generator = torch.Generator().manual_seed(4)
    with torch.no_grad():
        for pair in (pair for layer in lora.layers for pair in layer.values()):
            pair.b.normal_(0, 0.05, generator=generator)
    return lora


def peft_model(directory: Path, lora: Lora, folder: Path) -> torch.nn.Module:
    from peft import PeftModel
    from transformers import LlamaForCausalLM

    export(lora, {}, folder)
    model = PeftModel.from_pretrained(LlamaForCausalLM.from_pretrained(directory), folder, is_trainable=True)
    with torch.no_grad():  # the file is bf16; equality is asked of the same fp32 values
        state = dict(model.named_parameters())
        for name, tensor in lora.named().items():
            state[name.replace(".weight", ".default.weight")].copy_(tensor)
    return model


# PEFT 0.21 reads a property that transformers 5.24 deprecates.
@pytest.mark.filterwarnings("ignore:.*is_gradient_checkpointing.*:FutureWarning")
def test_loss_and_gradients_are_those_of_peft(directory: Path, base: Base, tmp_path: Path) -> None:
    lora = stirred(base)
    store = PromptStore(base, EXAMPLES, tmp_path / "kv")
    store.fill(lambda line: None)
    loss, _, _ = batch_loss(base, lora, EXAMPLES, store, whole_vocabulary(base))
    loss.backward()

    model = peft_model(directory, lora, tmp_path / "adapter")
    parts, weights = [], []
    for example in EXAMPLES:
        logits = model(input_ids=torch.tensor([example.prompt + example.tail])).logits[0]
        rows = logits[-len(example.targets) :]
        parts.append(torch.nn.functional.cross_entropy(rows, torch.tensor(example.targets), reduction="none"))
        weights.append(torch.full((len(example.targets),), len(example.targets) ** -0.5))
    expected = (torch.cat(parts) * torch.cat(weights)).sum() / torch.cat(weights).sum()
    expected.backward()

    assert loss.item() == pytest.approx(expected.item(), abs=1e-4)
    state = dict(model.named_parameters())
    for name, tensor in lora.named().items():
        gradient = state[name.replace(".weight", ".default.weight")].grad
        assert tensor.grad is not None
        assert gradient is not None
        scale = gradient.norm().item()
        assert (tensor.grad - gradient).norm().item() <= 2e-3 * scale + 1e-7, name  # stored K/V are fp16


def test_a_prompt_that_begins_another_is_stored_once(base: Base, tmp_path: Path) -> None:
    store = PromptStore(base, EXAMPLES, tmp_path / "kv")
    longest, _, other = (len(example.prompt) - len(HEAD) for example in EXAMPLES)
    assert store.tokens == longest + other


def test_the_store_gives_its_file_back(base: Base, tmp_path: Path) -> None:
    store = PromptStore(base, EXAMPLES, tmp_path / "kv")
    assert (tmp_path / "kv").exists()
    store.close()
    assert not (tmp_path / "kv").exists()


def test_the_exported_file_is_bf16_and_names_the_base_not_a_path(base: Base, tmp_path: Path) -> None:
    export(new_lora(base, seed=0), {"label": "L0"}, tmp_path)
    assert {tensor.dtype for tensor in load_file(tmp_path / "adapter_model.safetensors").values()} == {torch.bfloat16}
    config = (tmp_path / "adapter_config.json").read_text()
    assert '"base_model_name_or_path": "HuggingFaceTB/SmolLM2-135M-Instruct"' in config
    assert str(tmp_path) not in config
