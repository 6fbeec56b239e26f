"""What every test folder shares.

Covers: skipping tests that need trained adapters, with the command that makes them.
Does not cover: the running app (tests/ui/conftest.py) or engines (tests/contract).
"""

from __future__ import annotations

from pathlib import Path

import pytest

ADAPTERS = Path(__file__).resolve().parent.parent / "backend" / "profiles" / "adapters"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip `train` unless asked for, and `trained(label, …)` until those adapters are in the checkout."""
    asked = config.getoption("-m")
    for item in items:
        if item.get_closest_marker("train") and "train" not in str(asked):
            item.add_marker(pytest.mark.skip(reason="trains for minutes; run with -m train"))
        if (needs := item.get_closest_marker("trained")) and (missing := _missing(needs.args)):
            item.add_marker(pytest.mark.skip(reason=f"no adapter {missing}; run petitfour train {missing}"))


def _missing(labels: tuple[str, ...]) -> str:
    return ", ".join(label for label in labels if not (ADAPTERS / label / "adapter_model.safetensors").exists())
