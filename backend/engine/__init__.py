"""The engine: one protocol for running tokens, and the three that fulfil it: llama.cpp, vLLM, OpenAI-compatible."""
