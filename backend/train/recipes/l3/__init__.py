"""Training data of L3: requests and the compact cards they want.

Covers: first requests, requests that leave the content open, follow-ups with the earlier card, summaries.
Does not cover: cards in the layouts of other models, or requests in other languages than English.
"""

import random
from collections.abc import Iterator
from typing import Any

from backend.mol.summary import SUMMARY_REQUEST
from backend.mol.view import HEAD
from backend.train.recipes.l3.defaults import open_request
from backend.train.recipes.l3.edits import edited
from backend.train.recipes.l3.pieces import Card
from backend.train.recipes.l3.requests import full_request
from backend.train.recipes.l3.vocabulary import Split

COUNTS: dict[Split, int] = {"train": 1_500, "held_out": 60}
_OPEN_SHARE, _EDIT_SHARE, _SUMMARY_SHARE = 0.14, 0.12, 0.08


def examples(seed: int, split: Split) -> Iterator[dict[str, Any]]:
    """Records of a split, in random order: any head of them is a fair sample."""
    rng = random.Random(f"l3 {seed} {split}")
    made = 0
    while made < COUNTS[split]:
        draw = rng.random()
        first = open_request(rng, split) if rng.random() < _OPEN_SHARE else full_request(rng, split)
        if draw < _EDIT_SHARE:
            second = edited(first, rng, split)
            if second is None:
                continue
            yield _record(
                second, [*_asked(first), _message("assistant", first.reply()), _message("user", second.request)]
            )
        elif draw < _EDIT_SHARE + _SUMMARY_SHARE:
            messages = [*_asked(first), _message("assistant", first.reply()), _message("user", SUMMARY_REQUEST.content)]
            yield {"messages": messages, "reply": summary(first), "adapter": "L3", "kind": "summary"}
        else:
            yield _record(first, _asked(first))
        made += 1


def summary(card: Card) -> str:
    """One sentence on the card for the other specialists."""
    return f"Showed a card titled {card.title} with {', '.join(dict.fromkeys(card.named()[:5]))}."


def _record(card: Card, messages: list[dict[str, str]]) -> dict[str, Any]:
    return {"messages": messages, "reply": card.reply(), "adapter": "L3", "kind": card.kind}


def _asked(card: Card) -> list[dict[str, str]]:
    return [_message("system", HEAD.content), _message("user", card.request)]


def _message(role: str, content: str) -> dict[str, str]:
    return {"role": role, "content": content}
