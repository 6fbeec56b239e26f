"""`petitfour export`: what is written can be served as printed.

Covers: the folders and the command, with a base that is already there. Does not cover: converting the base.
"""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from backend.cli.export import export, serve_command
from backend.engine.base import L0, L2, LABELS
from backend.profiles.profile import load_profile


def adapter(folder: Path, *, rank: int) -> Path:
    folder.mkdir(parents=True)
    (folder / "adapter_config.json").write_text(json.dumps({"r": rank, "alora_invocation_tokens": [1]}))
    (folder / "adapter_model.safetensors").write_bytes(b"tensors")
    return folder


def test_the_command_serves_each_adapter_under_its_label(tmp_path: Path) -> None:
    adapters = {label: adapter(tmp_path / "own folder" / label, rank=12) for label in (L0, L2)}
    parts = shlex.split(serve_command(tmp_path / "base", adapters))
    assert parts[:3] == ["vllm", "serve", str(tmp_path / "base")]
    assert parts[parts.index("--max-lora-rank") + 1] == "16"
    assert parts[parts.index("--lora-modules") + 1 :] == [f"{label}={folder}" for label, folder in adapters.items()]
    assert load_profile("vllm").models["base"] == parts[parts.index("--served-model-name") + 1]


def test_the_shipped_specialists_are_written_without_their_invocation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch", reason="the base is converted with torch: pip install -e .[train]")
    shipped = tmp_path / "shipped"
    for label in LABELS:
        adapter(shipped / label, rank=8)
    monkeypatch.setattr("backend.cli.export.adapters_dir", lambda: shipped)
    monkeypatch.setattr("backend.train.base.hf_directory", lambda *_: tmp_path / "base")
    monkeypatch.setenv("PETITFOUR_CACHE", str(tmp_path))
    monkeypatch.setattr("backend.cli.export.build_engine", lambda _: type("Files", (), {"weights": tmp_path}))
    export(tmp_path / "out")
    for label in LABELS:
        assert json.loads((tmp_path / "out" / label / "adapter_config.json").read_text()) == {"r": 8}
    assert capsys.readouterr().out.startswith("vllm serve")
