"""PEFT adapters to llama.cpp: safetensors in, an Activated-LoRA GGUF out.

Covers: reading bf16, f16 and f32 safetensors with numpy alone, the row order of q and k that llama.cpp expects, the
invocation tokens, and the null adapter (zero weights) that stands for the bare base: a request without any
Activated-LoRA adapter would make llama.cpp drop the lane's cache.
Does not cover: where the files lie (adapters.py), training or checking an adapter (backend/train), or DoRA, biases and
per-module ranks, which it refuses.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from gguf import GGUFValueType, GGUFWriter
from numpy.typing import NDArray

from backend.engine.chatml import INVOCATION
from backend.errors import UserError

HEADS, KV_HEADS, WIDTH = 9, 3, 576
"""Shape of the base: attention heads, key/value heads, residual width."""

_MODULES = {
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
_KEY = re.compile(r"model\.layers\.(\d+)\.((?:self_attn|mlp)\.\w+)\.lora_([AB])\.weight$")
_DTYPES = {"F32": np.dtype("<f4"), "F16": np.dtype("<f2"), "BF16": np.dtype("<u2")}
_HEADER_LIMIT_BYTES = 16 << 20

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Config:
    alpha: float
    invocation: tuple[int, ...]


def write_adapter(target: Path, folder: Path, config_bytes: bytes, tensors_bytes: bytes) -> None:
    """Write the PEFT adapter of `folder`, given as its two files' content, to `target`.

    Raises:
        UserError: it is an adapter that llama.cpp would not run as it was trained.
    """
    config = _config(folder, json.loads(config_bytes))
    _write(target, folder.name, config, _renamed(folder, _safetensors(tensors_bytes)))


def write_null_adapter(target: Path) -> None:
    """Write an adapter of zeros: exactly the base, with the cache behaviour of the other adapters."""
    zeros = {
        "blk.0.attn_q.weight.lora_a": np.zeros((1, WIDTH), np.float32),
        "blk.0.attn_q.weight.lora_b": np.zeros((WIDTH, 1), np.float32),
    }
    _write(target, "base", _Config(1.0, INVOCATION), zeros)


# The configuration is PEFT's own JSON, hence Any until the checks below.
def _config(folder: Path, raw: Mapping[str, Any]) -> _Config:
    invocation = tuple(raw.get("alora_invocation_tokens") or ())
    if invocation != INVOCATION:
        raise UserError(f"{folder} is not an Activated-LoRA adapter for this base: its invocation is {invocation}")
    unsupported = [name for name in ("use_dora", "rank_pattern", "alpha_pattern", "lora_bias") if raw.get(name)]
    if unsupported or raw.get("bias", "none") != "none":
        raise UserError(f"{folder} uses {', '.join(unsupported) or 'bias'}, which the embedded engine cannot run")
    alpha = float(raw["lora_alpha"])
    # llama.cpp scales by alpha / rank; rank-stabilised LoRA was trained with alpha / sqrt(rank).
    return _Config(alpha * math.sqrt(raw["r"]) if raw.get("use_rslora") else alpha, invocation)


def _safetensors(data: bytes) -> Iterator[tuple[str, Array]]:
    size = int.from_bytes(data[:8], "little")
    if size > min(_HEADER_LIMIT_BYTES, len(data) - 8):
        raise UserError("the adapter's safetensors header is damaged; export it again")
    body = memoryview(data)[8 + size :]
    for name, entry in json.loads(data[8 : 8 + size]).items():
        if name == "__metadata__":
            continue
        dtype = _DTYPES.get(entry["dtype"])
        if dtype is None:
            raise UserError(f"{name} has type {entry['dtype']}; export adapters as BF16, F16 or F32")
        start, end = entry["data_offsets"]
        raw = np.frombuffer(body[start:end], dtype)
        if entry["dtype"] == "BF16":  # numpy has no bfloat16: it is the upper half of a float32
            raw = (raw.astype(np.uint32) << 16).view(np.float32)
        yield name, raw.astype(np.float32).reshape(entry["shape"])


def _renamed(folder: Path, tensors: Iterator[tuple[str, Array]]) -> dict[str, Array]:
    found: dict[str, Array] = {}
    for name, value in tensors:
        match = _KEY.search(name)
        module = _MODULES.get(match[2]) if match else None
        if match is None or module is None:
            raise UserError(f"{folder} adapts {name}, which the embedded engine cannot run")
        if match[3] == "B" and module in ("attn_q", "attn_k"):
            value = _rope_rows(value, HEADS if module == "attn_q" else KV_HEADS)
        found[f"blk.{match[1]}.{module}.weight.lora_{match[3].lower()}"] = np.ascontiguousarray(value)
    if not found:
        raise UserError(f"{folder} holds no LoRA weights")
    return found


def _rope_rows(rows: Array, heads: int) -> Array:
    """llama.cpp interleaves the two halves of each head's rotary pairs: (heads, 2, half) to (heads, half, 2)."""
    half = rows.shape[0] // heads // 2
    return rows.reshape(heads, 2, half, rows.shape[1]).swapaxes(1, 2).reshape(rows.shape)


def _write(target: Path, name: str, config: _Config, tensors: Mapping[str, Array]) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_suffix(f".{os.getpid()}.part")
    writer = GGUFWriter(str(part), "llama")
    writer.add_string("general.type", "adapter")
    writer.add_string("general.name", name)
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", config.alpha)
    tokens = list(config.invocation)  # llama.cpp accepts only uint32 here, and add_array would choose int32
    writer.add_key_value("adapter.alora.invocation_tokens", tokens, GGUFValueType.ARRAY, GGUFValueType.UINT32)
    for tensor, value in tensors.items():
        writer.add_tensor(tensor, value)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    os.replace(part, target)
