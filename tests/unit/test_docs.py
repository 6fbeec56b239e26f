"""The documents name only what is there: commands with their options, and files.

Covers: every `petitfour …` in README and docs, every relative link.
Does not cover: whether a command does what the text says (the commands' own tests), the API's examples (tests/ui).
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from backend.cli.main import COMMANDS, app

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
_COMMAND = re.compile(r"`petitfour ([a-z]+)([^`]*)`")
_LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")


def named() -> list[tuple[str, str]]:
    """(command, option) pairs of the documents; a command without options has an empty one."""
    found: set[tuple[str, str]] = set()
    for document in DOCUMENTS:
        for command, rest in _COMMAND.findall(document.read_text(encoding="utf-8")):
            found |= {(command, option) for option in re.findall(r"--[a-z-]+", rest)} | {(command, "")}
    return sorted(found)


@pytest.mark.parametrize(("command", "option"), named())
def test_a_command_that_the_documents_name_exists_with_its_options(command: str, option: str) -> None:
    assert command in COMMANDS
    shown = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "200", "TERM": "dumb"})
    assert shown.exit_code == 0
    assert option in shown.output


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_link_leads_to_a_file(document: Path) -> None:
    for target in _LINK.findall(document.read_text(encoding="utf-8")):
        assert (document.parent / target).exists(), target
