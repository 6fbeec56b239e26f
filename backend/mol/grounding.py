"""Grounded copying: grammars under which L1 can only write numbers and quoted words that it was given.

A 135M model computes by code and sometimes copies wrong: 2340 becomes 2430, iris becomes iras. Under these grammars a
number in a cell comes from the request or is small or well known, a word in quotes comes from the request, and every
number in the closing sentence comes from the request, the cell or the observation, whose value the sentence holds.
Covers: the two grammars. Does not cover: whether the cell computes the right thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ui4a.gbnf import Alt, Chars, Lit, Node, Ref, Rep, Rules, alt, maybe, seq, to_gbnf

SMALL = tuple(str(number) for number in range(13))
CONSTANTS = (
    "16", "24", "29", "30", "31", "32", "36", "48", "60", "99", "100", "180", "360", "365", "365.25", "366", "400",
    "500", "1000", "1024", "1200", "1440", "1900", "2000", "3600", "10000", "86400", "1000000",
    "0.01", "0.05", "0.1", "0.25", "0.5", "0.75", "1.0", "1.8", "100.0",
    "2.54", "9.81", "3.6", "4.184", "0.3048", "0.4536", "0.453592", "1.609", "1.609344", "1.60934", "28.35", "453.592",
    "273.15", "3.14159", "3.785", "3.78541", "0.621371", "2.20462", "2.205", "0.0254", "30.48", "0.9144", "29.5735",
    "2.47105", "4046.86", "28.3495", "0.404686", "1.852", "4.92892", "14.7868", "236.588", "473.176", "6.35029",
    "1.19599", "10.7639", "0.0929", "37.7778", "35.274", "0.0353", "1.09361", "3.28084", "39.3701", "0.3937", "101.325",
)  # fmt: skip
FORMATS = tuple("ABHIMSUXYabcdefgjmnopstxy")
"""Letters of strftime and of escapes, which quoted text may hold beside the request's words."""
NUMBERS_LIMIT = 300
WORDS_LIMIT = 400
VALUE_LIMIT_CHARS = 120

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_RATE = re.compile(r"(?<![\d.,])(\d{1,2}(?:\.\d{1,2})?)(?= ?(?:%|percent|per cent|pct))")
_WORD = re.compile(r"[A-Za-z]+")
_NOTHING = Chars("[^\\x00-\\U0010FFFF]")


def cell_grammar(given: str) -> str:
    """GBNF for L1's first reply: a cell, or a question back. `given` is the request and what it may refer to."""
    return to_gbnf(cell_rules(given))


def cell_rules(given: str) -> Rules:
    """The same grammar as values, which can be matched."""
    quoted: list[Node] = [Ref("number"), Chars("[^a-zA-Z0-9\"'`\\n]")]
    words = _words(given)
    quoted.append(_any_of(words) if len(words) <= WORDS_LIMIT else Chars("[a-zA-Z]"))
    return {
        "root": alt(seq("```python repl\n", Rep(Ref("line"), 1, 14), "```"), Ref("ask")),
        "line": seq(Rep(Ref("item"), 0, 200), maybe(Ref("number")), "\n"),
        # Two numbers never touch, and a point after a number belongs to it: 12.5 must have been given as a whole.
        "item": alt(seq(Ref("number"), Chars("[^0-9.a-zA-Z\"'`\\n]")), Chars("[^0-9\"'`\\n]"), Ref("string")),
        "string": alt(
            seq('"', Rep(alt(Ref("quoted"), "'"), 0, 200), '"'),
            seq("'", Rep(alt(Ref("quoted"), '"'), 0, 200), "'"),
            seq('f"', Rep(Chars('[^"`\\n]'), 0, 80), '"'),
        ),
        "quoted": Alt(tuple(quoted)),
        "number": _any_of([*SMALL, *CONSTANTS, *_numbers(given), *_rates(given)]),
        "ask": seq(Chars("[^`0-9\\n]"), Rep(Chars("[^`\\n]"), 0, 240)),
    }


def closing_grammar(given: str, cell: str, observation: str) -> str | None:
    """GBNF for the sentence after an observation; None when no sentence can be asked to hold its value."""
    rules = closing_rules(given, cell, observation)
    return None if rules is None else to_gbnf(rules)


def closing_rules(given: str, cell: str, observation: str) -> Rules | None:
    """The same grammar as values, which can be matched."""
    value = observation.strip()
    if not value or "\n" in value or len(value) > VALUE_LIMIT_CHARS or value in ("True", "False", "None", "[]", "{}"):
        return None  # yes and no are said in words
    numbers = [*_numbers(value), *_numbers(given), *_numbers(cell)]
    return {
        "root": seq(Rep(Ref("part"), 0, 300), Ref("value"), maybe(Ref("plain"), Rep(Ref("part"), 0, 200))),
        "part": alt(Ref("plain"), seq(Ref("number"), Ref("plain"))) if numbers else Ref("plain"),
        "plain": Chars("[^0-9`]"),
        "value": _any_of(_said(value)),
        "number": _any_of(numbers) if numbers else _NOTHING,
    }


def _numbers(text: str) -> list[str]:
    """Every number of a text: as written, without its thousands separators, and its groups without leading zeros."""
    forms: list[str] = []
    for number in _NUMBER.findall(text)[:NUMBERS_LIMIT]:
        plain = number.replace(",", "")
        forms += [number, plain]
        if re.search(r"[.,]", number) is None or not re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d+)?|\d+\.\d+", number):
            forms += re.findall(r"\d+\.\d+|\d+", number)
            forms += [group.lstrip("0") or "0" for group in re.split(r"[.,]", number)]
        if number.count(",") == 1 and re.search(r",\d{1,2}$", number):
            forms.append(number.replace(",", "."))  # a decimal comma
    return forms


def _rates(text: str) -> list[str]:
    """Percentages of a text as factors: 17 becomes 0.17, 1.17 and 0.83."""
    shares = [float(number) / 100 for number in dict.fromkeys(_RATE.findall(text))]
    return [f"{round(factor, 6):g}" for share in shares for factor in (share, 1 + share, 1 - share)]


def _words(text: str) -> list[str]:
    words = dict.fromkeys(_WORD.findall(text))
    cases = [form for word in words for form in (word, word.lower(), word.upper(), word.capitalize())]
    return list(dict.fromkeys([*cases, *FORMATS]))


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
    if len(value) > 2 and value[0] + value[-1] in ("[]", "()", "{}"):
        said.append(re.sub(r"(?<!\w)'|'(?!\w)", "", value[1:-1]).rstrip(","))
    return said


def _any_of(texts: Iterable[str]) -> Node:
    # Longest first: the matcher in ui4a and llama.cpp's both try every alternative, a reader sees the order.
    options: Sequence[str] = sorted(dict.fromkeys(texts), key=lambda text: (-len(text), text))
    return Alt(tuple(Lit(text) for text in options))
