"""vLLM for this machine's processor, in a virtual environment of its own: its contract tests run against the real one.

Covers: `python -m backend.engine.vllm_install`, which installs what vllm.lock pins into the cache (2.5 GB, some three
minutes, once for each change of the lock), and finding the interpreter that runs it.
Does not cover: vLLM on accelerators, which people install as they need it, or starting servers.

The environment is apart from the project's because the two pin different versions of the same packages.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from backend.errors import MissingPiece
from backend.paths import cache_dir

LOCK = Path(__file__).with_name("vllm.lock")
INSTALL_LIMIT_S = 2400.0


def vllm_python(cache: Path) -> Path:
    """The interpreter that has vLLM.

    Raises:
        MissingPiece: it was never installed, or for another lock or Python.
    """
    folder = _folder(cache)
    stamp = folder / "complete"
    if not stamp.is_file() or stamp.read_text() != _inputs():
        raise MissingPiece("vLLM is not installed for tests; run python -m backend.engine.vllm_install")
    return folder / "bin" / "python"


def install_vllm(cache: Path) -> Path:
    """The interpreter that has vLLM, installed first when needed. Blocks for minutes.

    Raises:
        MissingPiece: it cannot be installed here; the message says why.
    """
    with _alone(cache):
        try:
            return vllm_python(cache)
        except MissingPiece:
            pass
        folder = _folder(cache)
        shutil.rmtree(folder, ignore_errors=True)
        print("petitfour: installing vLLM for its tests (2.5 GB, some minutes)", file=sys.stderr, flush=True)  # noqa: T201
        _run([sys.executable, "-m", "venv", str(folder)])
        python = folder / "bin" / "python"
        # The lock is the whole resolution; asked for dependencies, pip would add the packages that it leaves out.
        pip = [str(python), "-m", "pip", "install", "--no-deps", "--quiet", "--disable-pip-version-check"]
        _run([*pip, "--requirement", str(LOCK)])
        (folder / "complete").write_text(_inputs())
        return python


def _folder(cache: Path) -> Path:
    return cache / "vllm" / f"python{sys.version_info[0]}.{sys.version_info[1]}"


def _inputs() -> str:
    return hashlib.sha256(LOCK.read_bytes() + sys.version.encode()).hexdigest()


def _run(command: Sequence[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=INSTALL_LIMIT_S, check=False)
    except subprocess.TimeoutExpired as error:
        raise MissingPiece(f"vLLM was not installed within {INSTALL_LIMIT_S:g} s; try again") from error
    if done.returncode != 0:
        said = done.stderr.strip().splitlines() or ["no output"]
        reason = next((line for line in said if line.startswith("ERROR")), said[-1])
        raise MissingPiece(
            f"vLLM cannot be installed here ({reason}); it needs Linux on x86-64, Python 3.11 and a package index or "
            "folder that has torch 2.13.0+cpu"
        )


@contextmanager
def _alone(cache: Path) -> Generator[None]:
    """Two test runs that start together install once."""
    (cache / "vllm").mkdir(parents=True, exist_ok=True)
    handle = os.open(cache / "vllm" / "install.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def main() -> int:
    """Install; a failure is one sentence and status 1."""
    try:
        install_vllm(cache_dir())
    except MissingPiece as error:
        print(f"petitfour: {error.message}", file=sys.stderr)  # noqa: T201
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
