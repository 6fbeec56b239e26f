"""Building the worker: idempotent, and usable without a snapshot.

Covers: what `build_worker` leaves behind and when it does nothing. Does not cover: installing from an empty cache.
"""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

import pytest

from agent_repl import build
from agent_repl.build import build_worker
from agent_repl.errors import ReplError
from agent_repl.headless import HeadlessRepl

TOOLS = Path(__file__).resolve().parents[3] / ".tools"


def test_a_second_build_does_nothing_and_a_missing_file_is_built_again(assets: Path, tmp_path: Path) -> None:
    shutil.copytree(assets / "vendor" / "pyodide", tmp_path / "vendor" / "pyodide")
    shutil.copytree(assets / "workers", tmp_path / "workers")
    assert build_worker(TOOLS, tmp_path).fresh is False
    (tmp_path / "vendor/pyodide/pyodide.asm.wasm").unlink()
    again = build_worker(TOOLS, tmp_path)
    assert (again.fresh, again.start, again.notice) == (True, "snapshot", None)
    assert build_worker(TOOLS, tmp_path).fresh is False


def test_compressed_files_hold_what_they_stand_for(assets: Path) -> None:
    for name in build.COMPRESSED:
        plain = assets / "vendor" / "pyodide" / name
        assert gzip.decompress(Path(f"{plain}.gz").read_bytes()) == plain.read_bytes()


@pytest.mark.asyncio
async def test_without_a_snapshot_python_starts_plainly(assets: Path, tmp_path: Path) -> None:
    shutil.copytree(assets / "vendor" / "pyodide", tmp_path / "vendor" / "pyodide")
    shutil.copytree(assets / "workers", tmp_path / "workers")
    (tmp_path / "vendor/pyodide/snapshot.bin").unlink()
    async with HeadlessRepl(tmp_path) as repl:
        assert (await repl.run("0.17 * 2340")).value == "397.8"
        assert repl.start == "plain"
        assert (await repl.run("import js")).status == "blocked"


def test_a_failed_snapshot_is_reported_and_leaves_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "SNAPSHOT_LIMIT_S", 0.01)
    built = build_worker(TOOLS, tmp_path)
    assert built.start == "plain"
    assert "0.01 s" in (built.notice or "")
    assert not (tmp_path / "vendor/pyodide/snapshot.bin").exists()


def test_missing_tools_are_named_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(ReplError, match=r"install Node\.js"):
        build_worker(tmp_path / "tools", tmp_path / "assets")
