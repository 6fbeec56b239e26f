"""Builds what the server serves: weights and adapters, the card frame, the cell worker, the page.

Covers: the order, and skipping the page's build when nothing it is made of has changed.
Does not cover: the builds themselves (backend/engine/build.py, ui4a/build.py, agent_repl/build.py, Reflex).
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from backend.paths import cache_dir, repo_root

ROOT = repo_root()
TOOLS = ROOT / ".tools"
ASSETS = ROOT / "assets"
WEB = ROOT / ".web"
STAMP = WEB / "petitfour-build"
SOURCES = (
    "app",
    "assets",
    "ui4a/component.py",
    "ui4a/card_host.jsx",
    "agent_repl/component.py",
    "agent_repl/repl_host.jsx",
    "agent_repl/worker_host.js",
    "rxconfig.py",
    "pyproject.toml",
)
SKIPPED = ("__pycache__", "external")


def main() -> int:
    """Run every build; 1 when one failed, with a sentence that says which."""
    steps: tuple[tuple[str, Callable[[], None]], ...] = (
        ("the engine's weights and adapters", _engine),
        ("the card frame", _frame),
        ("the cell worker", _worker),
        ("the page", _page),
    )
    for name, step in steps:
        began = time.monotonic()
        try:
            step()
        except Exception as error:  # every builder has errors of its own; a person needs the sentence, not the trace
            print(f"petitfour: could not build {name}: {error}", file=sys.stderr)
            if os.environ.get("PETITFOUR_TRACE"):
                raise
            return 1
        if (took := time.monotonic() - began) > 1:
            print(f"petitfour: built {name} in {took:.0f} s", file=sys.stderr, flush=True)
    return 0


def _engine() -> None:
    from backend.engine.build import build_engine

    build_engine(cache_dir())


def _frame() -> None:
    from ui4a.build import build_frame

    build_frame(TOOLS, ASSETS)


def _worker() -> None:
    from agent_repl.build import build_worker

    build_worker(TOOLS, ASSETS)


def _page() -> None:
    """Export the page with Reflex.

    Raises:
        RuntimeError: the export failed; its own output stands above.
    """
    inputs = _digest()
    if STAMP.exists() and STAMP.read_text() == inputs and (WEB / "build" / "client").is_dir():
        return
    STAMP.unlink(missing_ok=True)
    done = subprocess.run(
        [sys.executable, "-m", "reflex", "export", "--frontend-only", "--no-zip", "--loglevel", "warning"],
        cwd=ROOT,
        env={**os.environ, **reflex_environment()},
        stdout=sys.stderr,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError("reflex export failed; its output is above")
    STAMP.write_text(inputs)


def reflex_environment() -> dict[str, str]:
    """What keeps Reflex to the pinned bun and off the network where it can be."""
    return {
        "REFLEX_BUN_PATH": str(TOOLS / "node_modules" / "bun" / "bin" / "bun.exe"),
        "REFLEX_CHECK_LATEST_VERSION": "0",
        "REFLEX_TELEMETRY_ENABLED": "false",
        **_registry(),
    }


def _registry() -> dict[str, str]:
    """The package index that npm is set to, so that Reflex does not probe for one."""
    npm = shutil.which("npm")
    if npm is None:
        return {}
    asked = subprocess.run([npm, "config", "get", "registry"], capture_output=True, text=True, check=False)
    return {"NPM_CONFIG_REGISTRY": asked.stdout.strip()} if asked.stdout.strip() else {}


def _digest() -> str:
    total = hashlib.sha256()
    for file in _files():
        total.update(f"{file.relative_to(ROOT)}\0".encode())
        total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def _files() -> Iterator[Path]:
    for source in SOURCES:
        path = ROOT / source
        found = [path] if path.is_file() else sorted(path.rglob("*")) if path.is_dir() else []
        for file in found:
            if file.is_file() and not any(part in SKIPPED for part in file.parts):
                yield file


if __name__ == "__main__":
    sys.exit(main())
