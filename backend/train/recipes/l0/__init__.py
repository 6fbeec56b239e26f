"""Recipe of L0: routing examples (one label each) and short conversations.

Covers: `examples`, the records of one split in a random but repeatable order.
Does not cover: how they become tokens (backend/train), or the measured hold-out, which other people wrote.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from backend.train.recipes.l0.banks import Split
from backend.train.recipes.l0.chat import chat_records
from backend.train.recipes.l0.routing import Record, route_records

__all__ = ["Split", "examples"]


def examples(seed: int, split: Split) -> Iterator[Record]:
    """Training records of one split; the same seed gives the same records in the same order."""
    rng = random.Random(f"l0 {split} {seed}")
    records = [*route_records(rng, split), *chat_records(rng, split)]
    rng.shuffle(records)
    yield from records
