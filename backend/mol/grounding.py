"""Grounded numbers: grammars under which L1 can only write numbers that it was given.

A 135M model sometimes swaps two digits when it copies a number. Under these grammars a number of three digits or more
in a cell comes from the request (or is a well-known constant), and every number in the closing sentence comes from
the request, the cell or the observation, whose value the sentence must hold.
Covers: the two GBNF grammars. Does not cover: whether the cell computes the right thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

CONSTANTS = (
    "0.01", "0.05", "0.1", "0.25", "0.5", "0.75", "1.0", "1.8", "2.54", "9.81", "3.6", "4.184",
    "0.3048", "0.4536", "1.609", "1.609344", "28.35", "453.592", "273.15", "3.14159",
    "100", "100.0", "120", "144", "180", "200", "273", "300", "360", "365", "365.25", "366", "400", "500",
    "1000", "1000.0", "1024", "1440", "1900", "2000", "3600", "10000", "86400", "1000000",
)  # fmt: skip
NUMBERS_LIMIT = 200
VALUE_LIMIT_CHARS = 120
TEXT_LIMIT_CHARS = 400

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def cell_grammar(request: str) -> str:
    """GBNF for L1's first reply: a cell whose long numbers are the request's, or a question back without a cell."""
    numbers = _literals([*_forms(request), *CONSTANTS])
    return (
        'root ::= "```python repl\\n" line{1,12} "```" | ask\n'
        'line ::= part{0,160} "\\n"\n'
        f"part ::= name | number | other\n"
        # A name may end in digits (x1); a number never follows a letter or another digit.
        "name ::= [a-zA-Z_]+ [0-9]{0,2}\n"
        f'number ::= ({numbers} | [0-9] [0-9]? | [0-9] [0-9]? "." [0-9] [0-9]?) after\n'
        'after ::= [^0-9a-zA-Z_`\\n] | ""\n'
        "other ::= [^0-9a-zA-Z_`\\n]\n"
        "ask ::= [^`0-9\\n] [^`\\n]{0,240}\n"
    )


def closing_grammar(request: str, cell: str, observation: str) -> str | None:
    """GBNF for the sentence after an observation; None when the value is too long to be said in one."""
    value = observation.strip()
    if not value or "\n" in value or len(value) > VALUE_LIMIT_CHARS:
        return None
    numbers = _literals([*_forms(value), *_forms(request), *_forms(cell)])
    said = " | ".join(_quoted(form) for form in _said(value))
    number = f"number ::= {numbers}\n" if numbers else 'number ::= "0"\n'
    return (
        f"root ::= part{{0,{TEXT_LIMIT_CHARS}}} value (after part{{0,{TEXT_LIMIT_CHARS}}})?\n"
        "part ::= plain | number plain\n"
        "plain ::= [^0-9`]\n"
        "after ::= [^0-9`]\n"
        f"value ::= {said}\n"
        f"{number}"
    )


def _forms(text: str) -> list[str]:
    """Every number of a text, as written and without its thousands separators."""
    forms: list[str] = []
    for number in _NUMBER.findall(text)[:NUMBERS_LIMIT]:
        forms += [number, number.replace(",", "")]
        forms += [part.lstrip("0") or "0" for part in re.split(r"[.,]", number)]
    return forms


def _said(value: str) -> list[str]:
    """How a value may be said: as it is, a whole float without its point, long digits grouped, a string unquoted."""
    said = [value]
    if re.fullmatch(r"-?\d+\.0", value):
        said.append(value[:-2])
    if re.fullmatch(r"-?\d{4,}(\.\d+)?", value):
        whole, _, rest = value.partition(".")
        said.append(f"{int(whole):,}" + (f".{rest}" if rest else ""))
    if len(value) > 2 and value[0] == value[-1] and value[0] in "'\"":
        said.append(value[1:-1])
    return said


def _literals(numbers: Iterable[str]) -> str:
    return " | ".join(_quoted(number) for number in dict.fromkeys(numbers))


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
