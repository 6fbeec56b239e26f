"""The trainable part: rank-8 LoRA on the seven projections of every layer, named as PEFT names it.

Covers: shape, seeded initialisation (A uniform, B zero, as PEFT) and PEFT tensor names.
Does not cover: the forward that uses it (forward.py), files (export.py).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from backend.train.base import Base

RANK = 8
ALPHA = 16
MODULES = ("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj")
_ATTENTION = frozenset(MODULES[:4])


@dataclass(frozen=True, slots=True)
class LoraPair:
    """A: (RANK, in) and B: (out, RANK) of one projection; the update is ALPHA / RANK · B·A."""

    a: Tensor
    b: Tensor


@dataclass(frozen=True, slots=True)
class Lora:
    """One pair per layer and module."""

    layers: tuple[dict[str, LoraPair], ...]

    def parameters(self) -> list[Tensor]:
        """Every trainable tensor, in a fixed order."""
        return [tensor for layer in self.layers for pair in layer.values() for tensor in (pair.a, pair.b)]

    def named(self) -> dict[str, Tensor]:
        """Tensors under the names that PEFT reads from `adapter_model.safetensors`."""
        out: dict[str, Tensor] = {}
        for index, layer in enumerate(self.layers):
            for module, pair in layer.items():
                block = "self_attn" if module in _ATTENTION else "mlp"
                prefix = f"base_model.model.model.layers.{index}.{block}.{module}"
                out[f"{prefix}.lora_A.weight"] = pair.a
                out[f"{prefix}.lora_B.weight"] = pair.b
        return out


def new_lora(base: Base, seed: int) -> Lora:
    """A fresh adapter that changes nothing yet (B is zero)."""
    generator = torch.Generator().manual_seed(seed)
    width = base.heads * base.head_dim
    narrow = base.kv_heads * base.head_dim
    sizes = {
        "q_proj": (base.hidden, width),
        "k_proj": (base.hidden, narrow),
        "v_proj": (base.hidden, narrow),
        "o_proj": (width, base.hidden),
        "gate_proj": (base.hidden, base.inter),
        "up_proj": (base.hidden, base.inter),
        "down_proj": (base.inter, base.hidden),
    }
    return Lora(tuple({name: _pair(*sizes[name], generator) for name in MODULES} for _ in base.layers))


def _pair(inputs: int, outputs: int, generator: torch.Generator) -> LoraPair:
    bound = 1 / math.sqrt(inputs)
    a = torch.empty(RANK, inputs).uniform_(-bound, bound, generator=generator)
    return LoraPair(a.requires_grad_(), torch.zeros(outputs, RANK, requires_grad=True))
