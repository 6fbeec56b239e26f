"""Held-out evaluations with their baselines. Covers: the package's name. Does not cover: training data."""
