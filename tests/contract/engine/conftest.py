"""Real engines: the embedded one with three of the four adapters, one per test module; a vLLM for the session.

Covers: weights from the cache (fetched on first use), seeded random adapters for L0 to L2, L3 left out on purpose;
their plain copies, the base as vLLM reads it.
Does not cover: trained adapters, installing vLLM.
"""

from __future__ import annotations

import warnings
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from backend.engine.build import build_engine
from backend.engine.llamacpp import LlamaCpp, start_embedded
from backend.engine.plain import write_plain
from backend.engine.vllm_install import vllm_python
from backend.errors import MissingPiece
from backend.paths import cache_dir
from tests.contract.engine.random_adapter import write_random_adapter
from tests.contract.engine.vllm_server import running_vllm


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


@pytest.fixture(scope="session")
def plain(adapters: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same adapters as plain LoRA folders."""
    folder = tmp_path_factory.mktemp("plain")
    for label in ("L0", "L1", "L2"):
        write_plain(adapters / label, folder / label)
    return folder


@pytest.fixture(scope="session")
def vllm_url(plain: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real vLLM with the same base and two of the adapters; L2 is there to be loaded while it runs."""
    try:
        python = vllm_python(cache_dir())
    except MissingPiece as error:
        pytest.skip(error.message)
    pytest.importorskip("torch", reason="the base is converted with torch: pip install -e .[train]")
    from backend.train.base import hf_directory

    with warnings.catch_warnings(action="ignore"):  # transformers warns about its own fields
        base = hf_directory(build_engine(cache_dir()).weights, cache_dir())
    served = {label: plain / label for label in ("L0", "L1")}
    with running_vllm(python, base, served, tmp_path_factory.mktemp("vllm")) as url:
        yield url
