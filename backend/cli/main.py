"""The `petitfour` command: its sub-commands, and how errors leave the process.

Covers: wiring typer. Exit 0 when a command could do its work, 1 when the thing measured failed, 2 on misuse.
Does not cover: the commands themselves (siblings, one file each).
"""

from __future__ import annotations

import sys

import typer
from typer.core import TyperGroup

from backend.cli.chat import chat
from backend.cli.doctor import doctor
from backend.cli.route import route
from backend.cli.train import train
from backend.cli.ui import ui
from backend.cli.up import build, up
from backend.errors import PetitfourError, UserError


class _Petitfour(TyperGroup):
    """Turns the error tree into one sentence on stderr and an exit status."""

    def invoke(self, ctx: typer.Context) -> object:
        try:
            return super().invoke(ctx)
        except UserError as error:
            print(f"petitfour: {error.message}", file=sys.stderr)  # noqa: T201  the command's own voice
            raise typer.Exit(2) from error
        except PetitfourError as error:
            print(f"petitfour: {error.message}", file=sys.stderr)  # noqa: T201
            raise typer.Exit(1) from error


app = typer.Typer(
    cls=_Petitfour, no_args_is_help=True, add_completion=False, help="A self-hosted Personal Intelligence."
)
app.command()(up)
app.command()(build)
app.command()(chat)
app.command()(route)
app.command()(ui)
app.command()(train)
app.command()(doctor)
