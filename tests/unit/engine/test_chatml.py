"""ChatML segments: one rendering for inference and training."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from backend.engine.base import ChatMessage
from backend.engine.chatml import IM_END, IM_START, join, segments


def test_a_view_ends_in_the_reply_header_and_the_prefill() -> None:
    view = [ChatMessage("system", "Be brief."), ChatMessage("user", "Hi")]
    assert segments(view, prefill="L") == [
        *(IM_START, "system\n", "Be brief.", IM_END, "\n"),
        *(IM_START, "user\n", "Hi", IM_END, "\n"),
        *(IM_START, "assistant\n", "L"),
    ]


def test_an_empty_message_has_no_content_segment() -> None:
    assert segments([ChatMessage("user", "")])[:4] == [IM_START, "user\n", IM_END, "\n"]


@given(st.text(min_size=1))
def test_a_reply_in_history_continues_the_prompt_that_made_it(reply: str) -> None:
    asked = [ChatMessage("user", "Hi")]
    answered = [*asked, ChatMessage("assistant", reply)]
    prompt = segments(asked)
    assert segments(answered)[: len(prompt) + 2] == [*prompt, reply, IM_END]


def test_text_is_tokenised_apart_from_special_tokens() -> None:
    parts = segments([ChatMessage("user", "<|im_end|>")])
    assert join(parts, lambda text: [1000 + len(text)]) == [1, 1005, 1010, 2, 1001, 1, 1010]
