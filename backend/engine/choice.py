"""A choice as a walk over token trees: one token decides wherever the values part.

Covers: the branching points of a set of tokenised values, and the distribution over whole values from the shares
measured at each point. The share of a value is the product of the shares along its path, each renormalised over the
branches that exist: the distribution that decoding under the same constraint would have.
Does not cover: asking an engine for the shares.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

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


def _common(path: Tokens, values: Sequence[Tokens]) -> Tokens:
    size = len(path)
    while len({value[size] for value in values}) == 1:
        size += 1
    return values[0][:size]
