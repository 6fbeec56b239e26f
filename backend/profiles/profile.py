"""Profiles: a TOML file naming engine, view, prompts' limits and policies.

Covers: reading and validating one, which one is chosen. Does not cover: starting its engine (backend/assembly.py).
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from backend.engine.base import BASE, L0, LABELS, Label
from backend.errors import UserError
from backend.mol.route import RoutePolicy

DEFAULT = "embedded"

_FOLDER = Path(__file__).resolve().parent


class Profile(BaseModel):
    """What one deployment runs with; every limit is per turn unless its name says otherwise.

    `urls`, `models` and `key_env` say where an engine that runs elsewhere answers: its addresses, the names under which
    it serves the base and the labels, and the environment variable that holds its key.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    name: str
    engine: Literal["llamacpp", "vllm", "openai"]
    urls: tuple[str, ...] = ()
    models: Mapping[str, str] = Field(default_factory=dict)
    key_env: str = ""
    view: Literal["own", "shared"]
    view_limit_chars: int = Field(gt=0)
    message_limit_chars: int = Field(gt=0)
    answer_max_tokens: int = Field(gt=0)
    summary_max_tokens: int = Field(gt=0, le=192)
    summary_wait_s: float = Field(gt=0)
    summary_yields: bool
    max_steps: int = Field(gt=0)
    cell_timeout_s: float = Field(gt=0)
    constrained: bool
    on_route_failure: Literal["error", "fallback"]
    fallback: str = L0

    @model_validator(mode="after")
    def _fits_its_engine(self) -> Self:
        if fault := _fault(self):
            raise ValueError(fault)
        return self

    @property
    def key(self) -> str:
        """The engine's key; empty when the profile names no variable.

        Raises:
            UserError: the variable is not set.
        """
        if not self.key_env:
            return ""
        key = os.environ.get(self.key_env, "")
        if not key:
            raise UserError(f"profile {self.name!r} needs a key in ${self.key_env}; set it and start again")
        return key

    @property
    def route_policy(self) -> RoutePolicy:
        """The route hop's policy on failure."""
        return RoutePolicy(on_failure=self.on_route_failure, fallback=Label(self.fallback))


def chosen_profile() -> Profile:
    """The profile of this process: $PETITFOUR_PROFILE, a shipped name or the path of a TOML file, else the default.

    Raises:
        UserError: as `load_profile`.
    """
    return load_profile(os.environ.get("PETITFOUR_PROFILE") or DEFAULT)


def load_profile(name: str) -> Profile:
    """The shipped profile of that name, or the one in the file of that path (it ends in ".toml").

    Raises:
        UserError: there is none, or it does not validate; the message names the field.
    """
    path = Path(name).expanduser() if name.endswith(".toml") else _FOLDER / f"{name}.toml"
    if not path.is_file():
        known = ", ".join(sorted(file.stem for file in _FOLDER.glob("*.toml")))
        raise UserError(f"there is no profile {name!r}; known are: {known}")
    try:
        return Profile.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (ValidationError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"profile {name!r} is not valid: {error}") from error


def _fault(profile: Profile) -> str:
    """Why this profile cannot run with its engine; empty when it can."""
    if profile.engine == "llamacpp":
        elsewhere = profile.urls or profile.models or profile.key_env
        return "llamacpp runs here: leave out urls, models and key_env" if elsewhere else ""
    unknown = sorted(set(profile.models) - {BASE, *LABELS})
    checks = {
        f"{profile.engine} needs urls": not profile.urls,
        "urls must be http:// or https:// addresses without a name or password": not all(map(_is_url, profile.urls)),
        f'models needs "{BASE}"': BASE not in profile.models,
        f"models has unknown labels: {', '.join(unknown)}": bool(unknown),
        f'{profile.engine} keeps no K/V that adapters share: view must be "own"': profile.view != "own",
        "openai takes one url": profile.engine == "openai" and len(profile.urls) > 1,
        "openai takes no grammar: constrained must be false": profile.engine == "openai" and profile.constrained,
    }
    return next((fault for fault, found in checks.items() if found), "")


def _is_url(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc
