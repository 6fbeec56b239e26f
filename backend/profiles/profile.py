"""Profiles: a TOML file naming engine, view, prompts' limits and policies.

Covers: reading and validating one. Does not cover: starting its engine (backend/engine).
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from backend.engine.base import L0, Label
from backend.errors import UserError
from backend.mol.route import RoutePolicy

_FOLDER = Path(__file__).resolve().parent


class Profile(BaseModel):
    """What one deployment runs with; every limit is per turn unless its name says otherwise."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    engine: Literal["llamacpp"]
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

    @property
    def route_policy(self) -> RoutePolicy:
        """The route hop's policy on failure."""
        return RoutePolicy(on_failure=self.on_route_failure, fallback=Label(self.fallback))


def load_profile(name: str) -> Profile:
    """The shipped profile of that name.

    Raises:
        UserError: there is none, or it does not validate; the message names the field.
    """
    path = _FOLDER / f"{name}.toml"
    if not path.is_file():
        known = ", ".join(sorted(file.stem for file in _FOLDER.glob("*.toml")))
        raise UserError(f"there is no profile {name!r}; known are: {known}")
    try:
        return Profile.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (ValidationError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"profile {name!r} is not valid: {error}") from error
