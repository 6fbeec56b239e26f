"""Choice: the distribution over values is the one that constrained decoding would have."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.engine.choice import Shares, Tokens, distribution, distribution_of_steps


class Oracle:
    """Gives every candidate the same share, and counts the questions."""

    def __init__(self) -> None:
        self.asked: list[tuple[Tokens, tuple[int, ...]]] = []

    async def __call__(self, path: Tokens, candidates: Sequence[int]) -> Shares:
        self.asked.append((path, tuple(candidates)))
        return {token: 1 / len(candidates) for token in candidates}


async def test_values_that_part_at_one_token_cost_one_question() -> None:
    ask = Oracle()
    values = {"L0": (60, 32, 2), "L1": (60, 33, 2), "L2": (60, 34, 2), "L3": (60, 35, 2)}
    assert await distribution(values, ask) == {"L0": 0.25, "L1": 0.25, "L2": 0.25, "L3": 0.25}
    assert ask.asked == [((60,), (32, 33, 34, 35))]


async def test_shares_multiply_along_a_path() -> None:
    values = {"a": (1, 9), "ab": (1, 2, 9), "c": (3, 9)}
    assert await distribution(values, Oracle()) == {"a": 0.25, "ab": 0.25, "c": 0.5}


async def test_a_single_value_needs_no_question() -> None:
    ask = Oracle()
    assert await distribution({"only": (5, 9)}, ask) == {"only": 1.0}
    assert ask.asked == []


@given(st.sets(st.lists(st.integers(0, 3), max_size=4).map(tuple), min_size=1, max_size=12))
async def test_the_distribution_has_every_value_and_sums_to_one(paths: set[Tokens]) -> None:
    values = {str(path): (*path, 9) for path in paths}
    shares = await distribution(values, Oracle())
    assert set(shares) == set(values)
    assert sum(shares.values()) == pytest.approx(1.0)


Steps = list[tuple[str, dict[str, float]]]


@pytest.mark.parametrize(
    ("steps", "start", "expected"),
    [
        ([("L1", {"L1": 0.6, "L0": 0.2, "Hi": 0.2})], 0, {"L0": 0.25, "L1": 0.75, "L2": 0.0}),
        ([("L", {"L": 1.0}), ("1", {"1": 0.3, "2": 0.1, "9": 0.6})], 0, {"L0": 0.0, "L1": 0.75, "L2": 0.25}),
        ([('{"value":"', {}), ("L", {"L": 0.9}), ('0"', {'0"': 0.5, "0": 0.1, "1": 0.4})], 10, (0.6, 0.4, 0.0)),
        ([('{"value":"', {}), ("L", {"L": 0.9}), ("0", {"0": 0.6, "1": 0.4}), ('"}', {})], 10, (0.6, 0.4, 0.0)),
        ([("bananas", {"bananas": 1.0})], 0, None),
        ([], 0, None),
        ([("L", {"L": 1.0}), ("0", {"7": 1.0})], 0, None),
        ([("L", {"Hi": 1.0}), ("0", {"0": 0.2, "1": 0.2})], 0, (0.5, 0.5, 0.0)),
    ],
)
def test_a_distribution_is_read_off_the_log_of_a_reply(
    steps: Steps, start: int, expected: dict[str, float] | tuple[float, ...] | None
) -> None:
    found = distribution_of_steps(("L0", "L1", "L2"), steps, start)
    if isinstance(expected, tuple):
        expected = dict(zip(("L0", "L1", "L2"), expected, strict=True))
    assert found == (None if expected is None else pytest.approx(expected))


def test_a_value_that_begins_another_is_told_from_it_by_what_follows() -> None:
    steps: Steps = [("a", {"a": 1.0}), ('"', {'"': 0.7, "b": 0.2, "bc": 0.1})]
    assert distribution_of_steps(("a", "ab", "abc"), steps, 0) == pytest.approx({"a": 0.7, "ab": 0.1, "abc": 0.2})
