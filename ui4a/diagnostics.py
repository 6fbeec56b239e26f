"""Quick checks of a card's code: what would not render, and what the catalogue does not know.

Covers: balance, a default export, imports, components, props and their literal values, with the line of each finding.
Does not cover: compiling or rendering (ui4a/runtime), or types of expressions.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ui4a.catalog import Component, components, modules
from ui4a.scan import Prop, Scan, Tag, scan

CODE_LIMIT_CHARS = 200_000
FINDINGS_LIMIT = 20

_EVENT = re.compile(r"on[A-Z]\w*$")
# As texts: they read as lists of words.
_GLOBAL = (
    "className style id key ref children role tabIndex title hidden lang dir draggable autoFocus slot "
    "suppressHydrationWarning"
)
_BY_ELEMENT = {
    "input": "accept autoComplete checked disabled form inputMode list max maxLength min minLength multiple pattern "
    "readOnly required size step",
    "textarea": "autoComplete cols disabled form maxLength minLength readOnly required rows wrap",
    "button": "disabled form type name value required checked",
    "label": "htmlFor form",
    "td": "colSpan rowSpan headers align",
    "th": "colSpan rowSpan headers scope align",
    "time": "dateTime",
    "span": "disabled inverted required",
}
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?$")
_LITERAL = re.compile(r"""(["'])([^"'\\]*)\1$""")


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: a stable code, a sentence for the reader, the line of the code from 1."""

    code: str
    message: str
    line: int


def check(code: str) -> list[Diagnostic]:
    """Findings in the order of lines; none for a card that should render."""
    if not code.strip():
        return [Diagnostic("empty", "The card has no code.", 1)]
    if len(code) > CODE_LIMIT_CHARS:
        return [Diagnostic("too_long", f"The card has more than {CODE_LIMIT_CHARS} characters.", 1)]
    found = scan(code)
    diagnostics = [
        Diagnostic("unbalanced", f"{message[:1].upper()}{message[1:]}.", line) for line, message in found.problems
    ]
    if not found.has_default:
        diagnostics.append(Diagnostic("no_default_export", "The module has no `export default` component.", 1))
    diagnostics += _imports(found)
    for tag in found.tags:
        diagnostics += _tag(tag, found)
    return sorted(diagnostics, key=lambda each: each.line)[:FINDINGS_LIMIT]


def _imports(found: Scan) -> Iterator[Diagnostic]:
    exported: dict[str, set[str]] = {}
    for component in components().values():
        exported.setdefault(component.module, set()).add(component.name)
    for module in modules().values():
        exported.setdefault(module.name, set()).update(module.names, module.types)
    for each in found.imports:
        if each.module not in exported:
            yield Diagnostic("unknown_module", f"Cards cannot import from {each.module!r}.", each.line)
            continue
        if each.only_types or (each.module in modules() and modules()[each.module].open):
            continue
        for name in each.names.values():
            if name not in exported[each.module] and name not in ("default", "*"):
                yield Diagnostic("unknown_import", f"{each.module!r} does not export {name}.", each.line)


def _tag(tag: Tag, found: Scan) -> Iterator[Diagnostic]:
    head = tag.name.split(".")[0]
    if not head or head[0].islower():
        return
    if head in found.own:
        return
    origin = next((each for each in found.imports if head in each.names), None)
    name = origin.names[head] if origin else head
    component = components().get(name)
    if component is not None and (origin is None or origin.module == component.module) and "." not in tag.name:
        yield from _props(tag, component)
    elif origin is None and not _completed(head):
        yield Diagnostic(
            "unknown_component", f"<{head}> is neither in the catalogue nor defined in the card.", tag.line
        )


def _completed(name: str) -> bool:
    return any(module.complete and name in module.names for module in modules().values()) or name == "React"


def _props(tag: Tag, component: Component) -> Iterator[Diagnostic]:
    given = {prop.name for prop in tag.props}
    if len(given) < len(tag.props):
        yield Diagnostic("repeated_prop", f"<{component.name}> has a prop twice.", tag.line)
    if "..." not in given:
        for name in component.required:
            if name not in given:
                yield Diagnostic("missing_prop", f"<{component.name}> needs the prop {name}.", tag.line)
    for prop in tag.props:
        if prop.name in component.props:
            if not _fits(prop, component.props[prop.name]):
                wanted = component.props[prop.name]
                yield Diagnostic("wrong_value", f"{prop.name} of <{component.name}> must be {wanted}.", tag.line)
        elif not _attribute(prop.name, component.element):
            yield Diagnostic("unknown_prop", f"<{component.name}> has no prop {prop.name}.", tag.line)


def _attribute(name: str, element: str) -> bool:
    if name in ("...", "key", "ref", "children"):
        return True
    if not element:
        return name == "className" or name.startswith(("aria-", "data-"))
    if name.startswith(("aria-", "data-")) or _EVENT.match(name):
        return True
    return name in _GLOBAL.split() or name in _BY_ELEMENT.get(element, "").split()


def _fits(prop: Prop, wanted: str) -> bool:
    """Whether a literal value has the type; expressions are trusted."""
    if "=>" in wanted:
        return prop.kind == "expression" and not (_NUMBER.match(prop.value) or _LITERAL.match(prop.value))
    literals = re.findall(r"'([^']*)'", wanted)
    if prop.kind == "bare":
        return "boolean" in wanted or "ReactNode" in wanted
    value, kind = prop.value, prop.kind
    if kind == "expression" and (literal := _LITERAL.match(value)):
        value, kind = literal[2], "string"
    if kind == "string":
        words = re.sub(r"'[^']*'|\[\]", "", wanted)
        plain = re.search(r"\bstring\b(?!\[)", re.sub(r"\([^)]*\)\[\]\[\]|\[[^\]]*\]\[\]|string\[\](?!\[)", "", wanted))
        return value in literals or bool(plain) or "ReactNode" in words
    if _NUMBER.match(value):
        bare = re.sub(r"\([^)]*\)\[\]\[\]|\[[^\]]*\]\[\]|number\[\]|\{[^}]*\}(?:\[\])?", "", wanted)
        return "number" in bare or "ReactNode" in wanted or value in re.findall(r"(?<![\w'])\d+(?![\w'])", bare)
    if value in ("true", "false"):
        return "boolean" in wanted or "ReactNode" in wanted
    if value.startswith("["):
        return "[]" in wanted
    return True
