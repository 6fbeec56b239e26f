"""How an answer is cut into prose, cells and cards. Does not cover: drawing them (tests/ui)."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from app.pieces import AnswerPieces, Piece, split_answer

CARD = "export default function App() {\n  return <Card>Hello</Card>;\n}"
MIXED = f"Before.\n\n```python repl\n1 + 1\n```\n\nBetween.\n\n````ui4a/tsx\n{CARD}\n````\n\nAfter `code`."


def test_an_answer_is_cut_into_its_pieces_in_order() -> None:
    kinds = [(piece.kind, piece.index) for piece in split_answer([MIXED])]
    assert kinds == [("prose", 0), ("cell", 0), ("prose", 0), ("card", 0), ("prose", 0)]


def test_cells_are_counted_over_the_steps_of_a_turn() -> None:
    steps = ["```python repl\na = 1\n```", "```python repl\na + 1\n```", "It is 2."]
    assert split_answer(steps) == [Piece("cell", "a = 1", 0), Piece("cell", "a + 1", 1), Piece("prose", "It is 2.")]


@given(st.lists(st.integers(1, len(MIXED)), max_size=12))
def test_any_cut_of_the_stream_gives_the_same_pieces(cuts: list[int]) -> None:
    answer = AnswerPieces()
    marks = [0, *sorted(cuts), len(MIXED)]
    for start, end in pairwise(marks):
        answer.feed(0, MIXED[start:end])
    answer.finish()
    assert answer.pieces(growing=False) == split_answer([MIXED])


@given(st.integers(0, len(MIXED)))
def test_no_prefix_shows_a_fence_as_prose(end: int) -> None:
    answer = AnswerPieces()
    answer.feed(0, MIXED[:end])
    prose = [piece.text for piece in answer.pieces(growing=True) if piece.kind == "prose"]
    assert not any("```" in text for text in prose)
