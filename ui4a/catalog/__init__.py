"""The catalogue: every component and name that a card may use.

Covers: reading the TOML files of this folder (one table per component) into frozen values.
Does not cover: what is generated from them (generate.py), the decoding grammar (ui4a/grammar.py), or the
implementation of the components (ui4a/runtime).

Fields of a component table: `module` the specifier that exports it; `doc` one line; `props` name to TypeScript type;
`required` props that must be given; `ours` props that we added to a component of the released library;
`element` the HTML element whose attributes are accepted too (`className` and events included; empty: none);
`children` "none", "text", "any" or a list of component names; `grammar` whether the embedded grammar may emit it;
`example` a valid use. In modules.toml: `names`, `types`, `open` (any name), `complete` (the host adds the import).
"""

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
GROUPS = ("layout", "text", "inputs", "data", "views")


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """One component: its name, where it comes from and what it takes."""

    name: str
    group: str
    module: str
    doc: str
    example: str
    children: str | tuple[str, ...] = "none"
    element: str = ""
    grammar: bool = False
    props: dict[str, str] = field(default_factory=dict[str, str])
    required: tuple[str, ...] = ()
    ours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """Names of a module that are no components of the catalogue."""

    name: str
    names: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    open: bool = False
    complete: bool = False


@cache
def components() -> dict[str, Component]:
    """Every component by name, in the order of the files."""
    found: dict[str, Component] = {}
    for group in GROUPS:
        for name, table in tomllib.loads((FOLDER / f"{group}.toml").read_text("utf-8")).items():
            children: str | list[str] = table.pop("children", "none")
            found[name] = Component(
                name=name,
                group=group,
                children=children if isinstance(children, str) else tuple(children),
                required=tuple(table.pop("required", ())),
                ours=tuple(table.pop("ours", ())),
                **table,
            )
    return found


@cache
def modules() -> dict[str, Module]:
    """Every other importable module by specifier."""
    tables = tomllib.loads((FOLDER / "modules.toml").read_text("utf-8"))
    return {
        name: Module(
            name=name,
            names=tuple(table.get("names", ())),
            types=tuple(table.get("types", ())),
            open=table.get("open", False),
            complete=table.get("complete", False),
        )
        for name, table in tables.items()
    }
