"""Training records as token ids, rendered exactly as the engine renders a view.

Covers: the segment rule (contents are tokenised apart, so text can never form a special token), the split of an
example into a prompt that runs on the bare base and a tail (invocation and reply) that runs under the adapter.
Does not cover: where records come from (recipes/), K/V of the prompts (prompt_kv.py).
"""

from __future__ import annotations

import hashlib
import importlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from tokenizers import Tokenizer

from backend.engine.base import ChatMessage
from backend.engine.chatml import IM_END, INVOCATION, join, segments
from backend.errors import MissingPiece

MAX_RECORDS = 20_000
MAX_EXAMPLE_TOKENS = 1_600

Split = Literal["train", "held_out"]
Record = Mapping[str, Any]  # a recipe's dict, checked in `example`
Encode = Callable[[str], Sequence[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One reply to learn.

    prompt: ids before the reply header. head: how many of them are the first message, which many examples share.
    tail: header and reply, the inputs under the adapter. targets: the reply and <|im_end|>; they align with
    `tail[len(INVOCATION) - 1:]`.
    """

    prompt: tuple[int, ...]
    head: int
    tail: tuple[int, ...]
    targets: tuple[int, ...]
    kind: str


def load_encode(directory: Path) -> Encode:
    """Text to ids with the base's tokenizer; the text of a special token stays text."""
    tokenizer = Tokenizer.from_file(str(directory / "tokenizer.json"))
    tokenizer.encode_special_tokens = True
    return lambda text: tokenizer.encode(text, add_special_tokens=False).ids


def example(record: Record, encode: Encode) -> Example:
    """A record as ids.

    Raises:
        ValueError: the record has no messages, an empty reply, or more than MAX_EXAMPLE_TOKENS.
    """
    messages, reply = record["messages"], record["reply"]
    if not messages or not reply:
        raise ValueError(f"a {record.get('kind')} record needs messages and a reply")
    view = [ChatMessage(message["role"], message["content"]) for message in messages]
    prompt, head = _prompt(view, encode), _prompt(view[:1], encode)
    reply_ids = tuple(encode(reply))
    if len(prompt) + len(reply_ids) > MAX_EXAMPLE_TOKENS:
        raise ValueError(f"a {record.get('kind')} record has {len(prompt) + len(reply_ids)} tokens")
    return Example(
        prompt=prompt,
        head=len(head),
        tail=INVOCATION + reply_ids,
        targets=(*reply_ids, IM_END),
        kind=str(record.get("kind", "")),
    )


def recipe_records(label: str, *, seed: int, split: Split) -> list[Record]:
    """What the adapter's recipe yields, at most MAX_RECORDS.

    Raises:
        MissingPiece: there is no recipe for `label`.
    """
    name = f"backend.train.recipes.{label.lower()}"
    try:
        recipe = importlib.import_module(name)
    except ModuleNotFoundError as error:
        raise MissingPiece(f"no recipe for {label}: {name} is missing") from error
    records: Iterator[Record] = recipe.examples(seed, split)
    return list(islice(records, MAX_RECORDS))


def records_sha256(records: Iterable[Record]) -> str:
    """Hex digest of the records as canonical JSON lines: the data half of a revision's lineage."""
    digest = hashlib.sha256()
    for record in records:
        digest.update(json.dumps(record, sort_keys=True, ensure_ascii=False).encode())
        digest.update(b"\n")
    return digest.hexdigest()


def _prompt(view: Sequence[ChatMessage], encode: Encode) -> tuple[int, ...]:
    """The engine's rendering of `view`, up to the reply header."""
    return tuple(join(segments(view), encode)[: -len(INVOCATION)])
