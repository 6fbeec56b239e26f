"""Adapters as GGUF: the same content gives the same file, and what would run wrongly is refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from gguf import GGUFReader

from backend.engine.adapters import convert, null_adapter
from backend.engine.build import engine_files
from backend.engine.chatml import INVOCATION
from backend.errors import MissingPiece, UserError
from tests.contract.engine.random_adapter import config, write_random_adapter


@pytest.fixture(scope="module")
def adapter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_random_adapter(tmp_path_factory.mktemp("adapter") / "L1", seed=1)


def edited(adapter: Path, folder: Path, **changes: object) -> Path:
    """A copy of `adapter` with other settings."""
    folder.mkdir()
    (folder / "adapter_config.json").write_text(json.dumps(config() | changes))
    (folder / "adapter_model.safetensors").write_bytes((adapter / "adapter_model.safetensors").read_bytes())
    return folder


def test_a_converted_adapter_names_its_invocation_and_all_modules(adapter: Path, tmp_path: Path) -> None:
    reader = GGUFReader(convert(adapter, tmp_path))
    assert tuple(reader.fields["adapter.alora.invocation_tokens"].contents()) == INVOCATION
    assert reader.fields["adapter.lora.alpha"].contents() == 16
    assert len(reader.tensors) == 30 * 7 * 2


def test_rows_of_q_are_interleaved_by_head_and_rows_of_v_are_not(adapter: Path, tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    random.uniform(size=(8, 576))
    q_b = random.normal(0, 0.02, (576, 8)).astype(np.float32)
    q_b = (q_b.view(np.uint32) >> 16 << 16).view(np.float32)
    tensors = {tensor.name: tensor.data for tensor in GGUFReader(convert(adapter, tmp_path)).tensors}
    head = tensors["blk.0.attn_q.weight.lora_b"][:64]
    assert np.array_equal(head[0::2], q_b[:32])
    assert np.array_equal(head[1::2], q_b[32:64])


def test_equal_content_is_converted_once_and_other_content_apart(adapter: Path, tmp_path: Path) -> None:
    first = convert(adapter, tmp_path)
    written = first.stat().st_mtime_ns
    assert convert(adapter, tmp_path) == first
    assert first.stat().st_mtime_ns == written
    assert convert(edited(adapter, tmp_path / "louder", lora_alpha=32), tmp_path) != first
    assert null_adapter(tmp_path) != first


@pytest.mark.parametrize(
    "changes",
    [
        {"alora_invocation_tokens": None},
        {"alora_invocation_tokens": [1, 2, 3]},
        {"use_dora": True},
        {"bias": "all"},
        {"rank_pattern": {"q_proj": 4}},
    ],
)
def test_an_adapter_that_would_run_wrongly_is_refused(
    adapter: Path, tmp_path: Path, changes: dict[str, object]
) -> None:
    with pytest.raises(UserError):
        convert(edited(adapter, tmp_path / "other", **changes), tmp_path)


@pytest.mark.parametrize("damage", [b"", b"\xff" * 8, b"\x02\0\0\0\0\0\0\0{}"])
def test_a_damaged_file_is_refused(adapter: Path, tmp_path: Path, damage: bytes) -> None:
    folder = edited(adapter, tmp_path / "damaged")
    (folder / "adapter_model.safetensors").write_bytes(damage)
    with pytest.raises(UserError):
        convert(folder, tmp_path)


def test_an_empty_folder_holds_no_adapter(tmp_path: Path) -> None:
    with pytest.raises(MissingPiece):
        convert(tmp_path, tmp_path)


def test_an_engine_without_weights_names_the_command(tmp_path: Path) -> None:
    with pytest.raises(MissingPiece, match="scripts/build"):
        engine_files(tmp_path, tmp_path)
