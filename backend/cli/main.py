"""The `petitfour` command: its sub-commands, and how errors leave the process.

Covers: wiring typer. Exit 0 when a command could do its work, 1 when the thing measured failed, 2 on misuse.
Does not cover: the commands themselves (siblings, one file each).
"""

from __future__ import annotations

import sys

import typer

from backend.cli.bench import bench
from backend.cli.chat import chat
from backend.cli.doctor import doctor
from backend.cli.route import route
from backend.cli.train import train
from backend.cli.ui import ui
from backend.cli.up import build, up
from backend.errors import PetitfourError, UserError

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="A self-hosted Personal Intelligence.",
)
app.command()(up)
app.command()(build)
app.command()(chat)
app.command()(route)
app.command()(ui)
app.command()(train)
app.command()(bench)
app.command()(doctor)


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
