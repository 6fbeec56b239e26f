"""The house rules that a machine can check: imports run one way, modules stay small, READMEs list what is there."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("app", "backend", "ui4a", "agent_repl")
GROUND_FLOOR = {"ui4a", "agent_repl"}
REFLEX_WRAPPERS = {ROOT / "ui4a" / "component.py", ROOT / "agent_repl" / "component.py"}
MODULE_LIMIT_LINES = 600
MODULES = sorted(
    path for package in PACKAGES for path in (ROOT / package).rglob("*.py") if "node_modules" not in path.parts
)


def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def tops(path: Path) -> set[str]:
    return {name.split(".")[0] for name in imported(path)}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_run_one_way(path: Path) -> None:
    package = path.relative_to(ROOT).parts[0]
    seen = tops(path)
    assert "app" not in seen or package == "app"
    if package in GROUND_FLOOR:
        assert not seen & {"backend", *(GROUND_FLOOR - {package})}
    if package != "app" and path not in REFLEX_WRAPPERS:
        assert "reflex" not in seen
        assert not imported(path) & {"ui4a.component", "agent_repl.component"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_says_what_it_is_and_stays_readable_in_one_sitting(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= MODULE_LIMIT_LINES
    if text.strip():
        assert ast.get_docstring(ast.parse(text)), "the module has no docstring"


@pytest.mark.parametrize("readme", sorted(ROOT.glob("backend/*/README.md")), ids=lambda path: path.parent.name)
def test_a_package_readme_lists_every_module(readme: Path) -> None:
    text = readme.read_text(encoding="utf-8")
    missing = [
        path.name for path in readme.parent.glob("*.py") if path.name != "__init__.py" and f"`{path.name}`" not in text
    ]
    assert missing == []
