# ruff: noqa: E501 (wordings are data: one a line)
"""Turns that came before: talk, a computed value, code or a card, so that an adapter learns to answer the last message.

Covers: one earlier turn at random, apart for the splits. Does not cover: follow-ups, which depend on the turn before (dialogue.py).
"""

from __future__ import annotations

from random import Random
from typing import Literal

_Turn = tuple[str, ...]
_TRAIN: tuple[_Turn, ...] = (
    ("Hi", "Hello! What can I do for you?"),
    ("thanks!", "You're welcome."),
    ("who are you?", "I am Petitfour: four specialists on one small local model."),
    ("Good morning", "Good morning! How can I help?"),
    ("Tell me something about tea.", "Tea is made from the leaves of one plant, Camellia sinensis."),
    ("I'm tired today", "I'm sorry to hear that. A short walk or an early night may help."),
    ("what does frugal mean?", "Frugal means careful with money and resources."),
    ("Translate 'good night' into Spanish", "Buenas noches."),
    ("I am learning to code", "Good choice. Small programs, often, teach the most."),
    ("What is 12% of 250?", "```python repl\nround(250 * 12 / 100, 2)\n```", "30.0", "12% of 250 is 30.0."),
    ("weekday of 5 May 2024", '```python repl\nfrom datetime import date\ndate(2024, 5, 5).strftime("%A")\n```', "'Sunday'", "It is a Sunday."),
    ("sum of 4, 9, 12", "```python repl\nsum([4, 9, 12])\n```", "25", "The sum is 25."),
    ("Python function that doubles a number", "```python\ndef double(x):\n    return 2 * x\n```"),
    ("SQL for all users", "```sql\nSELECT * FROM users;\n```"),
    ("how do I list hidden files?", "```bash\nls -a\n```"),
    ("A form for a name", 'Here is a form.\n\n````ui4a/tsx\nexport default function App() {\n  return (\n    <Card>\n      <Field label="Name"><Input name="name" /></Field>\n      <Button action="Send">Send</Button>\n    </Card>\n  );\n}\n````'),
    ("chart of Mon 3, Tue 5", 'Here is the chart.\n\n````ui4a/tsx\nexport default function App() {\n  return (\n    <Card>\n      <Bars title="Days" data={[["Mon", 3], ["Tue", 5]]} />\n    </Card>\n  );\n}\n````'),
)  # fmt: skip
_HELD_OUT: tuple[_Turn, ...] = (
    ("hey there", "Hey! What shall we do?"),
    ("what is a fjord?", "A fjord is a long, narrow inlet of the sea between cliffs."),
    ("3 weeks in days", "```python repl\nround(3 * 7, 2)\n```", "21", "3 weeks are 21 days."),
    ("regex for two letters", "```regex\n^[a-z]{2}$\n```"),
)


def earlier_turn(rng: Random, split: Literal["train", "held_out"]) -> list[dict[str, str]]:
    """The messages of one finished turn: user, answer; or user, cell, observation, answer."""
    turn = rng.choice(_TRAIN if split == "train" else _HELD_OUT)
    roles = ("user", "assistant") if len(turn) == 2 else ("user", "assistant", "tool", "assistant")
    return [{"role": role, "content": content} for role, content in zip(roles, turn, strict=True)]
