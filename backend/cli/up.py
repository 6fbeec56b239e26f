"""`petitfour up` and `petitfour build`: serve the page; build what has changed.

Covers: handing over to the launcher and the builders. Does not cover: either.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Annotated

import typer

from backend.paths import repo_root


def up(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(help="Port; 8100 if not given.")] = None,
) -> None:
    """Serve the page until interrupted."""
    chosen = ["--port", str(port)] if port is not None else []
    # A process of its own: nothing in backend may import app.
    raise typer.Exit(subprocess.call([sys.executable, "-m", "app.serve", "--host", host, *chosen], cwd=repo_root()))


def build() -> None:
    """Build whatever has changed since the last time: weights, adapters, card frame, REPL worker, page."""
    raise typer.Exit(subprocess.call([sys.executable, "scripts/bootstrap.py", "build"], cwd=repo_root()))
