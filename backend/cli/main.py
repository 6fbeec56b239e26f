"""The `petitfour` command: its sub-commands, and how errors leave the process.

Covers: wiring typer. Exit 0 when a command could do its work, 1 when the thing measured failed, 2 on misuse.
Does not cover: the commands themselves (siblings, one file each).
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

from backend.errors import PetitfourError, UserError

COMMANDS = {
    "up": "backend.cli.up",
    "build": "backend.cli.up",
    "chat": "backend.cli.chat",
    "turn": "backend.cli.turn",
    "route": "backend.cli.route",
    "ui": "backend.cli.ui",
    "train": "backend.cli.train",
    "export": "backend.cli.export",
    "bench": "backend.cli.bench",
    "doctor": "backend.cli.doctor",
}
"""Each command's module, which holds a function of that name."""


class _Commands(TyperGroup):
    """Imports a command when it is asked for: all of them together take two seconds.

    Any stands for the types of click, of which typer keeps a private copy.
    """

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        one = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        one.command(cmd_name)(getattr(import_module(COMMANDS[cmd_name]), cmd_name))
        return typer.main.get_command(one)


app = typer.Typer(cls=_Commands, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


@app.callback()
def petitfour() -> None:
    """A self-hosted Personal Intelligence."""


def main() -> None:
    """Run the command; a failure of the error tree leaves as one sentence on stderr and an exit status."""
    try:
        app()
    except UserError as error:
        _leave(error, status=2)
    except PetitfourError as error:
        _leave(error, status=1)


def _leave(error: PetitfourError, *, status: int) -> None:
    print(f"petitfour: {error.message}", file=sys.stderr)  # noqa: T201  the command's own voice
    raise SystemExit(status) from error
