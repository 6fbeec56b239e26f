"""A trained adapter as files that ship: PEFT format in bf16, and where it came from.

Covers: `adapter_config.json` (with the invocation tokens and a base name instead of a local path),
`adapter_model.safetensors`, `lineage.json`; reading a revision back as the start of the next one.
Does not cover: the GGUF the engine loads (backend.engine).
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# torch's own annotations are partial: strict mode would report most tensor methods.

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file

from backend.engine.adapters import CONFIG_FILE, TENSORS_FILE
from backend.engine.chatml import INVOCATION
from backend.errors import MissingPiece, UserError
from backend.train.base import BASE_NAME, file_sha256
from backend.train.lora import ALPHA, MODULES, RANK, Lora

LINEAGE_FILE = "lineage.json"


def export(lora: Lora, lineage: dict[str, Any], folder: Path) -> None:
    """Write the three files; each appears whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    tensors = {name: tensor.detach().to(torch.bfloat16).contiguous() for name, tensor in lora.named().items()}
    scratch = folder / f".{TENSORS_FILE}.part"
    save_file(tensors, scratch, metadata={"format": "pt"})
    os.replace(scratch, folder / TENSORS_FILE)
    _write_json(folder / CONFIG_FILE, adapter_config())
    _write_json(folder / LINEAGE_FILE, lineage)


def load_revision(folder: Path, lora: Lora) -> str:
    """Copy the revision in `folder` into `lora`; returns the hex digest of its tensors, which names the parent.

    Raises:
        MissingPiece: the folder holds no adapter.
        UserError: it is an adapter of another shape.
    """
    file = folder / TENSORS_FILE
    if not file.is_file():
        raise MissingPiece(f"{folder} holds no adapter to continue from")
    kept = load_file(file)
    wanted = lora.named()
    if kept.keys() != wanted.keys() or any(kept[name].shape != tensor.shape for name, tensor in wanted.items()):
        raise UserError(f"{folder} has other tensors than rank {RANK} on {len(lora.layers)} layers")
    with torch.no_grad():
        for name, tensor in wanted.items():
            tensor.copy_(kept[name])
    return file_sha256(file)


def adapter_config() -> dict[str, Any]:
    """What PEFT needs to load the adapter as an Activated LoRA."""
    return {
        "peft_type": "LORA",
        "task_type": "CAUSAL_LM",
        "base_model_name_or_path": BASE_NAME,
        "r": RANK,
        "lora_alpha": ALPHA,
        "lora_dropout": 0.0,
        "bias": "none",
        "target_modules": sorted(MODULES),
        "alora_invocation_tokens": list(INVOCATION),
        "inference_mode": True,
    }


def _write_json(file: Path, value: dict[str, Any]) -> None:
    scratch = file.with_suffix(".part")
    scratch.write_text(json.dumps(value, indent=2, ensure_ascii=False, sort_keys=True) + "\n")
    os.replace(scratch, file)
