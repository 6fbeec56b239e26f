"""What keeps a cell inside its worker in the browser: the header values, as one table.

Covers: the policy of the worker's script, and what the page must send so that a cell can be interrupted.
Does not cover: sending them (the app's security middleware does), what the worker removes itself (worker/lockdown.mjs).

Why: a worker takes its policy from the response of its own script. With it Pyodide loads and `fetch` from a cell is
refused for every address but the runtime's own files; without it a cell could call the server as the reader.
`wasm-unsafe-eval` compiles WebAssembly and nothing else: no code can be made from text.
"""

from __future__ import annotations

WORKER_PATH = "/workers/"
RUNTIME_PATH = "/vendor/pyodide/"

WORKER_CSP = (
    "default-src 'none'",
    "script-src {origin}/workers/ {origin}/vendor/pyodide/ 'wasm-unsafe-eval'",
    "connect-src {origin}/vendor/pyodide/",
    "worker-src 'none'",
)

PAGE_ISOLATION = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
}
"""The page needs both for SharedArrayBuffer; without it a cell that runs too long costs the names of earlier cells."""


def worker_headers(origin: str) -> dict[str, str]:
    """Headers of everything under WORKER_PATH; `origin` as the browser sees it, e.g. "http://127.0.0.1:8100"."""
    return {
        "content-security-policy": "; ".join(WORKER_CSP).replace("{origin}", origin),
        "cross-origin-embedder-policy": "require-corp",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "cache-control": "no-cache",
    }
