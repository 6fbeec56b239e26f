"""Card source from values: the one layout in which our own adapter writes cards.

Covers: one line per element, props in a fixed order, the module around them and the reply around the module.
Does not cover: cards of other models (any layout is rendered), or parsing.
"""

import json
from collections.abc import Iterable, Sequence

FENCE = "````"
OPENING = f"{FENCE}ui4a/tsx\nexport default function App() {{\n  return (\n"
CLOSING = f"  );\n}}\n{FENCE}"
INDENT = "  "

PropValue = str | int | float | bool | Sequence[object]


def element(name: str, children: str | Sequence[str] | None = None, **props: PropValue) -> str:
    """One element. A list of children puts each on its own line; a string stays on the line of the tag.

    `True` is written as a bare prop, `False` leaves the prop out.
    """
    head = "".join([f"<{name}", *(_prop(key, value) for key, value in props.items() if value is not False)])
    if children is None:
        return f"{head} />"
    if isinstance(children, str):
        return f"{head}>{children}</{name}>"
    return "\n".join([f"{head}>", *indented(children, 1), f"</{name}>"])


def module(root: str) -> str:
    """The module that default-exports a component which returns `root`; without imports, which the host adds."""
    return f"export default function App() {{\n  return (\n{indent(root, 2)}\n  );\n}}"


def reply(sentence: str, root: str) -> str:
    """The whole answer: a sentence, a blank line, the module in a four-backtick fence."""
    return f"{sentence}\n\n{FENCE}ui4a/tsx\n{module(root)}\n{FENCE}"


def indented(elements: Iterable[str], levels: int) -> list[str]:
    """The elements, each line moved right."""
    return [indent(each, levels) for each in elements]


def indent(text: str, levels: int) -> str:
    """The text with each line moved right."""
    return "\n".join(INDENT * levels + line for line in text.splitlines())


def _prop(key: str, value: PropValue) -> str:
    if value is True:
        return f" {key}"
    if isinstance(value, str):
        return f' {key}="{value}"'
    if isinstance(value, int | float):
        return f" {key}={{{value}}}"
    return f" {key}={{{json.dumps(value, ensure_ascii=False)}}}"
