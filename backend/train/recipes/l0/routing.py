"""Routing examples: a message, what came before it, and the label that should answer.

Covers: six sources (hand-written requests, long ones, other languages, templates with slots, pasted or quoted material,
follow-ups), balanced by label and by source; a request that stands alone is sometimes shown after an unrelated turn,
since context must not decide then.
Does not cover: the route prompt itself, which is the one of the route hop.
"""

from __future__ import annotations

import calendar
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

from backend.mol.route import ROUTE_HEAD, route_user
from backend.train.recipes.l0.banks import LABELS, Split, kept, lines, repeated, rows, split_of, table
from backend.train.recipes.l0.surface import vary

Record = dict[str, object]

RECORDS_PER_LABEL: dict[Split, int] = {"train": 3_000, "held_out": 300}
SHARES = {"written": 0.25, "long": 0.04, "language": 0.26, "template": 0.07, "pasted": 0.05, "follow_up": 0.33}
_SITUATION_SHARE = 0.67
"""Of the follow-ups: those with a summary of their own; the others fit any turn."""
_UNRELATED_SHARE = 0.30
_BARE_LABEL_SHARE = 0.10
_DANGLING_SHARE = 0.15
_ENGLISH_ONLY_REQUEST_CHARS = 90

_MONTHS = tuple(calendar.month_name)[1:]


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """One thing a person might write: the message, the label that came before and its summary, and the answerer.

    alone: it says too little by itself, so another turn before it would change its label.
    """

    label: str
    message: str
    before: str | None = None
    summary: str = ""
    english: bool = True
    alone: bool = False


def route_records(rng: random.Random, split: Split) -> Iterator[Record]:
    """The routing examples of a split, balanced by label; each label has the same share of every source."""
    for label in LABELS:
        for source, share in SHARES.items():
            count = round(RECORDS_PER_LABEL[split] * share)
            for situation in _draw(source, label, count, rng, split):
                yield _record(situation, source, rng, split)


def situations(source: str, label: str, split: Split) -> list[Situation]:
    """The hand-written situations of one source and label, in the order of their bank."""
    if source == "written":
        alone = [*lines(f"requests/{label}.txt"), *(text for named, text in rows("traps.txt", 2) if named == label)]
        unclear = [Situation(label="L0", message=text, alone=True) for text in kept(lines("unclear.txt"), split)]
        return [Situation(label=label, message=text) for text in kept(alone, split)] + (
            unclear if label == "L0" else []
        )
    if source == "long":
        return [
            Situation(label=label, message=text)
            for named, text in rows("long.txt", 2)
            if named == label and split_of(text) == split
        ]
    if source == "language":
        return [
            Situation(label=label, message=text, english=False)
            for code, text in rows("languages.txt", 2)
            if code.split(" ", 1)[1] == label and split_of(text) == split
        ]
    return [
        Situation(label=after, message=text, before=before, summary=summary, english=text.isascii())
        for (before, after), summary, text in _follow_ups()
        if after == label and split_of(text) == split
    ]


def fill(template: str, rng: random.Random, split: Split) -> str:
    """The template with each slot filled from the fillers of `split`, or with a number where the slot is one."""
    return re.sub(r"\{(\w+)\}", lambda slot: _filler(slot[1], rng, split), template)


def _draw(source: str, label: str, count: int, rng: random.Random, split: Split) -> list[Situation]:
    if source == "template":
        templates = kept(lines(f"templates/{label}.txt"), split)
        return [Situation(label=label, message=fill(rng.choice(templates), rng, split)) for _ in range(count)]
    if source == "pasted":
        return [Situation(label=label, message=_pasted(label, rng, split)) for _ in range(count)]
    written = situations(source, label, split)
    if source == "follow_up":
        own = repeated(written, round(count * _SITUATION_SHARE), rng)
        return own + [_transition(label, rng, split) for _ in range(count - len(own))]
    return repeated(written, count, rng)


def _record(situation: Situation, source: str, rng: random.Random, split: Split) -> Record:
    before, summary = situation.before, situation.summary
    if before is None and not situation.alone and rng.random() < _UNRELATED_SHARE:
        before = rng.choice(LABELS)
        summary = _summary(before, rng, split)
    if rng.random() < _BARE_LABEL_SHARE:
        summary = ""
    message = vary(situation.message, rng, split, english=situation.english)
    return {
        "messages": [
            {"role": "system", "content": ROUTE_HEAD},
            {"role": "user", "content": route_user(message, before, summary)},
        ],
        "reply": situation.label,
        "adapter": "L0",
        "kind": "route",
        "source": source,
    }


def _follow_ups() -> Iterator[tuple[tuple[str, str], str, str]]:
    for move, summary, text in rows("situations.txt", 3):
        before, after = move.split(" > ")
        yield (before, after), summary, text


def _moves() -> Iterator[tuple[str, str, bool]]:
    """Follow-ups that fit any turn, of transitions.txt and languages.txt: the move, the text, whether in English."""
    for move, text in rows("transitions.txt", 2):
        yield move, text, text.isascii()
    for code, text in rows("languages.txt", 2):
        move = code.split(" ", 1)[1]
        if move == "*" or " > " in move:
            yield move, text, False


def _transition(label: str, rng: random.Random, split: Split) -> Situation:
    """A follow-up of _moves after a turn of summaries.txt; half keep the specialist, half change it.

    Without anything before it, a message that only points back is unclear, hence L0.
    """
    moves = [one for one in _moves() if split_of(one[1]) == split]
    if label == "L0" and rng.random() < _DANGLING_SHARE:
        dangling = [text for move, text, _ in moves if move == "*"]
        return Situation(label="L0", message=rng.choice(dangling), english=False, alone=True)
    fitting = [
        (label if move == "*" else move.split(" > ")[0], text, english)
        for move, text, english in moves
        if move == "*" or move.endswith(f"> {label}")
    ]
    stay = rng.random() < 0.5
    before, text, english = rng.choice([one for one in fitting if (one[0] == label) == stay])
    summary = _summary(before, rng, split)
    return Situation(label=label, message=text, before=before, summary=summary, english=english)


def _summary(label: str, rng: random.Random, split: Split) -> str:
    return rng.choice([text for named, text in rows("summaries.txt", 2) if named == label and split_of(text) == split])


def _pasted(label: str, rng: random.Random, split: Split) -> str:
    """A block of pasted material with a question about it, or a sentence that quotes somebody else's request."""
    banks = table("pasted.toml")
    if rng.random() < 0.4:
        quote = rng.choice(kept(banks[f"quote_{label}"], split))
        requests = [
            text
            for named in LABELS
            for text in kept(lines(f"requests/{named}.txt"), split)
            if len(text) < _ENGLISH_ONLY_REQUEST_CHARS
        ]
        return fill(quote.replace("{request}", rng.choice(requests)), rng, split)
    kinds = [name.removesuffix("_blocks") for name in banks if name.endswith("_blocks")]
    question, kind = rng.choice([(ask, kind) for kind in kinds for ask in kept(banks[f"{kind}_{label}"], split)])
    block = rng.choice(kept(banks[f"{kind}_blocks"], split))
    return f"{question}\n\n{block}" if rng.random() < 0.6 else f"{block}\n\n{question}"


def _filler(slot: str, rng: random.Random, split: Split) -> str:
    numbers = {
        "n": lambda: str(rng.randint(2, 400)),
        "few": lambda: str(rng.randint(2, 9)),
        "amount": lambda: rng.choice(
            (f"{rng.randint(20, 9_000)}", f"{rng.uniform(5, 900):.2f}", f"{rng.randint(1, 90)},500")
        ),
        "day": lambda: str(rng.randint(1, 28)),
        "month": lambda: rng.choice(_MONTHS),
        "year": lambda: str(rng.randint(1700, 2035)),
        "hour": lambda: str(rng.randint(6, 22)),
        "minute": lambda: f"{rng.randint(0, 11) * 5:02d}",
    }
    if slot in numbers:
        return numbers[slot]()
    return rng.choice(kept(table("slots.toml")[slot], split))
