"""The error of the agent REPL: a library with one small root of its own, which the turn maps into its tree.

Covers: ReplError. Does not cover: errors raised by a cell's own code (they are part of the observation).
"""

from __future__ import annotations


class ReplError(Exception):
    """The REPL itself could not do its work; `message` says what happened and what to do about it."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
