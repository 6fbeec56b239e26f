"""Where Petitfour keeps things: the person's data, rebuildable caches, and the checkout it runs from.

Covers: the three folders and the variables that move them. Does not cover: what is inside them.
"""

from __future__ import annotations

import os
from pathlib import Path


def repo_root() -> Path:
    """The folder that holds `backend`, `app`, `ui4a` and `agent_repl`."""
    return Path(__file__).resolve().parent.parent


def data_dir() -> Path:
    """Conversations, logs and the engine's record: $PETITFOUR_DATA, else the user's data folder. Created."""
    return _made(os.environ.get("PETITFOUR_DATA"), "~/.local/share/petitfour")


def cache_dir() -> Path:
    """Weights and converted adapters, all rebuildable: $PETITFOUR_CACHE, else the user's cache. Created."""
    return _made(os.environ.get("PETITFOUR_CACHE"), "~/.cache/petitfour")


def _made(chosen: str | None, default: str) -> Path:
    folder = Path(chosen or default).expanduser().resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return folder
