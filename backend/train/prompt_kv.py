"""K/V of every prompt, computed once without the adapter.

An Activated LoRA leaves everything before the reply header to the base, so prompt K/V do not depend on what is being
trained: epochs read them from here and run only header and reply.
Covers: shared first messages computed once, prompts that begin another prompt stored once, fp16 in a file-backed
buffer of bounded size. Does not cover: the tails (loop.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from backend.errors import UserError
from backend.train.base import Base
from backend.train.dataset import Example
from backend.train.forward import Past, Span, hidden_states, no_past

LIMIT_BYTES = 12 << 30
"""Largest file a training may fill; 23 kB a prompt token for the shipped base."""

BATCH_TOKENS = 1_024

Report = Callable[[str], None]
Prompt = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    head: Prompt
    offset: int
    length: int  # tokens after the head


class PromptStore:
    """K/V by prompt. Holds one memory-mapped file; `close` deletes it."""

    def __init__(self, base: Base, examples: Sequence[Example], file: Path) -> None:
        self._base = base
        self._file = file
        self._heads: dict[Prompt, Tensor] = {example.prompt[: example.head]: torch.empty(0) for example in examples}
        self._places, self._owners = _layout(examples)
        self.tokens = sum(place.length for place in self._owners.values())
        shape = (self.tokens, len(base.layers), 2, base.kv_heads, base.head_dim)
        size = torch.Size(shape).numel()
        if size * 2 > LIMIT_BYTES:
            raise UserError(
                f"prompts need {size * 2 >> 20} MiB of K/V, more than {LIMIT_BYTES >> 20}; use fewer examples"
            )
        file.parent.mkdir(parents=True, exist_ok=True)
        self._rows = torch.from_file(str(file), shared=True, size=max(size, 1), dtype=torch.float16)[:size].view(shape)

    @torch.no_grad()
    def fill(self, report: Report) -> None:
        """Compute everything; about 400 tokens a second on one core."""
        for head in self._heads:
            self._heads[head] = self._compute([head], no_past(self._base), [0])
        done = 0
        for batch in _batches(self._owners):
            suffixes = [prompt[len(place.head) :] for prompt, place in batch]
            heads = [self._heads[place.head] for _, place in batch]
            rows = self._compute(suffixes, _past_of(heads), [len(place.head) for _, place in batch])
            at = 0
            for _, place in batch:
                self._rows[place.offset : place.offset + place.length] = rows[at : at + place.length].half()
                at += place.length
            done += at
            report(f"prompt K/V {done}/{self.tokens} tokens")

    def past(self, examples: Sequence[Example]) -> Past:
        """The pasts of a training batch, as fp32."""
        return _past_of([self._joined(self._places[example.prompt]) for example in examples])

    def close(self) -> None:
        """Give the file back."""
        self._file.unlink(missing_ok=True)

    def _joined(self, place: _Place) -> Tensor:
        own = self._rows[place.offset : place.offset + place.length].float()
        return torch.cat([self._heads[place.head], own])

    def _compute(self, rows: Sequence[Prompt], past: Past, starts: Sequence[int]) -> Tensor:
        """K/V of packed rows: (rows, layers, 2, kv_heads, head_dim) fp32."""
        spans = [Span(start, len(row)) for start, row in zip(starts, rows, strict=True)]
        ids = torch.tensor([token for row in rows for token in row])
        kept: list[Tensor] = []
        hidden_states(
            self._base, ids, spans, past=past, sink=lambda layer, k, v: kept.append(torch.stack([k, v], dim=1))
        )
        return torch.stack(kept, dim=1)


def _past_of(rows: Sequence[Tensor]) -> Past:
    # (tokens, layers, 2, kv_heads, head_dim) → (layers, 2, kv_heads, tokens, head_dim)
    ordered = [tensor.permute(1, 2, 3, 0, 4).contiguous() for tensor in rows]
    return lambda layer, example: (ordered[example][layer, 0], ordered[example][layer, 1])


def _layout(examples: Sequence[Example]) -> tuple[dict[Prompt, _Place], dict[Prompt, _Place]]:
    """Every prompt's place, and the prompts that own theirs: a prompt that begins another one is read from it."""
    heads = {example.prompt: example.prompt[: example.head] for example in examples}
    places: dict[Prompt, _Place] = {}
    owners: dict[Prompt, _Place] = {}
    owner: Prompt = ()
    offset = 0
    # In reverse lexicographic order a prompt follows the prompts that it begins.
    for prompt in sorted(heads, reverse=True):
        length = len(prompt) - len(heads[prompt])
        if owner[: len(prompt)] == prompt:
            places[prompt] = _Place(heads[prompt], places[owner].offset, length)
            continue
        places[prompt] = owners[prompt] = _Place(heads[prompt], offset, length)
        owner = prompt
        offset += length
    return places, owners


def _batches(owners: dict[Prompt, _Place]) -> Iterator[list[tuple[Prompt, _Place]]]:
    batch: list[tuple[Prompt, _Place]] = []
    tokens = 0
    for prompt, place in owners.items():
        if place.length == 0:
            continue
        if batch and tokens + place.length > BATCH_TOKENS:
            yield batch
            batch, tokens = [], 0
        batch.append((prompt, place))
        tokens += place.length
    if batch:
        yield batch
