"""L2 recipe: short software tasks answered with a small block of code or one or two sentences.

Covers: `examples`, the records of one split in a random order that the seed fixes.
Does not cover: checking answers (check.py) or the training loop.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from backend.mol.summary import SUMMARY_REQUEST
from backend.mol.view import HEAD
from backend.train.recipes.l1.earlier import earlier_turn
from backend.train.recipes.l2.tasks import Instance, fill, instance, language, templates
from backend.train.recipes.l2.vocabulary import Split, slots
from backend.train.recipes.l2.wordings import CHANGES, SUMMARIES

Record = dict[str, object]
Message = dict[str, str]

_OPEN_COPIES, _FIXED_COPIES, _LONG_CODE = 5, 3, 260
_SUMMARIES, _CHANGES, _TALK = 0.11, 0.12, 0.15
_KEPT = {"f", "COL", "COL2", "Word", "Word2", "big", "n20", "table2", "col2", "word2", "var2", "ext2"}


def instances(seed: int, split: Split) -> Iterator[Instance]:
    """Every task of a split, several times with other words where it has slots."""
    rng = Random(f"{seed}/{split}/instances")
    for template in templates(split):
        copies = _OPEN_COPIES if template.open_slots - {"f"} else _FIXED_COPIES
        if len("\n".join(template.code)) > _LONG_CODE:
            copies = min(copies, 2)
        for _ in range(copies if split == "train" else 1):
            yield instance(template, rng, split)


def examples(seed: int, split: Split) -> Iterator[Record]:
    """The records of a split: answers, changes of an answer just given, and summaries, shuffled."""
    rng = Random(f"{seed}/{split}/dialogue")
    records: list[Record] = []
    for task in instances(seed, split):
        records += _records(task, rng, split)
    rng.shuffle(records)
    yield from records


def _records(task: Instance, rng: Random, split: Split) -> Iterator[Record]:
    messages = [_message("system", HEAD.content)]
    if rng.random() < _TALK:
        messages += earlier_turn(rng, split)
    messages.append(_message("user", task.request))
    yield _record(messages, task.answer, _kind(task))
    messages.append(_message("assistant", task.answer))
    if rng.random() < _SUMMARIES:
        yield _record([*messages, _message("user", SUMMARY_REQUEST.content)], summary(task), "summary")
    changeable = sorted(task.template.open_slots & set(task.slots) - _KEPT)
    if changeable and task.code and rng.random() < _CHANGES:
        name = rng.choice(changeable)
        new = slots(rng, split)[name]
        if new not in task.slots.values():
            asked = rng.choice(CHANGES[0 if split == "train" else 1].splitlines()).format(new=new, old=task.slots[name])
            changed = instance(task.template, rng, split, {**task.slots, name: new, "f": task.slots.get("f", "")})
            yield _record([*messages, _message("user", asked)], changed.answer, "change")


def summary(task: Instance) -> str:
    """One sentence on what the answer holds."""
    line = SUMMARIES[task.template.family]
    first = task.closing.split("; ")[0].split(": ")[0].rstrip(".")
    wanted = task.wanted or fill("code with «col»", task.slots)
    return line.format(
        f=task.slots.get("f", ""),
        d=wanted,
        lang=language(task.template),
        closing=f"{first[0].lower()}{first[1:]}." if first else "",
    )


def _kind(task: Instance) -> str:
    return task.template.family if task.template.family in ("fix", "explain", "test") else "code"


def _message(role: str, content: str) -> Message:
    return {"role": role, "content": content}


def _record(messages: list[Message], reply: str, kind: str) -> Record:
    return {"messages": list(messages), "reply": reply, "adapter": "L2", "kind": kind}
