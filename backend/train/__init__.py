"""Training of the four adapters: records → prompt K/V → loop → exported revision; `run.train` is the entry point.

Covers: nothing itself, so that recipes can be read without loading PyTorch. Does not cover: what the adapters are
taught (recipes/).
"""
