"""Banks: the hand-written lines of this recipe, read from data/ and divided into train and held out.

Covers: reading the text and TOML files, and the split. A line belongs to one side for good, by a hash of its own
text, so that adding lines never moves another and no wording, filler or message can be on both sides.
Does not cover: what is made of the lines (routing.py, chat.py).
"""

from __future__ import annotations

import hashlib
import random
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Literal, TypeVar

Split = Literal["train", "held_out"]
DATA = Path(__file__).parent / "data"
LABELS = ("L0", "L1", "L2", "L3")
HELD_OUT_PERCENT = 15
MAX_REPEATS = 3

Item = TypeVar("Item")


@cache
def split_of(text: str) -> Split:
    """The side a text belongs to; case, outer space and final punctuation do not matter."""
    digest = hashlib.sha256(bare(text).encode()).digest()
    return "held_out" if digest[0] * 100 < HELD_OUT_PERCENT * 256 else "train"


def bare(text: str) -> str:
    """The text without what surface.py may change at its end."""
    return text.casefold().strip().rstrip(".!?…。！？؟।").rstrip()


@cache
def lines(name: str) -> tuple[str, ...]:
    """The lines of a bank, without comments and empty ones; backslash-n stands for a line break."""
    raw = (DATA / name).read_text(encoding="utf-8").splitlines()
    return tuple(line.strip().replace("\\n", "\n") for line in raw if line.strip() and not line.startswith("# "))


@cache
def rows(name: str, fields: int) -> tuple[tuple[str, ...], ...]:
    """The lines of a bank whose fields stand between bars; the last field may itself hold bars."""
    return tuple(tuple(field.strip() for field in line.split(" | ", fields - 1)) for line in lines(name))


@cache
def table(name: str) -> dict[str, list[str]]:
    """A TOML file of named lists."""
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


def kept(texts: Iterable[str], split: Split) -> list[str]:
    """Those of `texts` that belong to `split`, in their order."""
    return [text for text in texts if split_of(text) == split]


def repeated(items: Sequence[Item], count: int, rng: random.Random) -> list[Item]:
    """At most `count` of `items`, each at most MAX_REPEATS times and as evenly as possible."""
    drawn: list[Item] = []
    for _ in range(MAX_REPEATS):
        drawn += rng.sample(items, min(len(items), count - len(drawn)))
    return drawn
