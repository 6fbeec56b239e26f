"""Adapter folders, and the converted adapters in the cache, by content.

Covers: the two files of a folder, the address of an adapter's GGUF, and writing it when its content is new.
Does not cover: the conversion (adapter_gguf.py), which is imported on demand: numpy and gguf take most of a second, and
nearly every start finds its files.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from backend.errors import MissingPiece

CONFIG_FILE, TENSORS_FILE = "adapter_config.json", "adapter_model.safetensors"
CONVERTER = "1"
"""Part of the content address: raise it when the same adapter should be written differently."""


def adapter_files(folder: Path) -> tuple[Path, Path]:
    """Configuration and tensors of the PEFT adapter in `folder`.

    Raises:
        MissingPiece: it holds no adapter.
    """
    config, tensors = folder / CONFIG_FILE, folder / TENSORS_FILE
    if not config.is_file() or not tensors.is_file():
        raise MissingPiece(f"{folder} holds no adapter ({CONFIG_FILE} and {TENSORS_FILE})")
    return config, tensors


def convert(folder: Path, cache: Path) -> Path:
    """The GGUF of the PEFT adapter in `folder`, written into `cache` unless its content is there already.

    Raises:
        MissingPiece: the folder holds no adapter.
        UserError: it is an adapter that llama.cpp would not run as it was trained.
    """
    config_file, tensors_file = adapter_files(folder)
    config, tensors = config_file.read_bytes(), tensors_file.read_bytes()
    target = _address(cache, config, tensors)
    if not target.is_file():
        from backend.engine.adapter_gguf import write_adapter

        write_adapter(target, folder, config, tensors)
    return target


def null_adapter(cache: Path) -> Path:
    """An adapter of zeros, which stands for the bare base."""
    target = _address(cache, b"null", b"")
    if not target.is_file():
        from backend.engine.adapter_gguf import write_null_adapter

        write_null_adapter(target)
    return target


def _address(cache: Path, config: bytes, tensors: bytes) -> Path:
    digest = hashlib.sha256(b"\0".join([CONVERTER.encode(), hashlib.sha256(config).digest(), tensors])).hexdigest()
    return cache / "adapters" / f"{digest}.gguf"
