"""The training loop: packed batches of tails, AdamW with a cosine, resumable.

Covers: batches by token budget (packed, so no bucket is needed to avoid padding), loss on reply and end token only,
checkpoints, progress with an estimate of the time left, the held-out figures.
Does not cover: the data (dataset.py), prompts (prompt_kv.py), files that ship (export.py).
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# torch's own annotations are partial: strict mode would report most tensor methods.

from __future__ import annotations

import math
import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor

from backend.engine.chatml import INVOCATION
from backend.train.base import Base
from backend.train.dataset import Example
from backend.train.forward import Span, hidden_states
from backend.train.lora import Lora
from backend.train.prompt_kv import PromptStore

LEARNING_RATE = 8e-4
WARMUP_SHARE = 0.05
FLOOR_SHARE = 0.05
CLIP_NORM = 1.0
FREQUENT_IDS = 16_384
BATCH_EXAMPLES = 16
BATCH_TOKENS = 640
CHECKPOINT_S = 60.0
REPORT_S = 10.0

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopSettings:
    """`steps` None runs the whole schedule; a number stops early (smoke training)."""

    seed: int
    epochs: float
    steps: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Trained:
    """What the loop did. `loss` is the mean over the last tenth of the steps, in nats a token."""

    steps: int
    tokens: int
    loss: float
    first_loss: float
    wall_s: float


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The ids that a loss distinguishes, sorted, and their rows of the head: (ids,), (ids, hidden)."""

    ids: Tensor
    head: Tensor


def whole_vocabulary(base: Base) -> Vocabulary:
    """Every id: the exact loss."""
    return Vocabulary(torch.arange(len(base.embed)), base.embed)


def common_vocabulary(base: Base, examples: Sequence[Example]) -> Vocabulary:
    """The ids that training distinguishes: the most frequent ones and all that occur in `examples`.

    The head over all 49,152 rows is 30 % of a step. Byte-pair ids are in order of merging, so low ids are frequent.
    """
    known = torch.zeros(base.embed.shape[0], dtype=torch.bool)
    known[:FREQUENT_IDS] = True
    for example in examples:
        known[torch.tensor(example.prompt + example.tail)] = True
    ids = known.nonzero().squeeze(1)
    return Vocabulary(ids, base.embed[ids])


def batch_loss(
    base: Base, lora: Lora, batch: Sequence[Example], store: PromptStore, vocabulary: Vocabulary
) -> tuple[Tensor, Tensor, Tensor]:
    """Weighted loss over `vocabulary`; with it the plain loss and the logits of each target token.

    A token weighs 1 / √(reply length): a label of two tokens must not drown among paragraphs.
    """
    spans = [Span(len(example.prompt), len(example.tail)) for example in batch]
    ids = torch.tensor([token for example in batch for token in example.tail])
    hidden = hidden_states(base, ids, spans, past=store.past(batch), lora=lora)
    logits = hidden[_predicting_rows(batch)] @ vocabulary.head.T
    targets = _targets(batch, vocabulary)
    losses = F.cross_entropy(logits, targets, reduction="none")
    weights = torch.cat([torch.full((len(example.targets),), len(example.targets) ** -0.5) for example in batch])
    return (losses * weights).sum() / weights.sum(), losses.detach(), logits.detach()


def plan(examples: Sequence[Example], settings: LoopSettings) -> list[list[Example]]:
    """The batches of a training in order; the same seed gives the same plan, which is what makes it resumable."""
    shuffle = random.Random(settings.seed)
    order: list[Example] = []
    for _ in range(math.ceil(settings.epochs)):
        epoch = list(examples)
        shuffle.shuffle(epoch)
        order.extend(epoch)
    wanted = round(settings.epochs * len(examples))
    return list(_cut(order[:wanted]))[: settings.steps]


def run_loop(
    base: Base,
    lora: Lora,
    batches: Sequence[Sequence[Example]],
    store: PromptStore,
    *,
    vocabulary: Vocabulary,
    checkpoint: Path,
    report: Report,
) -> Trained:
    """Train `lora` in place over `batches`, continuing from `checkpoint` when it exists."""
    optimiser = torch.optim.AdamW(lora.parameters(), lr=LEARNING_RATE, betas=(0.9, 0.99), weight_decay=0.0, fused=True)
    first, history, spent_s = _restore(checkpoint, lora, optimiser)
    started = saved = told = time.monotonic()
    tokens = 0
    for step in range(first, len(batches)):
        for group in optimiser.param_groups:
            group["lr"] = LEARNING_RATE * schedule(step, len(batches))
        loss, plain, _ = batch_loss(base, lora, batches[step], store, vocabulary)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(lora.parameters(), CLIP_NORM)
        optimiser.step()
        optimiser.zero_grad()
        history.append(float(plain.mean()))
        tokens += sum(len(example.tail) for example in batches[step])
        now = time.monotonic()
        if now - told > REPORT_S or step + 1 == len(batches):
            report(_progress(step + 1, len(batches), history, tokens, now - started, step + 1 - first))
            told = now
        if now - saved > CHECKPOINT_S:
            _save(checkpoint, lora, optimiser, step + 1, history, spent_s + now - started)
            saved = now
    wall_s = spent_s + time.monotonic() - started
    _save(checkpoint, lora, optimiser, len(batches), history, wall_s)
    tail = history[-max(1, len(history) // 10) :]
    return Trained(
        steps=len(batches),
        tokens=sum(len(example.tail) for batch in batches for example in batch),
        loss=sum(tail) / len(tail),
        first_loss=history[0],
        wall_s=wall_s,
    )


def schedule(step: int, steps: int) -> float:
    """Share of the learning rate at `step`: linear warm-up, then a cosine down to FLOOR_SHARE."""
    warmup = max(1, round(WARMUP_SHARE * steps))
    if step < warmup:
        return (step + 1) / warmup
    progress = (step - warmup) / max(1, steps - warmup)
    return FLOOR_SHARE + (1 - FLOOR_SHARE) * 0.5 * (1 + math.cos(math.pi * progress))


@torch.no_grad()
def held_out_figures(base: Base, lora: Lora, examples: Sequence[Example], store: PromptStore) -> dict[str, float]:
    """Teacher-forced figures by kind: `<kind>_loss` in nats a token, `<kind>_exact` share of replies all right."""
    losses: dict[str, list[float]] = defaultdict(list)
    exact: dict[str, list[float]] = defaultdict(list)
    vocabulary = whole_vocabulary(base)
    for batch in _cut(examples):
        _, plain, logits = batch_loss(base, lora, batch, store, vocabulary)
        right = logits.argmax(-1) == _targets(batch, vocabulary)
        lengths = [len(example.targets) for example in batch]
        for example, loss, ok in zip(batch, plain.split(lengths), right.split(lengths), strict=True):
            losses[example.kind].append(float(loss.mean()))
            exact[example.kind].append(float(ok.all()))
    figures = {f"{kind}_loss": sum(values) / len(values) for kind, values in losses.items()}
    return figures | {f"{kind}_exact": sum(values) / len(values) for kind, values in exact.items()}


def _targets(batch: Sequence[Example], vocabulary: Vocabulary) -> Tensor:
    return torch.searchsorted(vocabulary.ids, torch.tensor([token for example in batch for token in example.targets]))


def _predicting_rows(batch: Sequence[Example]) -> Tensor:
    rows: list[Tensor] = []
    at = 0
    for example in batch:
        rows.append(torch.arange(at + len(INVOCATION) - 1, at + len(example.tail)))
        at += len(example.tail)
    return torch.cat(rows)


def _cut(order: Sequence[Example]) -> Iterator[list[Example]]:
    batch: list[Example] = []
    tokens = 0
    for example in order:
        if batch and (len(batch) == BATCH_EXAMPLES or tokens + len(example.tail) > BATCH_TOKENS):
            yield batch
            batch, tokens = [], 0
        batch.append(example)
        tokens += len(example.tail)
    if batch:
        yield batch


def _progress(step: int, steps: int, history: Sequence[float], tokens: int, elapsed_s: float, ran: int) -> str:
    recent = history[-20:]
    left_s = elapsed_s / ran * (steps - step)
    return (
        f"step {step}/{steps}  loss {sum(recent) / len(recent):.3f}  {tokens / elapsed_s:.0f} tok/s  "
        f"left {int(left_s // 60)}:{int(left_s % 60):02d}"
    )


def _save(
    file: Path, lora: Lora, optimiser: torch.optim.Optimizer, step: int, history: list[float], spent_s: float
) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    scratch = file.with_suffix(".part")
    state = {
        "lora": [tensor.detach() for tensor in lora.parameters()],
        "optimiser": optimiser.state_dict(),
        "step": step,
        "history": history,
        "spent_s": spent_s,
    }
    torch.save(state, scratch)
    scratch.replace(file)  # a kill during the write leaves the previous checkpoint


def _restore(file: Path, lora: Lora, optimiser: torch.optim.Optimizer) -> tuple[int, list[float], float]:
    if not file.exists():
        return 0, [], 0.0
    state = torch.load(file, weights_only=True)
    with torch.no_grad():
        for tensor, kept in zip(lora.parameters(), state["lora"], strict=True):
            tensor.copy_(kept)
    optimiser.load_state_dict(state["optimiser"])
    return state["step"], state["history"], state["spent_s"]
