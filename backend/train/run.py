"""One training from recipe to exported revision.

Covers: the order of the steps, seeds, threads, the lineage record. Does not cover: the steps themselves.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# torch's own annotations are partial: strict mode would report most tensor methods.

from __future__ import annotations

import datetime
import hashlib
import logging
import random
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from backend.engine.base import LABELS
from backend.engine.weights import fetch_weights
from backend.errors import UnknownAdapter
from backend.paths import cache_dir, repo_root
from backend.train.base import BASE_NAME, file_sha256, hf_directory, load_base
from backend.train.dataset import Example, Record, example, load_encode, recipe_records, records_sha256
from backend.train.export import export, load_revision
from backend.train.loop import LEARNING_RATE, LoopSettings, common_vocabulary, held_out_figures, plan, run_loop
from backend.train.lora import ALPHA, RANK, new_lora
from backend.train.prompt_kv import PromptStore

LICENCE = "Apache-2.0"
HELD_OUT_EXAMPLES = 200

logger = logging.getLogger(__name__)


def adapter_folder(label: str) -> Path:
    """Where the shipped revision of `label` lives."""
    return repo_root() / "backend" / "profiles" / "adapters" / label


def train(
    label: str,
    *,
    seed: int = 0,
    epochs: float = 2.0,
    threads: int = 1,
    resume: bool = True,
    limit: int | None = None,
    parent: Path | None = None,
    steps: int | None = None,
    out: Path | None = None,
    report: Callable[[str], None] = logger.info,
) -> dict[str, Any]:
    """Train `label` from its recipe and write the revision to `out`; returns the lineage with its figures.

    `resume` continues an interrupted run with the same data, seed and epochs. `limit` takes that many
    records of the recipe, drawn by the seed; `parent` is the folder of a revision to start from; `steps` ends early
    (smoke training).

    Raises:
        UnknownAdapter: `label` is not canonical.
        MissingPiece: the label has no recipe.
    """
    if label not in LABELS:
        raise UnknownAdapter(f"{label} is not one of {', '.join(LABELS)}")
    torch.set_num_threads(threads)
    torch.manual_seed(seed)
    started, cpu_started = time.monotonic(), time.process_time()
    gguf = fetch_weights(cache_dir())
    directory = hf_directory(gguf, cache_dir())
    base, encode = load_base(directory), load_encode(directory)
    records = _drawn(recipe_records(label, seed=seed, split="train"), limit, seed)
    held_out = [example(record, encode) for record in _spread(recipe_records(label, seed=seed, split="held_out"))]
    examples = [example(record, encode) for record in records]
    settings = LoopSettings(seed=seed, epochs=epochs, steps=steps)
    batches = plan(examples, settings)
    data_hash = records_sha256(records)
    run_key = hashlib.sha256(f"{label} {directory.name} {data_hash} {parent} {settings}".encode()).hexdigest()[:16]
    folder = cache_dir() / "train" / f"run-{label}-{run_key}"
    checkpoint = folder / "checkpoint.pt"
    if not resume:
        checkpoint.unlink(missing_ok=True)
    report(f"{label}: {len(examples)} examples, {len(batches)} steps, run {folder.name}")
    lora = new_lora(base, seed)
    parent_hash = load_revision(parent, lora) if parent else None
    store = PromptStore(base, _used(batches) + held_out, folder / "prompts.f16")
    try:
        store.fill(report)
        filled_s = time.monotonic() - started
        vocabulary = common_vocabulary(base, examples)
        trained = run_loop(base, lora, batches, store, vocabulary=vocabulary, checkpoint=checkpoint, report=report)
        figures = held_out_figures(base, lora, held_out, store)
    finally:
        store.close()
    lineage = {
        "label": label,
        "licence": LICENCE,
        "parent": parent_hash,
        "base": {"name": BASE_NAME, "gguf": gguf.name, "gguf_sha256": file_sha256(gguf)},
        "recipe": f"backend.train.recipes.{label.lower()}",
        "data_sha256": data_hash,
        "examples": len(examples),
        "prompt_tokens_stored": store.tokens,
        "seed": seed,
        "epochs": epochs,
        "rank": RANK,
        "alpha": ALPHA,
        "learning_rate": LEARNING_RATE,
        "threads": threads,
        "trained": asdict(trained) | {"prompt_s": filled_s, "cpu_s": time.process_time() - cpu_started},
        "held_out": figures | {"examples": len(held_out)},
        "torch": torch.__version__,
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
    }
    export(lora, lineage, out or adapter_folder(label))
    checkpoint.unlink(missing_ok=True)
    report(f"{label}: held out {figures}")
    return lineage


def _drawn(records: list[Record], limit: int | None, seed: int) -> list[Record]:
    return records if limit is None or limit >= len(records) else random.Random(seed).sample(records, limit)


def _spread(items: list[Record]) -> list[Record]:
    """At most HELD_OUT_EXAMPLES, evenly over the whole list, so that every kind is seen."""
    stride = max(1, len(items) // HELD_OUT_EXAMPLES)
    return items[::stride][:HELD_OUT_EXAMPLES]


def _used(batches: list[list[Example]]) -> list[Example]:
    return [item for batch in batches for item in batch]
