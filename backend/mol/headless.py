"""Cells of a turn that no browser follows: a Python of its own on this machine, for as long as the turn lasts.

Covers: starting it with the first cell, ending it with the turn, so that no name outlives its conversation's turn.
Does not cover: the interpreter and its walls (agent_repl/headless.py).
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from agent_repl.cell import Cell, Observation
from agent_repl.headless import HeadlessRepl
from backend.mol.turn import Cells, RunCell
from backend.paths import repo_root
from backend.profiles.profile import Profile


def headless(profile: Profile) -> Cells:
    """Every turn's cells run in a Python of its own."""
    return lambda _: _headless(profile)


@asynccontextmanager
async def _headless(profile: Profile) -> AsyncGenerator[RunCell]:
    async with HeadlessRepl(repo_root() / "assets") as repl:

        async def run_cell(_: int, cell: Cell) -> Observation:
            return await repl.run(cell.code, timeout_s=profile.cell_timeout_s)

        yield run_cell
