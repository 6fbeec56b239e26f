"""A small random adapter in PEFT's format, written without torch.

Covers: rank-8 A and B for all seven modules in bf16, seeded. Does not cover: anything that was learned.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from backend.engine.chatml import INVOCATION

LAYERS, RANK = 30, 8
SIZES = {
    "self_attn.q_proj": (576, 576),
    "self_attn.k_proj": (576, 192),
    "self_attn.v_proj": (576, 192),
    "self_attn.o_proj": (576, 576),
    "mlp.gate_proj": (576, 1536),
    "mlp.up_proj": (576, 1536),
    "mlp.down_proj": (1536, 576),
}


def write_random_adapter(folder: Path, seed: int, *, spread: float = 0.02) -> Path:
    """An adapter whose B is normal with standard deviation `spread`: it speaks otherwise than the base."""
    random = np.random.default_rng(seed)
    tensors: dict[str, np.ndarray] = {}
    for layer in range(LAYERS):
        for module, (inputs, outputs) in SIZES.items():
            prefix = f"base_model.model.model.layers.{layer}.{module}"
            bound = inputs**-0.5
            tensors[f"{prefix}.lora_A.weight"] = random.uniform(-bound, bound, (RANK, inputs)).astype(np.float32)
            tensors[f"{prefix}.lora_B.weight"] = random.normal(0, spread, (outputs, RANK)).astype(np.float32)
    folder.mkdir(parents=True)
    (folder / "adapter_config.json").write_text(json.dumps(config()))
    (folder / "adapter_model.safetensors").write_bytes(_safetensors(tensors))
    return folder


def config() -> dict[str, object]:
    """PEFT's configuration of such an adapter."""
    return {
        "peft_type": "LORA",
        "task_type": "CAUSAL_LM",
        "base_model_name_or_path": "HuggingFaceTB/SmolLM2-135M-Instruct",
        "r": RANK,
        "lora_alpha": 16,
        "lora_dropout": 0.0,
        "bias": "none",
        "target_modules": sorted(module.split(".")[1] for module in SIZES),
        "alora_invocation_tokens": list(INVOCATION),
        "inference_mode": True,
    }


def _safetensors(tensors: dict[str, np.ndarray]) -> bytes:
    header: dict[str, object] = {}
    body = bytearray()
    for name, value in tensors.items():
        data = (value.view(np.uint32) >> 16).astype("<u2").tobytes()  # bf16 by truncation
        header[name] = {"dtype": "BF16", "shape": list(value.shape), "data_offsets": [len(body), len(body) + len(data)]}
        body += data
    raw = json.dumps(header).encode()
    return len(raw).to_bytes(8, "little") + raw + body
