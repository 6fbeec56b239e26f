"""ChatML of SmolLM2 as token segments: the one rendering that inference and training share.

Covers: views to segments (an int is a special token, a str is plain text), the reply header that switches an
Activated-LoRA adapter on, and joining tokenised segments. Text is tokenised apart from the special tokens, so no user
text can form one, and each message's content apart from its role, so a reply has the same tokens as its own history.
Does not cover: tokenising (the engine's /tokenize, or a Hugging Face tokenizer in training).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from backend.engine.base import ChatMessage

IM_START = 1
IM_END = 2
INVOCATION: tuple[int, ...] = (IM_START, 520, 9531, 198)
"""Ids of the reply header `<|im_start|>assistant\\n`: an adapter is on from these tokens onwards."""

Segment = int | str


def segments(messages: Sequence[ChatMessage], prefill: str = "") -> list[Segment]:
    """The prompt of a view: every message closed, then the reply header and `prefill` (when not empty)."""
    parts: list[Segment] = []
    for message in messages:
        parts += [IM_START, f"{message.role}\n"]
        parts += [message.content] if message.content else []
        parts += [IM_END, "\n"]
    parts += [IM_START, "assistant\n"]
    return [*parts, prefill] if prefill else parts


def join(parts: Iterable[Segment], tokenize: Callable[[str], Sequence[int]]) -> list[int]:
    """Token ids of `parts`.

    `tokenize` must add no special tokens and recognise none: with Hugging Face that is
    `tokenizer(text, add_special_tokens=False, split_special_tokens=True).input_ids`.
    """
    ids: list[int] = []
    for part in parts:
        ids += [part] if isinstance(part, int) else tokenize(part)
    return ids
