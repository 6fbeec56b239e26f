"""L1 recipe: requests answered by writing a cell and reading what it yields.

Covers: `examples`, the records of one split in a random order that the seed fixes.
Does not cover: checking a model's own cells (check.py) or the training loop.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from backend.train.recipes.l1 import (
    clocks,
    dates,
    everyday,
    integers,
    lists,
    money,
    numerals,
    parts,
    percent,
    picks,
    tables,
    texts,
    units,
    words,
    yearless,
)
from backend.train.recipes.l1.dialogue import Record, answered, repaired
from backend.train.recipes.l1.replies import unanswered
from backend.train.recipes.l1.task import Draw, Family, Split, Task

_MODULES = (
    percent, parts, money, everyday, lists, picks, dates, yearless, clocks, units, tables, words, texts,
    integers, numerals,
)  # fmt: skip
FAMILIES: tuple[tuple[Family, int], ...] = tuple(
    (family, weight) for module in _MODULES for family, weight in module.FAMILIES
)
_ROUNDS = {"train": 8, "held_out": 1}
_FINALS, _SUMMARIES, _REPAIRS = 0.6, 0.13, 0.08
_UNANSWERED = {"train": 320, "held_out": 20}


def tasks(seed: int, split: Split) -> Iterator[Task]:
    """The tasks of a split, each family as often as its weight says."""
    d = Draw(Random(f"{seed}/{split}/tasks"), split)
    for _ in range(_ROUNDS[split]):
        for family, weight in FAMILIES:
            for _ in range(weight):
                yield replace(family(d), family=family.__name__)


def examples(seed: int, split: Split) -> Iterator[Record]:
    """The records of a split: cells, finals, follow-ups, repairs, questions back and summaries, shuffled."""
    d = Draw(Random(f"{seed}/{split}/dialogue"), split)
    records: list[Record] = list(unanswered(d, _UNANSWERED[split]))
    for task in tasks(seed, split):
        records += answered(d, task, _FINALS, _SUMMARIES)
        if d.rng.random() < _REPAIRS and (repair := repaired(d, task)) is not None:
            records.append(repair)
    d.rng.shuffle(records)
    yield from records
