"""A choice as a walk over token trees: one token decides wherever the values part.

Covers: the branching points of a set of tokenised values, and the distribution over whole values from the shares
measured at each point. The share of a value is the product of the shares along its path, each renormalised over the
branches that exist: the distribution that decoding under the same constraint would have. The same, as far as it can be
read, from the log of one reply.
Does not cover: asking an engine for the shares.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from backend.engine.base import Chosen, Usage

Tokens = tuple[int, ...]
Shares = Mapping[int, float]
Ask = Callable[[Tokens, Sequence[int]], Awaitable[Shares]]
"""(tokens of the reply so far, candidates for the next) to the share of each candidate; sums to 1."""


async def distribution(values: Mapping[str, Tokens], ask: Ask) -> dict[str, float]:
    """The probability of each value. No value's tokens may be a prefix of another's: end them with a stop token."""
    result: dict[str, float] = {}
    open_branches: list[tuple[Tokens, list[str], float]] = [((), list(values), 1.0)]
    while open_branches:
        path, names, share = open_branches.pop()
        if len(names) == 1:
            result[names[0]] = share
            continue
        path = _common(path, [values[name] for name in names])
        branches: dict[int, list[str]] = {}
        for name in names:
            branches.setdefault(values[name][len(path)], []).append(name)
        shares = await ask(path, list(branches))
        open_branches += [((*path, token), group, share * shares[token]) for token, group in branches.items()]
    return {name: result[name] for name in values}


def chosen(shares: Mapping[str, float], usages: Sequence[Usage], *, ms: float) -> Chosen:
    """The likeliest value. The prompt counts once, as the first question found it; every token written counts."""
    first = usages[0] if usages else Usage()
    written = sum(usage.completion_tokens for usage in usages)
    return Chosen(
        value=max(shares, key=shares.__getitem__),
        distribution=shares,
        usage=replace(first, completion_tokens=written),
        ms=ms,
    )


def _common(path: Tokens, values: Sequence[Tokens]) -> Tokens:
    size = len(path)
    while len({value[size] for value in values}) == 1:
        size += 1
    return values[0][:size]


def distribution_of_steps(
    values: Sequence[str], steps: Sequence[tuple[str, Mapping[str, float]]], start: int
) -> dict[str, float] | None:
    """The probability of each value, read off one reply that says a value from character `start` on.

    `steps` holds each token's text and the probabilities of the likeliest tokens in its place. A value that is not
    among them gets 0; where one token leaves several values open and was not taken, they share its part evenly.
    None when the steps do not tell, as with a token that is not text.
    """
    shares = dict.fromkeys(values, 0.0)
    open_values: list[str] = list(values)
    share, said = 1.0, ""
    for token, alternatives in steps:
        if len(said) + len(token) > start and len(open_values) > 1:
            typed = {other: (said + other)[start:] for other in {**alternatives, token: 0.0}}
            groups = {other: [value for value in open_values if _meets(value, text)] for other, text in typed.items()}
            total = sum(alternatives.get(other, 0.0) for other, group in groups.items() if group)
            if total:
                for other, group in groups.items():
                    for value in group if other != token else ():
                        shares[value] += share * alternatives.get(other, 0.0) / total / len(group)
                share *= alternatives.get(token, 0.0) / total
            elif groups[token] != open_values:
                return None  # the token parted them, and nobody says how likely it was
            open_values = groups[token]
        said += token
    if len(open_values) != 1:
        return None  # the log says something else than the reply
    shares[open_values[0]] += share
    return shares


def _meets(value: str, text: str) -> bool:
    """True when a reply that begins with `text` can still be, or is, `value`."""
    if value.startswith(text):
        return True
    return text.startswith(value) and not text[len(value)].isalnum()
