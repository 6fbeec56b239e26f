"""Recipes: one package per adapter, each yielding training records with `examples(seed, split)`."""
