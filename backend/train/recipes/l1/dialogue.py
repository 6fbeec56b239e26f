"""Conversations around an L1 task: cell, observation, final sentence, follow-up, repair, question, refusal, summary.

Covers: the records of the recipe. Does not cover: which tasks exist (the family modules).
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from random import Random

from agent_repl.cell import observation_text
from backend.mol.summary import SUMMARY_REQUEST
from backend.mol.view import HEAD
from backend.train.recipes.l1.cells import run_cell
from backend.train.recipes.l1.earlier import earlier_turn
from backend.train.recipes.l1.task import Draw, Task

Record = dict[str, object]
Message = dict[str, str]
_EARLIER = 0.15
_FINAL_LIMIT = 36
_PIECES = re.compile(r"\d|[A-Z]{1,2}|[A-Za-z]{1,6}|[^\w\s]")  # about one token each

_POLITE = (
    *[""] * 9,
    "Please: ",
    "Quick one: ",
    "Hey, ",
    "Hi! ",
    "Hello, ",
    "A small question: ",
    "ok so ",
    "For my notes: ",
)
_OTHER_POLITE = ("", "", "Next: ", "Good evening. ", "One more thing: ")
_ENDS = ("", "", "", "", "", " Thanks!", " please", " thx")
_OTHER_ENDS = ("", "", " Much obliged.", " Cheers")


def cell(code: str) -> str:
    """The reply that asks for `code` to be run."""
    return f"```python repl\n{code}\n```"


def shown(value: str) -> str:
    """A value as a sentence holds it: the observation without quotes and outer brackets."""
    if value[:1] in "[({" and value[-1:] in "])}":
        return value[1:-1].replace("'", "") or "none"
    return value[1:-1] if value[:1] in "'\"" else value


def message(role: str, content: str) -> Message:
    """One message of a view."""
    return {"role": role, "content": content}


def record(messages: list[Message], reply: str, kind: str) -> Record:
    """One training record of L1."""
    return {"messages": list(messages), "reply": reply, "adapter": "L1", "kind": kind}


def final(d: Draw, task: Task, value: str) -> str:
    """The sentence that reports `value`."""
    if task.when_true:
        return task.when_true if value == "True" else task.when_false
    return d.rng.choice(list(task.finals)).replace("{v}", shown(value))


def observe(d: Draw, task: Task) -> str:
    """What the task's cell really yields, on a random day."""
    today = datetime.date(2025, 1, 1) + datetime.timedelta(days=d.int(0, 1_200))
    seen = run_cell(task.code, today)
    if seen.status != "ok" or seen.value is None:
        raise AssertionError(f"{task.family}: {task.code!r} gave {seen}")
    return observation_text(seen)


def opening(d: Draw, task: Task) -> list[Message]:
    """Head, at times a little talk before, and the request as this person would type it."""
    messages = [message("system", HEAD.content)]
    if d.rng.random() < _EARLIER:
        messages += earlier_turn(d.rng, d.split)
    return [*messages, message("user", dressed(d, task.text))]


def dressed(d: Draw, text: str) -> str:
    """The request with a greeting, a thank you or sloppy typing, at times."""
    if "\n" in text:
        return text
    ended = text[-1:] in ".?!"
    end = d.of(_ENDS, _OTHER_ENDS) if ended else ""
    text = d.of(_POLITE, _OTHER_POLITE) + text + end
    roll = d.rng.random()
    if roll < 0.1 and text.endswith("?"):
        text = text[:-1]
    return text[0].lower() + text[1:] if roll > 0.85 else text


def answered(d: Draw, task: Task, finals_share: float, summary_share: float) -> Iterator[Record]:
    """The records of one task, and of its follow-up."""
    messages = opening(d, task)
    yield record(messages, cell(task.code), "cell")
    seen = observe(d, task)
    said = final(d, task, seen)
    messages += [message("assistant", cell(task.code)), message("tool", seen)]
    if d.rng.random() < finals_share and len(_PIECES.findall(said)) <= _FINAL_LIMIT:
        yield record(messages, said, "final")
    messages.append(message("assistant", said))
    roll = d.rng.random()
    if roll < summary_share:
        yield record([*messages, message("user", SUMMARY_REQUEST.content)], summary(task, seen), "summary")
    if task.follow_up is not None and roll > 0.55:
        messages.append(message("user", task.follow_up.text))
        yield record(messages, cell(task.follow_up.code), "cell")
        seen = observe(d, task.follow_up)
        messages += [message("assistant", cell(task.follow_up.code)), message("tool", seen)]
        yield record(messages, final(d, task.follow_up, seen), "final")


def summary(task: Task, seen: str) -> str:
    """One sentence that holds the topic and the value."""
    return f"Computed {task.topic}: {shown(seen)}."


def repaired(d: Draw, task: Task) -> Record | None:
    """A cell that failed, its real error, and the corrected cell; None where nothing plausible breaks."""
    broken = _broken(d.rng, task.code)
    if broken is None:
        return None
    seen = run_cell(broken, datetime.date(2026, 5, 4))
    if seen.status != "error" or seen.error is None:
        return None
    messages = [*opening(d, task), message("assistant", cell(broken)), message("tool", observation_text(seen))]
    return record(messages, cell(task.code), "cell")


def _broken(rng: Random, code: str) -> str | None:
    lines = code.split("\n")
    ways: list[str] = []
    if lines[0].startswith(("import ", "from ")) and len(lines) > 1:
        ways.append("\n".join(lines[1:]))
        ways.append("import pandas as pd\n" + code)
    if code.endswith(")"):
        ways.append(code[:-1])
    if "date(" in code and ", " in code:
        head, tail = code.rsplit(", ", 1)
        if tail[:1].isdigit() and tail[1:2] == ")":
            ways.append(f"{head}, 0{tail}")
    if lines[-1].startswith(("round(", "sum(", "max(", "min(")):
        ways.append(
            "\n".join(
                [
                    *lines[:-1],
                    lines[-1]
                    .replace("round(", "round_to(")
                    .replace("sum(", "total(")
                    .replace("max(", "largest(")
                    .replace("min(", "least("),
                ]
            )
        )
    if lines[0].startswith(("d = ", "n = ", "t = ")) and len(lines) > 1:
        ways.append("\n".join(lines[1:]))
    return rng.choice(ways) if ways else None
