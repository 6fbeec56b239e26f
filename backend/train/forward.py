"""The base's forward over packed rows, with the adapter on or off, attending to stored prompt K/V.

Covers: several examples' rows packed without padding, each behind its own past; the same code fills the prompt
store (adapter off, K/V handed to a sink) and runs training (adapter on). Equals PEFT's aLoRA forward (tested).
Does not cover: generation, dropout, batching policy (loop.py).
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# torch's own annotations are partial: strict mode would report most tensor methods.

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from backend.train.base import Base, LayerWeights
from backend.train.lora import ALPHA, RANK, Lora, LoraPair

Past = Callable[[int, int], tuple[Tensor, Tensor]]
"""(layer, example) → K and V of its past, each (kv_heads, P, head_dim), K already rotated."""

Sink = Callable[[int, Tensor, Tensor], None]
"""Receives a layer's new K (rotated) and V, each (rows, kv_heads, head_dim)."""

_SCALE = ALPHA / RANK


@dataclass(frozen=True, slots=True)
class Span:
    """Rows of one example in the pack: `length` rows whose first position is `start`."""

    start: int
    length: int


def hidden_states(
    base: Base, ids: Tensor, spans: Sequence[Span], *, past: Past, lora: Lora | None = None, sink: Sink | None = None
) -> Tensor:
    """Final hidden states, normalised, ready for the head.

    ids: (rows,) token ids, the examples one after the other as `spans` says. Returns (rows, hidden) fp32.
    """
    positions = torch.cat([torch.arange(span.start, span.start + span.length) for span in spans])
    cos, sin = base.cos[positions].unsqueeze(1), base.sin[positions].unsqueeze(1)  # (rows, 1, head_dim)
    masks = [_mask(span, base.heads // base.kv_heads) for span in spans]
    x = base.embed[ids]
    for index, layer in enumerate(base.layers):
        pairs = lora.layers[index] if lora else None
        q, k, v = _qkv(base, layer, pairs, F.rms_norm(x, (base.hidden,), layer.norm_attn, base.eps))
        q, k = _rotate(q, cos, sin), _rotate(k, cos, sin)
        if sink:
            sink(index, k, v)
        mixed = _attend(base, q, k, v, spans, masks, lambda example, at=index: past(at, example))
        x = x + _project(mixed, layer.out, pairs, ("o_proj",))
        gate, up = _project(
            F.rms_norm(x, (base.hidden,), layer.norm_mlp, base.eps), layer.gate_up, pairs, ("gate_proj", "up_proj")
        ).chunk(2, dim=-1)
        x = x + _project(F.silu(gate) * up, layer.down, pairs, ("down_proj",))
    return F.rms_norm(x, (base.hidden,), base.norm, base.eps)


def no_past(base: Base) -> Past:
    """A past without tokens, for prompts that start at position 0."""
    empty = torch.empty(base.kv_heads, 0, base.head_dim)
    return lambda layer, example: (empty, empty)


def _qkv(
    base: Base, layer: LayerWeights, pairs: dict[str, LoraPair] | None, x: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    fused = _project(x, layer.qkv, pairs, ("q_proj", "k_proj", "v_proj"))
    heads = fused.view(x.shape[0], base.heads + 2 * base.kv_heads, base.head_dim)
    q, k, v = heads.split([base.heads, base.kv_heads, base.kv_heads], dim=1)
    return q, k, v


def _project(x: Tensor, weight: Tensor, pairs: dict[str, LoraPair] | None, modules: tuple[str, ...]) -> Tensor:
    """The product with `weight`, plus the adapter's update of the modules fused in it."""
    y = x @ weight.T
    if pairs is None:
        return y
    chosen = [pairs[name] for name in modules]
    inner = x @ torch.cat([pair.a for pair in chosen]).T * _SCALE  # (rows, modules x RANK)
    # One product into y instead of one per module and a concatenation: 10 % of a step.
    outer = chosen[0].b if len(chosen) == 1 else torch.block_diag(*(pair.b for pair in chosen))
    return torch.addmm(y, inner, outer.T)


def _rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    half = x.shape[-1] // 2
    return x * cos + torch.cat([-x[..., half:], x[..., :half]], dim=-1) * sin


def _mask(span: Span, group: int) -> Tensor:
    """(group x length, start + length) booleans: the past is open, the rows among themselves are causal."""
    causal = torch.ones(span.length, span.length, dtype=torch.bool).tril()
    row = torch.cat([torch.ones(span.length, span.start, dtype=torch.bool), causal], dim=1)
    return row.repeat(group, 1)


def _attend(
    base: Base,
    q: Tensor,
    k: Tensor,
    v: Tensor,
    spans: Sequence[Span],
    masks: Sequence[Tensor],
    past: Callable[[int], tuple[Tensor, Tensor]],
) -> Tensor:
    """Attention of each example over its past and its own rows. Returns (rows, heads x head_dim)."""
    lengths = [span.length for span in spans]
    group = base.heads // base.kv_heads
    mixed: list[Tensor] = []
    packs = zip(q.split(lengths), k.split(lengths), v.split(lengths), masks, strict=True)
    for example, (rows, keys, values, mask) in enumerate(packs):
        past_k, past_v = past(example)
        all_k = torch.cat([past_k, keys.transpose(0, 1)], dim=1)
        all_v = torch.cat([past_v, values.transpose(0, 1)], dim=1)
        # The heads that share a K/V head become more rows of it: (kv_heads, group x length, head_dim).
        grouped = rows.transpose(0, 1).reshape(base.kv_heads, group * rows.shape[0], base.head_dim)
        out = F.scaled_dot_product_attention(
            grouped.unsqueeze(0), all_k.unsqueeze(0), all_v.unsqueeze(0), attn_mask=mask
        )
        mixed.append(out.view(base.heads, rows.shape[0], base.head_dim).transpose(0, 1).flatten(1))
    return torch.cat(mixed)
