"""Adapters as engines without Activated LoRA load them: plain LoRA folders, and a name for each revision.

Covers: copying an adapter folder without its invocation tokens, which vLLM 0.32 refuses, and naming a folder by its
content, since vLLM keeps cached prompts by name and path and would serve those of an older file under both.
Does not cover: quality. A plain copy acts on the prompt too, which an Activated-LoRA adapter was not trained for.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from pathlib import Path

from backend.engine.adapters import CONFIG_FILE, TENSORS_FILE, adapter_files

INVOCATION_KEY = "alora_invocation_tokens"
DIGEST_CHARS = 12


def write_plain(folder: Path, target: Path) -> Path:
    """The adapter of `folder` in `target` as a plain LoRA; the tensors are the same bytes. Blocks.

    Raises:
        MissingPiece: the folder holds no adapter.
    """
    config_file, tensors_file = adapter_files(folder)
    config = json.loads(config_file.read_text(encoding="utf-8"))
    config.pop(INVOCATION_KEY, None)
    target.mkdir(parents=True, exist_ok=True)
    part = target / f".{TENSORS_FILE}.{os.getpid()}.part"
    shutil.copyfile(tensors_file, part)
    os.replace(part, target / TENSORS_FILE)
    (target / CONFIG_FILE).write_text(json.dumps(config, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    return target


def revision_name(label: str, folder: Path) -> str:
    """`label` and the head of the content's digest, such as "L2-9f3c0a1b22de". Blocks.

    Raises:
        MissingPiece: the folder holds no adapter.
    """
    digest = hashlib.sha256()
    for file in adapter_files(folder):
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return f"{label}-{digest.hexdigest()[:DIGEST_CHARS]}"
