"""Builds the worker: the pinned Pyodide, the worker's files and the interpreter's memory snapshot, into `assets`.

Covers: installing the runtime, copying what a browser and a server need, making the snapshot, skipping what is fresh.
Does not cover: serving the files (isolation.py has the headers).
"""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from agent_repl.errors import ReplError

WORKER = Path(__file__).parent / "worker"
RUNTIME_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
ENTRY_FILES = ("repl.mjs", "lockdown.mjs", "browser.mjs", "node.mjs", "node_thread.mjs")
COMPRESSED = ("pyodide.asm.mjs", "pyodide.asm.wasm", "snapshot.bin")
INSTALL_LIMIT_S = 300
SNAPSHOT_LIMIT_S = 180


@dataclass(frozen=True, slots=True)
class BuiltWorker:
    """Where the worker is, whether it starts from a snapshot, and whether this call had anything to do."""

    runtime: Path
    entries: Path
    start: Literal["snapshot", "plain"]
    fresh: bool
    notice: str | None = None


def build_worker(tools: Path, assets: Path) -> BuiltWorker:
    """Put the worker into `assets/vendor/pyodide` and `assets/workers`; does nothing when they are up to date.

    Blocks for up to a minute: a build step, not for a running server.

    Raises:
        ReplError: node or npm is missing, or the runtime could not be installed.
    """
    runtime, entries = assets / "vendor" / "pyodide", assets / "workers"
    stamp = entries / "build.json"
    source = _source_hash()
    known = _read_stamp(stamp)
    if known.get("source") == source and all((runtime / name).is_file() for name in RUNTIME_FILES):
        start = "snapshot" if (runtime / "snapshot.bin").is_file() else "plain"
        if known.get("start") == start:
            return BuiltWorker(runtime, entries, start, fresh=False)
    installed = _install(tools / "worker")
    stamp.unlink(missing_ok=True)
    for folder in (runtime, entries):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    for name in RUNTIME_FILES:
        shutil.copy2(installed / name, runtime / name)
    shutil.copy2(WORKER / "repl_core.py", runtime / "repl_core.py")
    for name in ENTRY_FILES:
        shutil.copy2(WORKER / name, entries / name)
    notice = _make_snapshot(runtime)
    for name in COMPRESSED:
        if (runtime / name).is_file():
            (runtime / f"{name}.gz").write_bytes(gzip.compress((runtime / name).read_bytes(), 6, mtime=0))
    start = "plain" if notice else "snapshot"
    stamp.write_text(json.dumps({"source": source, "start": start}), encoding="utf-8")
    return BuiltWorker(runtime, entries, start, fresh=True, notice=notice)


def _source_hash() -> str:
    """One hash over everything that decides the build's result, this file included."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for path in sorted(WORKER.glob("*.*")):
        digest.update(f"\0{path.name}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _read_stamp(path: Path) -> dict[str, object]:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}


def _install(folder: Path) -> Path:
    """The installed Pyodide package, exactly as the lock file names it."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise ReplError("node and npm are needed to build the Python worker; install Node.js 20 or newer")
    package = folder / "node_modules" / "pyodide"
    wanted = json.loads((WORKER / "package.json").read_text(encoding="utf-8"))["dependencies"]["pyodide"]
    try:
        if json.loads((package / "package.json").read_text(encoding="utf-8"))["version"] == wanted:
            return package
    except FileNotFoundError:
        pass
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy2(WORKER / name, folder / name)
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=INSTALL_LIMIT_S, check=False)
    except subprocess.TimeoutExpired as error:
        raise ReplError(f"npm did not install Pyodide in {INSTALL_LIMIT_S} s; check the network") from error
    if done.returncode != 0:
        raise ReplError(f"npm could not install Pyodide; build again after mending this: {done.stderr.strip()[-400:]}")
    return package


def _make_snapshot(runtime: Path) -> str | None:
    """Write the memory snapshot; returns why there is none when that fails: the worker then starts plainly, slower."""
    node = shutil.which("node") or "node"
    command = [node, str(WORKER / "snapshot.mjs"), str(runtime)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SNAPSHOT_LIMIT_S, check=False)
    except subprocess.TimeoutExpired:
        return f"the snapshot was not ready within {SNAPSHOT_LIMIT_S} s"
    if done.returncode == 0 and (runtime / "snapshot.bin").is_file():
        return None
    (runtime / "snapshot.bin").unlink(missing_ok=True)
    return f"the snapshot failed: {done.stderr.strip()[-300:]}"
