"""What several packages' unit tests start from: a database of their own.

Covers: opening and closing it. Does not cover: engines (tests/unit/mol/scripted.py).
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from backend.store.db import Database, open_database, sqlite_url


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """A real, empty database."""
    opened = await open_database(sqlite_url(tmp_path))
    yield opened
    await opened.close()
