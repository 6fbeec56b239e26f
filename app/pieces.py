"""An answer cut into what is drawn: prose, cells and cards, while it streams and afterwards.

Covers: feeding an answer's deltas step by step; finding the piece that is still growing.
Does not cover: what a card or a cell is (ui4a/carrier.py, agent_repl/cell.py) or how a piece looks (components/).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from ui4a.carrier import CardBroken, CardClosed, CardOpened, CardParser, Event, Frame, Text

Kind = Literal["prose", "cell", "card"]

_CELL = re.compile(r"^`{3,}python repl[^\S\n]*(?:\n(?P<code>.*?)(?:^`{3,}[^\S\n]*(?:\n|\Z)|\Z)|\Z)", re.M | re.S)
# The end of a growing text may be the start of a fence that no reader should see flash by as prose.
_MAYBE_FENCE = re.compile(r"(?:^|\n)`{1,4}(?:p(?:y(?:t(?:h(?:o(?:n(?: (?:r(?:e(?:pl?)?)?)?)?)?)?)?)?)?)?\Z")


@dataclass(frozen=True, slots=True)
class Piece:
    """One part of an answer. `index` counts the pieces of its kind; `fault` is why a card broke off."""

    kind: Kind
    text: str
    index: int = 0
    fault: str = ""


@dataclass(slots=True)
class AnswerPieces:
    """The pieces of one answer, fed with deltas; `step` separates an adapter's messages around a cell."""

    _parser: CardParser = field(default_factory=CardParser)
    _raw: list[tuple[Kind, str, str]] = field(default_factory=list[tuple[Kind, str, str]])
    _step: int = 0

    def feed(self, step: int, text: str) -> None:
        """Take the next delta."""
        if step != self._step:
            self._step = step
            text = f"\n\n{text}"
        self._take(self._parser.feed(text))

    def finish(self) -> None:
        """No more text follows."""
        self._take(self._parser.finish())

    def pieces(self, *, growing: bool) -> list[Piece]:
        """What there is to draw; while `growing`, a fence that has only begun is held back."""
        found: list[Piece] = []
        cells = cards = 0
        for position, (kind, text, fault) in enumerate(self._raw):
            if kind == "card":
                found.append(Piece("card", text, cards, fault))
                cards += 1
                continue
            last = growing and position == len(self._raw) - 1
            for piece in _cells(text, cells, growing=last):
                cells += piece.kind == "cell"
                found.append(piece)
        return found

    def _take(self, events: Iterable[Event]) -> None:
        for event in events:
            match event:
                case Text(text):
                    self._add_text(text)
                case CardOpened():
                    self._raw.append(("card", "", ""))
                case Frame(_, code):
                    self._raw[-1] = ("card", code, "")
                case CardClosed(_, code):
                    self._raw[-1] = ("card", code, "")
                case CardBroken(_, code, diagnostic):
                    self._raw[-1] = ("card", code, diagnostic.message)

    def _add_text(self, text: str) -> None:
        if self._raw and self._raw[-1][0] == "prose":
            self._raw[-1] = ("prose", self._raw[-1][1] + text, "")
        else:
            self._raw.append(("prose", text, ""))


def split_answer(steps: Iterable[str]) -> list[Piece]:
    """The pieces of a finished answer; `steps` are the adapter's messages in order."""
    answer = AnswerPieces()
    for step, text in enumerate(steps):
        answer.feed(step, text)
    answer.finish()
    return answer.pieces(growing=False)


def _cells(text: str, first: int, *, growing: bool) -> Iterator[Piece]:
    at = 0
    for match in _CELL.finditer(text):
        yield from _prose(text[at : match.start()])
        yield Piece("cell", (match["code"] or "").rstrip("\n"), first)
        first += 1
        at = match.end()
    rest = text[at:]
    yield from _prose(_MAYBE_FENCE.sub("", rest) if growing else rest)


def _prose(text: str) -> Iterator[Piece]:
    if text.strip():
        yield Piece("prose", text.strip("\n"))
