"""What a card left out: imports of the names it uses, unique names and options of its controls, remains of its fence.

Covers: names of the catalogue and of the other modules that a card may import; the code keeps its line numbers.
Does not cover: unbalanced code, unknown names (diagnostics.py).
"""

import re

from ui4a.catalog import components, modules
from ui4a.scan import Scan, Tag, scan

CONTROLS = ("Input", "Textarea", "Choice", "Checkbox", "Switch", "Slider")

_FENCE_HEAD = re.compile(r"\A\s*`{3,32}[ \t]*(?:ui4a(?:/tsx)?|tsx|jsx)?[ \t]*(?:[\w-]{1,40}=[^\n]*)?\n?")
_FENCE_TAIL = re.compile(r"\n?(?<!`)`{3,32}[ \t]*\Z")
_OPTIONS = re.compile(r'(?<=options=\{)\[("(?:[^"\\]|\\.)*"(?:,\s*"(?:[^"\\]|\\.)*")*)\](?=\})')
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_CALL = re.compile(r"(?<![\w$.])([A-Za-z_$][\w$]*)\s*(?=[(<])")
_REACT = re.compile(r"(?<![\w$.])React\s*\.\s*[A-Za-z]")


def complete(code: str) -> str:
    """The code with what it lacks; complete code comes back unchanged."""
    code = _FENCE_TAIL.sub("", _FENCE_HEAD.sub("", code).rstrip()) + "\n"
    found = scan(code)
    code = _with_unique_names(code, found)
    code = _OPTIONS.sub(_with_unique_options, code)
    lines = [
        f'import {{ {", ".join(names)} }} from "{module}";' for module, names in _missing(code, found).items() if names
    ]
    if _REACT.search(code) and "React" not in found.imported():
        lines.insert(0, 'import React from "react";')
    return " ".join([*lines, code]) if lines else code


def _missing(code: str, found: Scan) -> dict[str, list[str]]:
    """Names to import by module, in the order of the catalogue."""
    tags = {tag.name.split(".")[0] for tag in found.tags}
    known = found.imported() | found.own
    wanted: dict[str, list[str]] = {}
    for component in components().values():
        if component.name in tags - known:
            wanted.setdefault(component.module, []).append(component.name)
    calls = set(_CALL.findall(code)) | tags
    taken = known | set(components())
    for module in modules().values():
        if not module.complete:
            continue
        for name in module.names:
            # A name of an icon or a chart counts as a tag only: `Map(` and `Link(` are something else.
            used = calls if name[0].islower() else tags
            if name in used and name not in taken:
                wanted.setdefault(module.name, []).append(name)
                taken.add(name)
    return wanted


def _with_unique_names(code: str, found: Scan) -> str:
    """A control that would share its key in the card's state with an earlier one gets a name of its own."""
    seen: set[str] = set()
    added: list[tuple[int, str]] = []
    for tag in found.tags:
        key = _key(tag)
        if key is None:
            continue
        count, unique = 2, key
        while unique in seen:
            unique, count = f"{key} {count}", count + 1
        seen.add(unique)
        if unique != key and not any(prop.name == "name" for prop in tag.props):
            added.append((tag.start + 1 + len(tag.name), f' name="{unique}"'))
    for at, text in reversed(added):
        code = code[:at] + text + code[at:]
    return code


def _with_unique_options(match: re.Match[str]) -> str:
    """A list of literal options without the ones it repeats: two equal options cannot be told apart."""
    return f"[{', '.join(dict.fromkeys(_STRING.findall(match[1])))}]"


def _key(tag: Tag) -> str | None:
    """The key of a control's value, where the code says it literally."""
    if tag.name not in CONTROLS:
        return None
    literal = {prop.name: prop.value for prop in tag.props if prop.kind == "string"}
    return literal.get("name") or literal.get("label")
