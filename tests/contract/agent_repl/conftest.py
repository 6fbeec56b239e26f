"""What the worker's contract tests share: the built worker, and one REPL for the tests that may share a process.

Covers: building once per run into the checkout's assets. Does not cover: browsers (tests/ui).
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from agent_repl.build import build_worker
from agent_repl.headless import HeadlessRepl

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def assets() -> Path:
    build_worker(ROOT / ".tools", ROOT / "assets")
    return ROOT / "assets"


@pytest_asyncio.fixture
async def repl(assets: Path) -> AsyncIterator[HeadlessRepl]:
    async with HeadlessRepl(assets) as started:
        yield started
