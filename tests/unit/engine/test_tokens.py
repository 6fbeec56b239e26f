"""The token cache: each text is asked for once, many at a time."""

from __future__ import annotations

import pytest

from backend.engine import tokens
from backend.engine.tokens import TokenCache


class Tokenizer:
    """One token per character, as the engine would answer for a mixture of ids and texts."""

    def __init__(self) -> None:
        self.requests: list[list[str | int]] = []

    async def __call__(self, pieces: list[str | int]) -> list[int]:
        self.requests.append(pieces)
        ids: list[int] = []
        for piece in pieces:
            ids += [piece] if isinstance(piece, int) else [ord(char) for char in piece]
        return ids


async def test_unknown_texts_share_one_request_and_known_ones_need_none() -> None:
    tokenizer = Tokenizer()
    cache = TokenCache(tokenizer)
    assert await cache.ids(["ab", "c", ""]) == {"ab": (97, 98), "c": (99,), "": ()}
    assert await cache.ids(["c", "ab", "d"]) == {"": (), "c": (99,), "ab": (97, 98), "d": (100,)}
    assert tokenizer.requests == [[0, "ab", 0, "c"], [0, "d"]]


async def test_text_that_json_cannot_carry_still_tokenises() -> None:
    assert await TokenCache(Tokenizer()).ids(["a\ud800"]) == {"": (), "a\ud800": (97, ord("?"))}


async def test_what_was_unused_for_longest_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "KEPT_CHARS", 4)
    tokenizer = Tokenizer()
    cache = TokenCache(tokenizer)
    for text in ("aa", "bb", "aa", "cc", "aa", "bb"):
        await cache.ids([text])
    assert tokenizer.requests == [[0, "aa"], [0, "bb"], [0, "cc"], [0, "bb"]]
