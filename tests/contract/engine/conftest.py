"""A real embedded engine with three of the four adapters, one per test module.

Covers: weights from the cache (fetched on first use), seeded random adapters for L0 to L2, L3 left out on purpose.
Does not cover: trained adapters.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from backend.engine.build import build_engine
from backend.engine.llamacpp import LlamaCpp, start_embedded
from backend.paths import cache_dir
from tests.contract.engine.random_adapter import write_random_adapter


@pytest.fixture(scope="session")
def adapters(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with L0, L1 and L2."""
    folder = tmp_path_factory.mktemp("adapters")
    for seed, label in enumerate(("L0", "L1", "L2")):
        write_random_adapter(folder / label, seed)
    return folder


@pytest.fixture(scope="session")
def cache(adapters: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with the shared weights; converted test adapters stay out of the person's own cache."""
    folder = tmp_path_factory.mktemp("cache")
    (folder / "weights").symlink_to(build_engine(cache_dir()).weights.parent)
    return folder


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def engine(adapters: Path, cache: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[LlamaCpp]:
    """The engine under test."""
    started = await start_embedded(tmp_path_factory.mktemp("data"), cache, adapters)
    yield started
    await started.close()


@pytest.fixture
async def alone(adapters: Path, cache: Path, tmp_path: Path) -> AsyncIterator[LlamaCpp]:
    """An engine of one test alone: it will be hurt, or must have empty lanes."""
    started = await start_embedded(tmp_path, cache, adapters)
    yield started
    await started.close()
