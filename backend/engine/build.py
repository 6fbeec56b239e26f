"""What the embedded engine needs on disk: weights and converted adapters.

Covers: building them into the cache (idempotent, content-addressed) and finding them for a start.
Does not cover: starting anything (supervisor.py).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from backend.engine.adapters import CONFIG_FILE, convert, null_adapter
from backend.engine.base import BASE, LABELS
from backend.engine.weights import GGUF_SHA256, fetch_weights, weights_path
from backend.paths import repo_root


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineFiles:
    """The files of one engine. `adapters` is in load order, the null adapter first, absent labels left out."""

    weights: Path
    adapters: tuple[tuple[str, Path], ...]

    @property
    def fingerprint(self) -> str:
        """Equal for equal content: a running child with another fingerprint must not be joined."""
        parts = [GGUF_SHA256, *(f"{name}={path.stem}" for name, path in self.adapters)]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def adapters_dir() -> Path:
    """Where the shipped adapters lie, one folder a label."""
    return repo_root() / "backend" / "profiles" / "adapters"


def build_engine(cache: Path, adapters: Path | None = None) -> EngineFiles:
    """Fetch the weights and convert the adapters into `cache`; does nothing that is done already. Blocks.

    Raises:
        MissingPiece: the weights could not be fetched.
    """
    fetch_weights(cache)
    return engine_files(cache, adapters)


def engine_files(cache: Path, adapters: Path | None = None) -> EngineFiles:
    """The files for a start: weights must be there, adapters are converted when they changed. Blocks, never downloads.

    Raises:
        MissingPiece: the weights were never fetched.
    """
    folder = adapters or adapters_dir()
    shipped = [(label, folder / label) for label in LABELS if (folder / label / CONFIG_FILE).is_file()]
    found = [(BASE, null_adapter(cache)), *((label, convert(path, cache)) for label, path in shipped)]
    return EngineFiles(weights=weights_path(cache), adapters=tuple(found))
