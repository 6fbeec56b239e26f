"""The frozen base for training: the shipped GGUF, dequantised once to a plain fp32 Llama.

Covers: the cached Hugging Face directory, its tokenizer (same ids as the engine's), and the weights in the layout
that the training forward wants (q, k, v fused; gate, up fused).
Does not cover: getting the GGUF (backend.engine), the forward itself (forward.py), adapters (lora.py).
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# torch's own annotations are partial: strict mode would report most tensor methods.

from __future__ import annotations

import hashlib
import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor

BASE_NAME = "HuggingFaceTB/SmolLM2-135M-Instruct"
MAX_POSITIONS = 2_048
"""Longest prompt plus reply that training accepts, in tokens."""

_READ_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class LayerWeights:
    """One frozen layer. qkv: (q + k + v rows, hidden); gate_up: (2 x inter, hidden)."""

    norm_attn: Tensor
    qkv: Tensor
    out: Tensor
    norm_mlp: Tensor
    gate_up: Tensor
    down: Tensor


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """The frozen model in fp32. `embed` is also the LM head; `cos`, `sin`: (MAX_POSITIONS, head_dim)."""

    embed: Tensor
    layers: tuple[LayerWeights, ...]
    norm: Tensor
    cos: Tensor
    sin: Tensor
    heads: int
    kv_heads: int
    head_dim: int
    eps: float

    @property
    def hidden(self) -> int:
        """Width of the residual stream."""
        return self.embed.shape[1]

    @property
    def inter(self) -> int:
        """Width of the gated MLP."""
        return self.layers[0].down.shape[1]


def file_sha256(path: Path) -> str:
    """Hex digest of a file's bytes."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(_READ_BYTES):
            digest.update(chunk)
    return digest.hexdigest()


def hf_directory(gguf: Path, cache: Path) -> Path:
    """The GGUF as an fp32 Hugging Face directory in `cache`, made on first use (about 30 s) and kept by content."""
    target = cache / "train" / f"base-{file_sha256(gguf)[:16]}"
    if (target / "complete").exists():
        return target
    scratch = target.with_name(f"{target.name}.{os.getpid()}.part")
    scratch.mkdir(parents=True, exist_ok=True)
    _dequantise(gguf, scratch)
    (scratch / "complete").touch()
    shutil.rmtree(target, ignore_errors=True)
    scratch.rename(target)
    return target


def load_base(directory: Path) -> Base:
    """The weights of a Hugging Face Llama directory, fp32, without gradients."""
    config = json.loads((directory / "config.json").read_text())
    state = load_file(directory / "model.safetensors")
    heads, hidden = int(config["num_attention_heads"]), int(config["hidden_size"])
    head_dim = int(config.get("head_dim") or hidden // heads)
    theta = float((config.get("rope_parameters") or config)["rope_theta"])
    cos, sin = _rope(head_dim, theta)
    return Base(
        embed=state["model.embed_tokens.weight"].float(),
        layers=tuple(_layer(state, index) for index in range(int(config["num_hidden_layers"]))),
        norm=state["model.norm.weight"].float(),
        cos=cos,
        sin=sin,
        heads=heads,
        kv_heads=int(config["num_key_value_heads"]),
        head_dim=head_dim,
        eps=float(config["rms_norm_eps"]),
    )


def _layer(state: dict[str, Tensor], index: int) -> LayerWeights:
    def weight(name: str) -> Tensor:
        return state[f"model.layers.{index}.{name}.weight"].float()

    return LayerWeights(
        norm_attn=weight("input_layernorm"),
        qkv=torch.cat([weight(f"self_attn.{name}_proj") for name in "qkv"]),
        out=weight("self_attn.o_proj"),
        norm_mlp=weight("post_attention_layernorm"),
        gate_up=torch.cat([weight("mlp.gate_proj"), weight("mlp.up_proj")]),
        down=weight("mlp.down_proj"),
    )


def _rope(head_dim: int, theta: float) -> tuple[Tensor, Tensor]:
    frequencies = theta ** (-torch.arange(0, head_dim, 2, dtype=torch.float32) / head_dim)
    angles = torch.outer(torch.arange(MAX_POSITIONS, dtype=torch.float32), frequencies)
    angles = torch.cat([angles, angles], dim=-1)
    return angles.cos(), angles.sin()


def _dequantise(gguf: Path, target: Path) -> None:
    # Imported here: transformers takes seconds to import and only the first training needs it.
    from tokenizers import pre_tokenizers
    from transformers import AutoModelForCausalLM, AutoTokenizer, LlamaConfig, LlamaForCausalLM

    tokenizer = AutoTokenizer.from_pretrained(gguf.parent, gguf_file=gguf.name)
    # The conversion drops SmolLM2's digit rule; without it "42" is one token here and two in llama.cpp.
    tokenizer.backend_tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    tokenizer.save_pretrained(target)
    loaded = AutoModelForCausalLM.from_pretrained(gguf.parent, gguf_file=gguf.name, dtype=torch.float32)
    # transformers 5.24 refuses to save a model that came from a GGUF although its modules are plain fp32:
    # a fresh model with the same configuration, minus the quantisation record, has no such memory.
    settings = loaded.config.to_dict()
    settings.pop("quantization_config", None)
    plain = LlamaForCausalLM(LlamaConfig(**settings))
    plain.load_state_dict(loaded.state_dict())
    plain.tie_weights()
    plain.save_pretrained(target)
