"""Transcripts: what a client saw of a branch, and the digest by which a resent one finds its branch again.

Covers: cleaning a message, the visible text of a turn, digests of every prefix (DESIGN section 3, stateless clients).
A message is hashed with everything before it, so that equal digests mean equal histories; no header is needed.
Does not cover: looking a digest up or importing what is unknown (store/transcripts.py).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from backend.engine.base import ChatMessage

STEP_BREAK = "\n\n"
"""Stands between the steps of an answer that ran cells."""


@dataclass(frozen=True, slots=True)
class Said:
    """One closed turn as a client saw it."""

    text: str
    answer: str


def cleaned(text: str) -> str:
    """The message without control characters other than tab and newline, and without outer space.

    They carry no meaning for a model and break terminals and logs.
    """
    return "".join(char for char in text if char in "\t\n" or char.isprintable() or ord(char) > 0x9F).strip()


def visible(trace: Iterable[ChatMessage]) -> str:
    """What a client is sent of an answer: its steps, without the observations between them."""
    return STEP_BREAK.join(message.content for message in trace if message.role == "assistant").strip()


def digests(system: str, said: Sequence[Said]) -> list[str]:
    """Hex digests of the first 0, 1, … len(said) turns under a client's system message."""
    chain = [_digest("system", system)]
    for turn in said:
        chain.append(_digest(chain[-1], "user", turn.text, "assistant", turn.answer.strip()))
    return chain


def _digest(*parts: str) -> str:
    whole = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        whole.update(len(data).to_bytes(8, "big"))  # lengths first: no two lists of parts give the same bytes
        whole.update(data)
    return whole.hexdigest()
