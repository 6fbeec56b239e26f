"""Token ids of plain text from the engine's own tokenizer, kept by least recent use.

Covers: one request for all pieces that are not known yet. Special tokens are never recognised in text.
Does not cover: which pieces a prompt has (chatml.py).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence

KEPT_CHARS = 4_000_000
SEPARATOR = 0
"""<|endoftext|>: plain text never tokenises to it, so it parts the pieces of one request."""

Fetch = Callable[[list[str | int]], Awaitable[Sequence[int]]]


class TokenCache:
    """Remembers the ids of texts, up to `KEPT_CHARS` characters of them."""

    def __init__(self, fetch: Fetch, *, separator: int = SEPARATOR) -> None:
        self._fetch, self._separator = fetch, separator
        self._known: OrderedDict[str, tuple[int, ...]] = OrderedDict()
        self._chars = 0

    async def ids(self, texts: Iterable[str]) -> dict[str, tuple[int, ...]]:
        """The ids of each text, without special tokens added."""
        found: dict[str, tuple[int, ...]] = {"": ()}
        missing: list[str] = []
        for text in dict.fromkeys(texts):
            if text in self._known:
                self._known.move_to_end(text)
                found[text] = self._known[text]
            elif text:
                missing.append(text)
        if missing:
            found |= await self._learn(missing)
        return found

    async def _learn(self, missing: Sequence[str]) -> dict[str, tuple[int, ...]]:
        pieces: list[str | int] = []
        for text in missing:
            # JSON cannot carry lone surrogates; the tokenizer would replace them anyway.
            pieces += [self._separator, text.encode("utf-8", "replace").decode("utf-8")]
        groups: list[list[int]] = []
        for token in await self._fetch(pieces):
            if token == self._separator:
                groups.append([])
            else:
                groups[-1].append(token)
        learned = {text: tuple(group) for text, group in zip(missing, groups, strict=True)}
        for text, ids in learned.items():
            if text not in self._known:
                self._known[text] = ids
                self._chars += len(text)
        while self._chars > KEPT_CHARS and len(self._known) > 1:
            self._chars -= len(self._known.popitem(last=False)[0])
        return learned
