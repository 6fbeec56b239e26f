"""A task of the L1 recipe: the request, the cell that answers it, the sentence that reports the value.

Covers: drawing numbers, money, dates and words at random from one split, and the values a task is made of.
Does not cover: which tasks exist (the family modules) or the conversation around one (dialogue.py).
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Literal, TypeVar

Split = Literal["train", "held_out"]
T = TypeVar("T")

_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_SYMBOLS = ("$", "€", "£")


@dataclass(frozen=True, slots=True)
class Number:
    """A number as a person writes it and as the cell writes it."""

    text: str
    code: str


@dataclass(frozen=True, slots=True)
class Day:
    """A date as a person writes it and as the cell writes it."""

    text: str
    code: str
    value: datetime.date


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One request with its cell. `finals` hold `{v}`, the value as shown; `topic` names it for a summary."""

    text: str
    code: str
    finals: Sequence[str]
    topic: str
    family: str = ""
    when_true: str = ""
    when_false: str = ""
    follow_up: Task | None = field(default=None, repr=False)


def ordinal(n: int) -> str:
    """1st, 2nd, 3rd, 4th …"""
    tail = "th" if 10 < n % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{tail}"


Family = Callable[["Draw"], Task]


class Draw:
    """Random draws that never mix the vocabulary of the two splits."""

    def __init__(self, rng: Random, split: Split) -> None:
        """Draw for `split` from `rng`."""
        self.rng = rng
        self.split: Split = split

    def of(self, train: Sequence[T], held_out: Sequence[T]) -> T:
        """One of the split's own items."""
        return self.rng.choice(train if self.split == "train" else held_out)

    def some(self, train: Sequence[T], held_out: Sequence[T], count: int) -> list[T]:
        """`count` different items of the split."""
        return self.rng.sample(train if self.split == "train" else held_out, count)

    def ask(self, train: str, held_out: str, **slots: object) -> str:
        """A wording, one a line, with its slots filled."""
        lines = [line.strip() for line in (train if self.split == "train" else held_out).strip().splitlines()]
        return self.rng.choice(lines).format(**slots)

    def int(self, low: int, high: int) -> int:
        """An integer between the two, both included."""
        return self.rng.randint(low, high)

    def number(self, low: int, high: int, decimals: Sequence[int] = (0, 0, 1, 2)) -> Number:
        """A number with random decimals; thousands are separated half of the time."""
        places = self.rng.choice(decimals)
        code = f"{self.rng.uniform(low, high):.{places}f}"
        text = f"{float(code):,.{places}f}" if self.rng.random() < 0.5 else code
        return Number(text, code)

    def money(self, low: int, high: int) -> tuple[Number, str]:
        """An amount with its currency in the text, and a pattern that writes a value in that currency."""
        number = self.number(low, high, (0, 0, 2, 2))
        if float(number.code) >= 1000 and self.rng.random() < 0.15:
            thousands = f"{float(number.code) / 1000:.1f}"
            number = Number(f"{thousands}k", f"({thousands} * 1000)")
        form = self.rng.random()
        if form < 0.5:
            symbol = self.rng.choice(_SYMBOLS)
            return Number(f"{symbol}{number.text}", number.code), symbol + "{v}"
        if form < 0.6:
            symbol = self.rng.choice(("€", "€", " €", "$"))
            return Number(number.text + symbol, number.code), "{v}" + symbol
        unit = self.of(
            ("euros", "dollars", "pounds", "EUR", "USD", "francs", "kr", "CHF", "rupees"),
            ("yen", "GBP", "zloty", "pesos", "CAD"),
        )
        return Number(f"{number.text} {unit}", number.code), "{v} " + unit

    def numbers(self, count: int, low: int = 1, high: int = 200) -> list[str]:
        """A list of numbers, all whole or all decimal."""
        places = self.rng.choice((0, 0, 0, 1, 2))
        return [f"{self.rng.uniform(low, high):.{places}f}" for _ in range(count)]

    def listed(self, items: Sequence[str]) -> str:
        """Items as people list them."""
        form = self.rng.randrange(5)
        if form == 0 and len(items) > 1:
            return ", ".join(items[:-1]) + " and " + items[-1]
        if form == 1:
            return "[" + ", ".join(items) + "]"
        if form == 2 and all(" " not in item for item in items):
            return " ".join(items)
        return ", ".join(items)

    def day(self, first_year: int = 1985, last_year: int = 2031) -> Day:
        """A date in one of the written forms."""
        value = datetime.date(self.int(first_year, last_year), self.int(1, 12), self.int(1, 28))
        return self.written(value)

    def written(self, value: datetime.date) -> Day:
        """This date in one of the written forms."""
        month = _MONTHS[value.month - 1]
        forms = [
            f"{value.day} {month} {value.year}",
            f"{month} {value.day}, {value.year}",
            value.isoformat(),
            f"{value.day} {month[:3]} {value.year}",
            f"{month} {value.day} {value.year}",
            f"{month[:3]} {value.day}, {value.year}",
            f"{month} {ordinal(value.day)}, {value.year}",
            f"{ordinal(value.day)} {month} {value.year}",
            f"the {ordinal(value.day)} of {month} {value.year}",
        ]
        if value.day > 12:  # otherwise nobody could tell day and month apart
            forms += [f"{value:%d/%m/%Y}", f"{value:%m/%d/%Y}", f"{value:%d.%m.%Y}"]
        return Day(self.rng.choice(forms), f"date({value.year}, {value.month}, {value.day})", value)

    def yearless(self, value: datetime.date) -> str:
        """This date as written without its year."""
        month, day = _MONTHS[value.month - 1], value.day
        forms = (
            f"{month} {day}",
            f"{day} {month}",
            f"{month} {ordinal(day)}",
            f"{ordinal(day)} {month}",
            f"the {ordinal(day)} of {month}",
            f"{month[:3]} {day}",
            f"{day} {month[:3]}",
        )
        return self.rng.choice(forms)

    def later(self, day: Day, low: int, high: int) -> Day:
        """A date that many days after `day`."""
        return self.written(day.value + datetime.timedelta(days=self.int(low, high)))
