"""The `petitfour` command."""

from backend.cli.main import app

__all__ = ["app"]
