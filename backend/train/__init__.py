"""Training of the four adapters: records → prompt K/V → loop → exported revision.

Covers: the one entry point, `train`. Does not cover: what the adapters are taught (recipes/).
"""

from backend.train.run import train

__all__ = ["train"]
