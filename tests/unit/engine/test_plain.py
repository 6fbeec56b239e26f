"""Plain copies for vLLM: the same tensors without the invocation, and a name that changes with the content."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from backend.engine.plain import revision_name, write_plain
from backend.errors import MissingPiece

CONFIG = {"peft_type": "LORA", "r": 8, "alora_invocation_tokens": [1, 520, 9531, 198]}


@pytest.fixture
def adapter(tmp_path: Path) -> Path:
    folder = tmp_path / "L2"
    folder.mkdir()
    (folder / "adapter_config.json").write_text(json.dumps(CONFIG))
    (folder / "adapter_model.safetensors").write_bytes(b"tensors")
    (folder / "lineage.json").write_text("{}")
    return folder


def test_a_plain_copy_has_the_tensors_and_no_invocation(adapter: Path, tmp_path: Path) -> None:
    copy = write_plain(adapter, tmp_path / "plain" / "L2")
    assert sorted(file.name for file in copy.iterdir()) == ["adapter_config.json", "adapter_model.safetensors"]
    assert json.loads((copy / "adapter_config.json").read_text()) == {"peft_type": "LORA", "r": 8}
    assert (copy / "adapter_model.safetensors").read_bytes() == b"tensors"
    assert json.loads((adapter / "adapter_config.json").read_text()) == CONFIG


def test_a_revision_is_named_by_its_content(adapter: Path) -> None:
    first = revision_name("L2", adapter)
    assert first.startswith("L2-")
    assert revision_name("L2", adapter) == first
    (adapter / "adapter_model.safetensors").write_bytes(b"others")
    assert revision_name("L2", adapter) != first


def test_a_folder_without_an_adapter_is_said_so(tmp_path: Path) -> None:
    for call in (lambda: revision_name("L2", tmp_path), lambda: write_plain(tmp_path, tmp_path / "plain")):
        with pytest.raises(MissingPiece, match="holds no adapter"):
            call()
