"""`python -m backend.train L0`: one training in the foreground, progress on standard output.

Covers: arguments. Does not cover: the command that people use (backend/cli).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from backend.train.run import train


def main() -> None:
    """Parse and train."""
    parser = argparse.ArgumentParser(prog="python -m backend.train")
    parser.add_argument("label")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--epochs", type=float, default=2.0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--limit", type=int, help="train on that many records, drawn by the seed")
    parser.add_argument("--parent", type=Path, help="folder of a revision to start from")
    parser.add_argument("--steps", type=int)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--fresh", action="store_true", help="ignore a checkpoint")
    chosen = parser.parse_args()
    train(
        chosen.label,
        seed=chosen.seed,
        epochs=chosen.epochs,
        threads=chosen.threads,
        resume=not chosen.fresh,
        limit=chosen.limit,
        parent=chosen.parent,
        steps=chosen.steps,
        out=chosen.out,
        report=_say,
    )


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


main()
