"""The `petitfour` command."""

from backend.cli.main import app, main

__all__ = ["app", "main"]
