"""Profiles: each engine's fields are checked, keys stay out of sight, and one variable chooses."""

from __future__ import annotations

from pathlib import Path

import pytest

from backend.assembly import opened_database, started_engine
from backend.errors import UserError
from backend.profiles.profile import chosen_profile, load_profile

SHIPPED = ("embedded", "openai", "vllm")


def written(folder: Path, shipped: str, *lines: str) -> str:
    """The path of a shipped profile in which `lines` replace those of the same key."""
    keys = [line.split("=")[0].strip() for line in lines]
    source = (Path(__file__).parents[3] / "backend" / "profiles" / f"{shipped}.toml").read_text()
    kept = [line for line in source.splitlines() if line.split("=")[0].strip() not in keys]
    file = folder / "own.toml"
    file.write_text("\n".join([*kept, *(line for line in lines if not line.endswith("= none"))]))
    return str(file)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_profile_is_valid_and_named_after_its_file(name: str) -> None:
    assert load_profile(name).name == name


@pytest.mark.parametrize(
    ("shipped", "line", "says"),
    [
        ("embedded", 'urls = ["http://127.0.0.1:8000"]', "llamacpp runs here"),
        ("vllm", "urls = none", "needs urls"),
        ("vllm", 'urls = ["127.0.0.1:8000"]', "addresses"),
        ("vllm", 'urls = ["http://me:hunter2@127.0.0.1:8000"]', "without a name or password"),
        ("vllm", 'models = { L0 = "L0" }', '"base"'),
        ("vllm", 'models = { base = "base", L9 = "L9" }', "L9"),
        ("vllm", 'view = "shared"', "view must be"),
        ("vllm", 'engine = "tgi"', "engine"),
        ("openai", 'urls = ["http://a/v1", "http://b/v1"]', "one url"),
        ("openai", "constrained = true", "constrained"),
        ("openai", 'key = "sk-1"', "key"),
    ],
)
def test_a_profile_that_does_not_fit_its_engine_is_refused(tmp_path: Path, shipped: str, line: str, says: str) -> None:
    with pytest.raises(UserError, match=says) as caught:
        load_profile(written(tmp_path, shipped, line))
    assert "hunter2" not in caught.value.message
    assert "sk-1" not in caught.value.message


def test_a_key_comes_from_the_variable_that_the_profile_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    profile = load_profile(written(tmp_path, "openai", 'key_env = "SOME_KEY"'))
    monkeypatch.delenv("SOME_KEY", raising=False)
    with pytest.raises(UserError, match="SOME_KEY"):
        _ = profile.key
    monkeypatch.setenv("SOME_KEY", "sk-secret")
    assert profile.key == "sk-secret"
    assert "sk-secret" not in repr(profile)
    assert load_profile("openai").key == ""


def test_one_variable_chooses_a_shipped_profile_or_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PETITFOUR_PROFILE", raising=False)
    assert chosen_profile().name == "embedded"
    monkeypatch.setenv("PETITFOUR_PROFILE", "vllm")
    assert chosen_profile().engine == "vllm"
    monkeypatch.setenv("PETITFOUR_PROFILE", written(tmp_path, "openai", 'name = "mine"'))
    assert chosen_profile().name == "mine"
    monkeypatch.setenv("PETITFOUR_PROFILE", "nobody")
    with pytest.raises(UserError, match="embedded, openai, vllm"):
        chosen_profile()


@pytest.mark.parametrize("name", ["vllm", "openai"])
async def test_the_profile_picks_the_engine_and_a_dead_address_is_no_failed_start(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PETITFOUR_DATA", str(tmp_path))
    async with opened_database() as database, started_engine(database, load_profile(name)) as petitfour:
        assert petitfour.engine.name == name
        assert petitfour.engine.view == "own"
