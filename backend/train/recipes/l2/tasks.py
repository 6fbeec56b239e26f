"""The hand-written tasks of L2 and their instances.

Covers: reading data/*.txt, filling slots, the answer as L2 gives it.
Does not cover: checking answers (check.py) or the conversation (`__init__.py`).

A task begins with `= kind options`. Its lines: `~` what is wanted (the wordings of its kind go around it), `?` a whole
request of its own, `|` code that the request shows, `>` a closing sentence, `!` a check; all others are the code.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from backend.train.recipes.l2.vocabulary import Split, made_up_name, slots
from backend.train.recipes.l2.wordings import ASKS

_MADE_UP = 0.4
DATA = Path(__file__).with_name("data")
_SLOT = re.compile(r"«(\w+)»")
_DIGITS = re.compile(r"DIGITS(\d+)")
_FENCES = {
    "pyclass": "python", "oneliner": "python", "fix": "python", "test": "python", "sqldo": "sql", "fixsql": "sql",
    "git": "bash", "fixbash": "bash", "jssnippet": "js", "fixjs": "js", "fixjson": "json", "gitignore": "text",
}  # fmt: skip
_CONFIG = {"dockerfile", "yaml", "json", "nginx", "ini", "toml", "gitignore", "makefile", "ts", "css", "html"}
_NAMES = {
    "js": "JavaScript",
    "sql": "SQL",
    "json": "JSON",
    "python": "Python",
    "bash": "bash",
    "css": "CSS",
    "dockerfile": "Dockerfile",
    "regex": "regex",
}


@dataclass(slots=True)
class Template:
    """One hand-written task, its slots still open."""

    kind: str
    names: list[str] = field(default_factory=list[str])
    lang: str = ""
    wanted: list[str] = field(default_factory=list[str])
    asks: list[str] = field(default_factory=list[str])
    given: list[str] = field(default_factory=list[str])
    code: list[str] = field(default_factory=list[str])
    closing: str = ""
    checks: list[str] = field(default_factory=list[str])

    @property
    def family(self) -> str:
        """The kind whose wordings and summaries apply."""
        if self.kind in _CONFIG:
            return "config"
        return "fix" if self.kind.startswith("fix") else self.kind

    @property
    def fence(self) -> str:
        """The info string of the answer's block."""
        return _FENCES.get(self.kind, self.kind)

    @property
    def open_slots(self) -> set[str]:
        """The slots this task uses."""
        return set(_SLOT.findall("\n".join([*self.wanted, *self.asks, *self.given, *self.code, self.closing])))


@dataclass(frozen=True, slots=True, kw_only=True)
class Instance:
    """A task with every slot filled: what is asked, what L2 answers, how to check it."""

    template: Template
    request: str
    answer: str
    code: str
    wanted: str
    closing: str
    checks: tuple[str, ...]
    slots: Mapping[str, str]


def templates(split: Split) -> list[Template]:
    """The tasks of a split, in the order of their files."""
    return [
        template
        for path in sorted(DATA.glob("*.txt"))
        if (path.stem == "held_out") == (split == "held_out")
        for template in _read(path)
    ]


def instance(template: Template, rng: Random, split: Split, chosen: Mapping[str, str] | None = None) -> Instance:
    """`template` filled with `chosen`, or with slots drawn from the split's words."""
    filled = dict(chosen or slots(rng, split))
    if template.names and not filled.get("f"):
        filled["f"] = function_name(rng, split, template)
    ask = _ask(template, rng, split)
    if ask.endswith(" *"):  # a wording that names no function: the answer takes the first name
        ask = ask[:-2]
        filled["f"] = template.names[0]
    wanted = fill(rng.choice(template.wanted or [""]), filled)
    request = (
        fill(ask, filled)
        .replace("{d}", wanted)
        .replace("{f}", filled.get("f", ""))
        .replace("{lang}", language(template))
    )
    if template.given:
        shown = template.lang or template.fence
        given = fill("\n".join(template.given), filled)
        request += f"\n```{shown if shown != 'regex' else ''}\n{given}\n```"
    code, closing = fill("\n".join(template.code), filled), fill(template.closing, filled)
    parts = [f"```{template.fence}\n{code}\n```" if code else "", closing]
    return Instance(
        template=template,
        request=request[0].upper() + request[1:] if rng.random() < 0.5 else request,
        answer="\n".join(part for part in parts if part),
        code=code,
        wanted=wanted,
        closing=closing,
        checks=tuple(fill(check, filled) for check in template.checks),
        slots=filled,
    )


def function_name(rng: Random, split: Split, template: Template) -> str:
    """A name for the function: at times one that says nothing of the task, so that it can only be copied."""
    if rng.random() < _MADE_UP:
        return made_up_name(rng, split, camel=template.kind == "js")
    return rng.choice(template.names)


def language(template: Template) -> str:
    """The language as people call it."""
    name = template.lang or template.fence
    return _NAMES.get(name, name)


def fill(text: str, values: Mapping[str, str]) -> str:
    """`text` with its slots filled; DIGITS7 stands for seven digits."""
    text = _SLOT.sub(lambda found: values[found[1]], text)
    return _DIGITS.sub(lambda found: ("1234567890" * 5)[: int(found[1])], text)


def _ask(template: Template, rng: Random, split: Split) -> str:
    own = template.asks
    if own and (not template.wanted or rng.random() < 0.5):
        return rng.choice(own)
    lines = ASKS[template.family][0 if split == "train" else 1]
    return rng.choice([line.strip() for line in lines.strip().splitlines()])


@cache
def _read(path: Path) -> tuple[Template, ...]:
    found: list[Template] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            kind, *options = line[2:].split()
            found.append(Template(kind=kind))
            for option in options:
                if option.startswith("f:"):
                    found[-1].names = option[2:].split(",")
                else:
                    found[-1].lang = option
        else:
            _add(found[-1], line)
    for template in found:
        while template.code and not template.code[-1].strip():
            template.code.pop()
    return tuple(found)


def _add(template: Template, line: str) -> None:
    mark, rest = line[:2], line[2:]
    match mark:
        case "~ ":
            template.wanted.append(rest)
        case "? ":
            template.asks.append(rest)
        case "| " | "|":
            template.given.append(rest)
        case "> ":
            template.closing = rest
        case "! ":
            template.checks.append(rest)
        case _:
            template.code.append(line)
