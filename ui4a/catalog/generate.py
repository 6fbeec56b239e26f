"""What is made from the catalogue: TypeScript types, a prompt section, a JSON schema, a table for the docs.

Covers: four functions from the catalogue to text or values.
Does not cover: writing the files (scripts), the decoding grammar (ui4a/grammar.py).
"""

import re
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ui4a.catalog import FOLDER, Component, components, modules

_REACT_TYPES = ("ChangeEvent", "ComponentPropsWithRef", "ReactElement", "ReactNode")
_LITERALS = re.compile(r"'([^']*)'")


def typescript() -> str:
    """The declarations of every module of the catalogue's components."""
    by_module: dict[str, list[Component]] = {}
    for component in components().values():
        by_module.setdefault(component.module, []).append(component)
    parts = ["// Generated from ui4a/catalog by ui4a.catalog.generate.typescript: do not edit."]
    for module, found in by_module.items():
        body = "\n".join(_declaration(component) for component in found)
        parts.append(
            f'declare module "{module}" {{\n  import type {{ {", ".join(_REACT_TYPES)} }} from "react";\n{body}\n}}'
        )
    return "\n\n".join(parts) + "\n"


def prompt(*, whole: bool = False) -> str:
    """The section of a prompt that teaches a model to write cards; by default only what the grammar may emit."""
    chosen = [component for component in components().values() if whole or component.grammar]
    return _templates().get_template("prompt.jinja2").render(components=chosen)


def json_schema() -> dict[str, Any]:
    """A JSON schema of elements as data: {component, props, children}."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Element of a card",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in components()],
        "$defs": {component.name: _element_schema(component) for component in components().values()},
    }


def docs_table() -> str:
    """The components as Markdown tables, a section a group."""
    lines: list[str] = []
    group = ""
    for component in components().values():
        if component.group != group:
            group = component.group
            lines += [
                "",
                f"## {group.capitalize()}",
                "",
                "| component | from | props | what it is |",
                "|---|---|---|---|",
            ]
        props = ", ".join(f"`{name}{'' if name in component.required else '?'}`" for name in component.props) or "–"
        lines.append(f"| `{component.name}` | `{component.module}` | {props} | {component.doc} |")
    lines += ["", "## Other names", "", "| module | names |", "|---|---|"]
    for module in modules().values():
        names = "any" if module.open else ", ".join(f"`{name}`" for name in module.names)
        lines.append(f"| `{module.name}` | {names} |")
    return "\n".join(lines).strip() + "\n"


def _declaration(component: Component) -> str:
    own = "".join(
        f"    {name}{'' if name in component.required else '?'}: {type_};\n" for name, type_ in component.props.items()
    )
    if component.children != "none":
        own += "    children?: ReactNode;\n"
    rest = ""
    if component.element:
        names = " | ".join(f'"{name}"' for name in [*component.props, "children"])
        rest = f' & Omit<ComponentPropsWithRef<"{component.element}">, {names}>'
    elif own.find("className") < 0:
        own += "    className?: string;\n"
    signature = f"{component.name}(props: {{\n{own}  }}{rest}): ReactElement | null"
    return f"  /** {component.doc} */\n  export function {signature};"


def _element_schema(component: Component) -> dict[str, Any]:
    props = {name: value for name, type_ in component.props.items() if (value := _value_schema(type_)) is not None}
    schema: dict[str, Any] = {
        "type": "object",
        "description": component.doc,
        "properties": {
            "component": {"const": component.name},
            "props": {
                "type": "object",
                "properties": props,
                "required": [name for name in component.required if name in props],
                "additionalProperties": bool(component.element),
            },
        },
        "required": ["component", "props"] if component.required else ["component"],
        "additionalProperties": False,
    }
    if component.children == "text":
        schema["properties"]["children"] = {"type": "string"}
    elif component.children != "none":
        names = component.children if isinstance(component.children, tuple) else None
        items = [{"$ref": f"#/$defs/{name}"} for name in names] if names else [{"type": "string"}, {"$ref": "#"}]
        schema["properties"]["children"] = {"type": "array", "items": {"anyOf": items}}
    return schema


def _value_schema(type_: str) -> dict[str, Any] | None:
    """The JSON schema of a prop's type; None for what no data can hold (handlers)."""
    if "=>" in type_:
        return None
    known = {
        "string": {"type": "string"},
        "number": {"type": "number"},
        "boolean": {"type": "boolean"},
        "string[]": {"type": "array", "items": {"type": "string"}},
        "number[]": {"type": "array", "items": {"type": "number"}},
        "ReactNode": {"type": ["string", "number", "null"]},
        "[string, number][]": _pairs({"type": "number"}),
        "[string, string][]": _pairs({"type": "string"}),
        "(string | number)[][]": {
            "type": "array",
            "items": {"type": "array", "items": {"type": ["string", "number"]}},
        },
    }
    if type_ in known:
        return known[type_]
    literals = [*_LITERALS.findall(type_), *map(int, re.findall(r"(?<![\w'])\d+(?![\w'])", type_))]
    rest = [known[part] for part in map(str.strip, _LITERALS.sub("", type_).split("|")) if part in known]
    options = ([{"enum": literals}] if literals else []) + rest
    if not options:
        return {}
    return (
        options[0] if len(options) == 1 and "{" not in type_ else {"anyOf": [*options, *([{}] if "{" in type_ else [])]}
    )


def _pairs(second: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "array",
        "items": {"type": "array", "prefixItems": [{"type": "string"}, second], "minItems": 2, "maxItems": 2},
    }


@cache
def _templates() -> Environment:
    # Plain text for a model: nothing is escaped.
    return Environment(loader=FileSystemLoader(FOLDER), undefined=StrictUndefined, trim_blocks=True, autoescape=False)
