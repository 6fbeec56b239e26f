"""Our forward against PEFT's own Activated-LoRA forward, on a tiny Llama.

Covers: loss, gradients, and that an exported adapter loads into PEFT.
Does not cover: the shipped base (the same code at another size).
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from backend.errors import MissingPiece
from backend.train.base import Base, file_sha256
from backend.train.dataset import Example
from backend.train.export import export, load_revision
from backend.train.loop import batch_loss, whole_vocabulary
from backend.train.lora import Lora, new_lora
from backend.train.prompt_kv import PromptStore


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
def test_loss_and_gradients_are_those_of_peft(
    tiny_directory: Path, tiny_base: Base, tiny_examples: list[Example], stirred_lora: Lora, tmp_path: Path
) -> None:
    store = PromptStore(tiny_base, tiny_examples, tmp_path / "kv")
    store.fill(lambda line: None)
    loss, _, _ = batch_loss(tiny_base, stirred_lora, tiny_examples, store, whole_vocabulary(tiny_base))
    loss.backward()

    model = peft_model(tiny_directory, stirred_lora, tmp_path / "adapter")
    parts, weights = [], []
    for example in tiny_examples:
        logits = model(input_ids=torch.tensor([example.prompt + example.tail])).logits[0]
        rows = logits[-len(example.targets) :]
        parts.append(torch.nn.functional.cross_entropy(rows, torch.tensor(example.targets), reduction="none"))
        weights.append(torch.full((len(example.targets),), len(example.targets) ** -0.5))
    expected = (torch.cat(parts) * torch.cat(weights)).sum() / torch.cat(weights).sum()
    expected.backward()

    assert loss.item() == pytest.approx(expected.item(), abs=1e-4)
    state = dict(model.named_parameters())
    for name, tensor in stirred_lora.named().items():
        gradient = state[name.replace(".weight", ".default.weight")].grad
        assert tensor.grad is not None
        assert gradient is not None
        scale = gradient.norm().item()
        assert (tensor.grad - gradient).norm().item() <= 2e-3 * scale + 1e-7, name  # stored K/V are fp16


def test_the_exported_file_is_bf16_and_names_the_base_not_a_path(tiny_base: Base, tmp_path: Path) -> None:
    export(new_lora(tiny_base, seed=0), {"label": "L0"}, tmp_path)
    assert {tensor.dtype for tensor in load_file(tmp_path / "adapter_model.safetensors").values()} == {torch.bfloat16}
    config = json.loads((tmp_path / "adapter_config.json").read_text())
    assert config["base_model_name_or_path"] == "HuggingFaceTB/SmolLM2-135M-Instruct"
    assert config["alora_invocation_tokens"] == [1, 520, 9531, 198]
    assert json.loads((tmp_path / "lineage.json").read_text()) == {"label": "L0"}


def test_a_revision_can_be_the_start_of_the_next_one(tiny_base: Base, stirred_lora: Lora, tmp_path: Path) -> None:
    export(stirred_lora, {}, tmp_path)
    child = new_lora(tiny_base, seed=9)
    assert load_revision(tmp_path, child) == file_sha256(tmp_path / "adapter_model.safetensors")
    for one, other in zip(stirred_lora.parameters(), child.parameters(), strict=True):
        torch.testing.assert_close(one.detach().to(torch.bfloat16).float(), other.detach())


def test_a_folder_without_an_adapter_is_no_parent(tiny_base: Base, tmp_path: Path) -> None:
    with pytest.raises(MissingPiece, match="no adapter"):
        load_revision(tmp_path, new_lora(tiny_base, seed=0))
