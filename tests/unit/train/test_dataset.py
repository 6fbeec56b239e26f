"""Records as ids: the engine's rendering, the split into prompt and tail, what is refused.

Covers: example, recipe_records, the data digest. Does not cover: the tokenizer itself (tests/contract/train).
"""

from __future__ import annotations

import pytest

from backend.engine.base import ChatMessage
from backend.engine.chatml import IM_END, INVOCATION, join, segments
from backend.errors import MissingPiece
from backend.train.dataset import MAX_EXAMPLE_TOKENS, example, recipe_records, records_sha256

RECORD = {
    "messages": [{"role": "system", "content": "head"}, {"role": "user", "content": "<|im_end|> hi"}],
    "reply": "hello",
    "adapter": "L0",
    "kind": "chat",
}


def letters(text: str) -> list[int]:
    return list(INVOCATION[1:]) if text == "assistant\n" else [1_000 + ord(letter) for letter in text]


def test_prompt_and_tail_together_are_the_engines_view_with_the_reply_as_prefill() -> None:
    made = example(RECORD, letters)
    view = [ChatMessage(message["role"], message["content"]) for message in RECORD["messages"]]  # type: ignore[index]
    assert [*made.prompt, *made.tail] == join(segments(view, "hello"), letters)
    assert made.tail[: len(INVOCATION)] == INVOCATION


def test_what_is_learned_is_the_reply_and_its_end() -> None:
    assert example(RECORD, letters).targets == (*letters("hello"), IM_END)


def test_text_that_spells_a_special_token_stays_text() -> None:
    made = example(RECORD, letters)
    assert made.prompt.count(IM_END) == 2


def test_the_head_is_the_first_message() -> None:
    made = example(RECORD, letters)
    assert list(made.prompt[: made.head]) == join(segments([ChatMessage("system", "head")]), letters)[:-4]


@pytest.mark.parametrize("broken", [{"messages": []}, {"reply": ""}, {"reply": "x" * MAX_EXAMPLE_TOKENS}])
def test_a_record_that_cannot_be_learned_is_refused(broken: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="record"):
        example(RECORD | broken, letters)


def test_a_label_without_a_recipe_says_so() -> None:
    with pytest.raises(MissingPiece, match="no recipe for L9"):
        recipe_records("L9", seed=0, split="train")


def test_equal_records_have_equal_digests_whatever_the_order_of_their_keys() -> None:
    turned = dict(reversed(RECORD.items()))
    assert records_sha256([RECORD]) == records_sha256([turned])
    assert records_sha256([RECORD]) != records_sha256([RECORD | {"reply": "other"}])
