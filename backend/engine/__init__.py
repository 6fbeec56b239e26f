"""The engine: one protocol for running tokens, and the embedded llama.cpp that fulfils it."""
