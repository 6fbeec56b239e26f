"""`petitfour export`: base and specialists as folders that `vllm serve` reads, and the command that serves them.

Covers: plain copies of the shipped adapters, the base as a Hugging Face folder in the cache.
Does not cover: installing or starting vLLM (docs/guide/engines.md).
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from backend.engine.adapters import CONFIG_FILE
from backend.engine.base import LABELS, Label
from backend.engine.build import adapters_dir, build_engine
from backend.engine.plain import write_plain
from backend.errors import MissingPiece
from backend.paths import cache_dir


def export(folder: Annotated[Path, typer.Argument(help="Where the specialists go, a folder each.")]) -> None:
    """Write the specialists as plain LoRAs and print the command that serves them with vLLM."""
    if find_spec("torch") is None:
        raise MissingPiece("the export needs PyTorch: run `pip install -e .[train]` in Petitfour's environment")
    from backend.train.base import hf_directory  # torch takes seconds to import and is optional

    shipped = [label for label in LABELS if (adapters_dir() / label / CONFIG_FILE).is_file()]
    adapters = {label: write_plain(adapters_dir() / label, folder.resolve() / label) for label in shipped}
    base = hf_directory(build_engine(cache_dir()).weights, cache_dir())
    print(serve_command(base, adapters))  # noqa: T201  the command's own voice


def serve_command(base: Path, adapters: Mapping[Label, Path]) -> str:
    """The shell command that serves `base` with `adapters`, under the names that the profile "vllm" has."""
    ranks = [int(json.loads((folder / CONFIG_FILE).read_text(encoding="utf-8"))["r"]) for folder in adapters.values()]
    parts = ["vllm", "serve", str(base), "--served-model-name", "base", "--host", "127.0.0.1", "--port", "8000"]
    parts += ["--enable-prefix-caching", "--enable-prompt-tokens-details"]
    # A small model would fill its reply with blanks that a JSON schema allows.
    parts += ["--structured-outputs-config", '{"backend": "xgrammar", "disable_any_whitespace": true}']
    parts += ["--enable-lora", "--max-loras", str(len(adapters)), "--max-lora-rank", str(_served_rank(max(ranks)))]
    parts += ["--lora-modules", *(f"{label}={folder}" for label, folder in adapters.items())]
    return shlex.join(parts)


def _served_rank(rank: int) -> int:
    """The smallest rank that vLLM can be told."""
    return next((known for known in (1, 8, 16, 32, 64, 128, 256, 320, 512) if known >= rank), rank)
