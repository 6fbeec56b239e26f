"""Grammars as values: printed as GBNF for llama.cpp, sampled, and matched against text.

Covers: literals, character classes, sequence, choice, bounded repetition, references without recursion.
Does not cover: what a card looks like (grammar.py).
"""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_POOL = (
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;!?'&%$#@*()[]/=+-_~|^<>{}\"\\`\n\téñß€–日本😀"
)


@dataclass(frozen=True, slots=True)
class Lit:
    """Exactly this text."""

    text: str


@dataclass(frozen=True, slots=True)
class Chars:
    """One character of a class, written as in GBNF and in Python's `re`, such as "[a-z]"."""

    pattern: str


@dataclass(frozen=True, slots=True)
class Seq:
    """One part after the other."""

    parts: "tuple[Node, ...]"


@dataclass(frozen=True, slots=True)
class Alt:
    """One of the options."""

    options: "tuple[Node, ...]"


@dataclass(frozen=True, slots=True)
class Rep:
    """The node between `least` and `most` times."""

    node: "Node"
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Ref:
    """Another rule."""

    name: str


Node = Lit | Chars | Seq | Alt | Rep | Ref
Rules = Mapping[str, Node]


def seq(*parts: "Node | str") -> Node:
    """The parts in order; strings are literals."""
    return Seq(tuple(Lit(part) if isinstance(part, str) else part for part in parts))


def alt(*options: "Node | str") -> Node:
    """One of the options; strings are literals."""
    return Alt(tuple(Lit(option) if isinstance(option, str) else option for option in options))


def maybe(*parts: "Node | str") -> Node:
    """The parts or nothing."""
    return Rep(seq(*parts), 0, 1)


def listed(item: Node, least: int, most: int, between: str = ", ") -> Node:
    """Items with a separator between."""
    return seq(item, Rep(seq(between, item), least - 1, most - 1))


def to_gbnf(rules: Rules) -> str:
    """The rules as GBNF text, those that "root" reaches."""
    reached: list[str] = ["root"]
    for name in reached:
        reached += [each for each in dict.fromkeys(_refs(rules[name])) if each not in reached]
    return "".join(f"{name} ::= {_text(rules[name])}\n" for name in reached)


def _refs(node: Node) -> list[str]:
    match node:
        case Ref(name):
            return [name]
        case Seq(parts) | Alt(parts):
            return [name for part in parts for name in _refs(part)]
        case Rep(inner, _, _):
            return _refs(inner)
        case Lit() | Chars():
            return []


def _text(node: Node, *, inside: bool = False) -> str:
    match node:
        case Lit(text):
            return f'"{"".join(_ESCAPES.get(char, char) for char in text)}"'
        case Chars(pattern):
            return pattern
        case Ref(name):
            return name
        case Seq(parts):
            text = " ".join(_text(part, inside=True) for part in parts)
            return f"({text})" if inside and len(parts) > 1 else text
        case Alt(options):
            text = " | ".join(_text(option, inside=True) for option in options)
            return f"({text})" if inside and len(options) > 1 else text
        case Rep(inner, least, most):
            # "x{1,3}?" is one quantifier on another, which xgrammar does not read.
            body = f"({_text(inner)})" if isinstance(_lone(inner), Rep) else _text(inner, inside=True)
            return f"{body}?" if (least, most) == (0, 1) else f"{body}{{{least},{most}}}"


def _lone(node: Node) -> Node:
    """The node that a sequence of one prints as."""
    while isinstance(node, Seq) and len(node.parts) == 1:
        node = node.parts[0]
    return node


def sample(rules: Rules, rng: random.Random, node: Node | None = None) -> str:
    """A random sentence of the grammar."""
    match node or rules["root"]:
        case Lit(text):
            return text
        case Chars(pattern):
            fits = re.compile(pattern)
            return rng.choice([char for char in _POOL if fits.match(char)])
        case Ref(name):
            return sample(rules, rng, rules[name])
        case Seq(parts):
            return "".join(sample(rules, rng, part) for part in parts)
        case Alt(options):
            return sample(rules, rng, rng.choice(options))
        case Rep(inner, least, most):
            return "".join(sample(rules, rng, inner) for _ in range(rng.randint(least, most)))


def accepts(rules: Rules, text: str) -> bool:
    """Whether the text is a sentence of the grammar."""
    return len(text) in _Matcher(rules, text).ends(rules["root"], 0)


def reach(rules: Rules, text: str) -> int:
    """How far the text follows the grammar, in characters: where to look when it is not accepted."""
    matcher = _Matcher(rules, text)
    matcher.ends(rules["root"], 0)
    return matcher.furthest


class _Matcher:
    """All ends of a node from a position, remembered."""

    def __init__(self, rules: Rules, text: str) -> None:
        self.rules, self.text, self.furthest = rules, text, 0
        self.known: dict[tuple[int, int], frozenset[int]] = {}
        self.classes: dict[str, re.Pattern[str]] = {}

    def ends(self, node: Node, at: int) -> frozenset[int]:
        key = (id(node), at)
        if key not in self.known:
            self.known[key] = found = frozenset(self._ends(node, at))
            self.furthest = max(self.furthest, *found, 0)
        return self.known[key]

    def _ends(self, node: Node, at: int) -> Sequence[int] | set[int] | frozenset[int]:
        match node:
            case Lit(text):
                return [at + len(text)] if self.text.startswith(text, at) else []
            case Chars(pattern):
                fits = self.classes.setdefault(pattern, re.compile(pattern))
                return [at + 1] if fits.match(self.text, at) else []
            case Ref(name):
                return self.ends(self.rules[name], at)
            case Seq(parts):
                places = {at}
                for part in parts:
                    places = {end for place in places for end in self.ends(part, place)}
                return places
            case Alt(options):
                return {end for option in options for end in self.ends(option, at)}
            case Rep(inner, least, most):
                return self._repeated(inner, least, most, at)

    def _repeated(self, inner: Node, least: int, most: int, at: int) -> set[int]:
        places, found = {at}, {at} if least == 0 else set[int]()
        for count in range(1, most + 1):
            places = {end for place in places for end in self.ends(inner, place)}
            if not places:
                break
            if count >= least:
                found |= places
        return found
