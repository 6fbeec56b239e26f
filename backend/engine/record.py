"""What parent and child tell each other: the configuration of a start, and the record of where the engine answers.

Covers: both values, reading and publishing the record. Does not cover: acting on them (server.py, supervisor.py).
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

BATCH_TOKENS = 64
"""Prompt tokens between two looks at other requests and at closed ones; as fast per token as 512."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerConfig:
    """What the parent decides. `key` guards the port: any page in the person's browser could reach loopback."""

    weights: str
    adapters: list[tuple[str, str]]
    key: str
    record: str
    lease: str
    fingerprint: str
    slots: int
    context_tokens: int
    pool_tokens: int
    decode_threads: int
    prefill_threads: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """Where a running engine answers; one JSON file per data directory, readable by its owner only."""

    pid: int
    port: int
    key: str
    lease: str
    fingerprint: str
    adapters: list[str]

    @classmethod
    def read(cls, path: Path) -> Record | None:
        """The record, or None when there is none that can be understood."""
        try:
            return cls(**json.loads(path.read_text()))
        except (OSError, ValueError, TypeError):
            return None

    def write(self, path: Path) -> None:
        """Publish atomically."""
        part = path.with_suffix(".part")
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(asdict(self), file)
        os.replace(part, path)
