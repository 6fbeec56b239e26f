"""`petitfour train`: train one specialist from its recipe, on this machine's processor.

Covers: the options. Does not cover: training (backend/train), which needs the `train` extra.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from backend.engine.base import LABELS, Label
from backend.errors import MissingPiece, UnknownAdapter


def train(
    label: Annotated[str, typer.Argument(help="L0, L1, L2 or L3.")],
    seed: Annotated[int, typer.Option(help="Seed of data order and initial weights.")] = 0,
    epochs: Annotated[float, typer.Option(help="Passes over the recipe.")] = 2.0,
    threads: Annotated[int, typer.Option(help="Processor threads.")] = 2,
    resume: Annotated[bool, typer.Option(help="Go on from the last checkpoint.")] = False,
    out: Annotated[
        Path | None, typer.Option(help="Where the adapter goes; its place in the profile if not given.")
    ] = None,
) -> None:
    """Train one specialist and write its adapter with its lineage."""
    if label not in LABELS:
        raise UnknownAdapter(f"there is no specialist {label!r}; choose one of {', '.join(LABELS)}")
    if find_spec("torch") is None:
        raise MissingPiece("training needs PyTorch: run `pip install -e .[train]` in Petitfour's environment")
    from backend.train.run import train as run_training  # torch takes seconds to import and is optional

    run_training(Label(label), seed=seed, epochs=epochs, threads=threads, resume=resume, out=out)
