"""`petitfour doctor`: what is installed, what is missing, and what to do about it.

Covers: looking, never changing. Does not cover: installing (scripts/up, scripts/build).
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Annotated

import typer

from backend.engine.base import LABELS
from backend.paths import cache_dir, data_dir, repo_root

FREE_DISK_BYTES = 500_000_000


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked for. `needed` says whether the page works without it."""

    name: str
    found: bool
    detail: str
    needed: bool
    remedy: str = ""


def doctor(as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False) -> None:
    """Say what is installed, what is missing, and what to do."""
    findings = [look() for look in _LOOKS]
    healthy = all(finding.found or not finding.needed for finding in findings)
    if as_json:
        print(json.dumps({"ok": healthy, "items": [asdict(finding) for finding in findings]}))  # noqa: T201
    else:
        for finding in findings:
            mark = "ok     " if finding.found else ("MISSING" if finding.needed else "absent ")
            remedy = f"  → {finding.remedy}" if finding.remedy and not finding.found else ""
            print(f"{mark} {finding.name}: {finding.detail}{remedy}")  # noqa: T201
    if not healthy:
        raise typer.Exit(1)


def _python() -> Finding:
    detail = ".".join(map(str, sys.version_info[:3]))
    return Finding("Python", sys.version_info >= (3, 11), detail, True, "install Python 3.11 or newer")


def _package(name: str, *, needed: bool, remedy: str) -> Callable[[], Finding]:
    def look() -> Finding:
        try:
            return Finding(name, True, version(name), needed)
        except PackageNotFoundError:
            return Finding(name, False, "not installed", needed, remedy)

    return look


def _weights() -> Finding:
    found = sorted(cache_dir().glob("**/*.gguf"))
    return Finding("base weights", bool(found), f"{len(found)} files in {cache_dir()}", True, "run scripts/build")


def _adapters() -> Finding:
    folder = repo_root() / "backend" / "profiles" / "adapters"
    present = [label for label in LABELS if (folder / label / "adapter_model.safetensors").is_file()]
    missing = [label for label in LABELS if label not in present]
    remedy = " and ".join(f"`petitfour train {label}`" for label in missing)
    return Finding("specialists", not missing, ", ".join(present) or "none", True, f"run {remedy}")


def _built(name: str, relative: str) -> Callable[[], Finding]:
    def look() -> Finding:
        path = repo_root() / relative
        return Finding(name, path.exists(), relative, True, "run scripts/build")

    return look


def _program(name: str, programs: tuple[str, ...], *, remedy: str) -> Callable[[], Finding]:
    def look() -> Finding:
        where = next((path for path in map(shutil.which, programs) if path), None)
        return Finding(name, where is not None, where or "not found", False, remedy)

    return look


def _disk() -> Finding:
    free = shutil.disk_usage(data_dir()).free
    return Finding("free disk", free > FREE_DISK_BYTES, f"{free / 1e9:.1f} GB at {data_dir()}", True, "free some space")


def _data() -> Finding:
    path = Path(data_dir()) / "petitfour.db"
    return Finding("conversations", path.is_file(), str(path), False, "none yet: they appear with the first message")


_LOOKS: tuple[Callable[[], Finding], ...] = (
    _python,
    _package("reflex", needed=True, remedy="run scripts/up"),
    _package("xllamacpp", needed=True, remedy="run scripts/up"),
    _weights,
    _adapters,
    _built("card frame", "assets/vendor/ui4a/frame.js"),
    _built("REPL worker", "assets/vendor/pyodide"),
    _built("page", ".web/build"),
    _program("Node or bun (headless cells)", ("node", "bun"), remedy="install Node 20 or newer"),
    _program(
        "browser (petitfour ui, tests)",
        ("chromium", "chromium-browser", "google-chrome"),
        remedy="install Chromium (Debian: apt install chromium)",
    ),
    _package("torch", needed=False, remedy="only for training: pip install -e .[train]"),
    _disk,
    _data,
)
