"""Chat examples: short conversations of L0 under the shared view, and the summaries of their answers.

Covers: hand-written conversations (each answer is a reply, with what came before as its history), templated short
facts and phrases, and the summary hop.
Does not cover: routing (routing.py), what other adapters answer (here it is only history).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from backend.mol.summary import SUMMARY_REQUEST
from backend.mol.view import HEAD
from backend.train.recipes.l0.banks import DATA, Split, kept, repeated, rows, split_of, table
from backend.train.recipes.l0.surface import vary

Record = dict[str, object]
Message = dict[str, str]

RECORDS: dict[Split, int] = {"train": 1_000, "held_out": 100}
SUMMARY_SHARE = 0.10
TEMPLATED_SHARE = 0.25


@dataclass(frozen=True, slots=True)
class Conversation:
    """Turns as (user, answer), and one sentence that sums up the last answer (empty where none was written).

    foreign: which turns another adapter answered; they are history and never a reply to learn.
    """

    turns: tuple[tuple[str, str], ...]
    foreign: frozenset[int]
    summary: str


def chat_records(rng: random.Random, split: Split) -> Iterator[Record]:
    """The chat examples of a split: conversations, templated facts, and a tenth of summaries."""
    written = [talk for talk in conversations() if split_of(talk.turns[0][0]) == split]
    summed = [talk for talk in written if talk.summary]
    summaries = round(RECORDS[split] * SUMMARY_SHARE)
    templated = round(RECORDS[split] * TEMPLATED_SHARE)
    for talk in repeated(summed, summaries, rng):
        yield _record([*_messages(talk.turns), _message("user", SUMMARY_REQUEST.content)], talk.summary, "summary")
    for _ in range(templated):
        asked, answered = _templated(rng, split)
        yield _record(_messages(((vary(asked, rng, split, english=False), ""),))[:-1], answered, "chat")
    answers = [(talk, index) for talk in written for index in range(len(talk.turns)) if index not in talk.foreign]
    for talk, index in repeated(answers, RECORDS[split] - summaries - templated, rng):
        asked, answered = talk.turns[index]
        asked = vary(asked, rng, split, english=False) if index == 0 else asked
        yield _record([*_messages(talk.turns[:index]), _message("user", asked)], answered, "chat")


def conversations() -> list[Conversation]:
    """The hand-written conversations of chat.txt: blocks of "U: ", "A: ", "O: " and "S: " lines.

    They stand for the user, L0, another adapter and the summary; empty lines part the blocks.
    """
    blocks = (DATA / "chat.txt").read_text(encoding="utf-8").split("\n\n")
    return [_conversation(block) for block in blocks if "\nA: " in block]


def _conversation(block: str) -> Conversation:
    asked: list[str] = []
    answered: list[tuple[str, str]] = []
    summary = ""
    for line in block.strip().splitlines():
        mark, _, text = line.partition(": ")
        text = text.replace("\\n", "\n")
        if mark == "U":
            asked.append(text)
        elif mark in ("A", "O"):
            answered.append((mark, text))
        elif mark == "S":
            summary = text
    turns = tuple((user, answer) for user, (_, answer) in zip(asked, answered, strict=True))
    return Conversation(turns, frozenset(at for at, (mark, _) in enumerate(answered) if mark == "O"), summary)


def _templated(rng: random.Random, split: Split) -> tuple[str, str]:
    """A question and its answer from a table of facts or phrases; questions and rows are split apart."""
    wordings = table("chat_templates.toml")
    asks = [
        (name.removesuffix("_asks"), asked)
        for name in wordings
        if name.endswith("_asks")
        for asked in kept(wordings[name], split)
    ]
    kind, asked = rng.choice(asks)
    _, key, value = rng.choice(
        [row for row in rows("chat_facts.txt", 3) if row[0] == kind and split_of(row[1]) == split]
    )
    answered = rng.choice(wordings[f"{kind}_answers"])
    fields = {"key": key, "value": value}
    if kind == "phrase":
        fields["tongue"], fields["value"] = rng.choice([tuple(pair.split(": ", 1)) for pair in value.split(" ; ")])
    return asked.format(**fields), answered.format(**fields)


def _messages(turns: tuple[tuple[str, str], ...]) -> list[Message]:
    return [_message(role, text) for turn in turns for role, text in zip(("user", "assistant"), turn, strict=True)]


def _message(role: str, content: str) -> Message:
    return {"role": role, "content": content}


def _record(messages: list[Message], reply: str, kind: str) -> Record:
    head = _message(HEAD.role, HEAD.content)
    return {"messages": [head, *messages], "reply": reply, "adapter": "L0", "kind": kind, "source": "chat"}
