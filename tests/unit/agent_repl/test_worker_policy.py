"""The header values that confine the worker in the browser.

Covers: the exact policy. Does not cover: that a browser enforces it (tests/ui/test_worker.py).
"""

from __future__ import annotations

from agent_repl.isolation import worker_headers


def test_the_workers_policy_names_this_server_only() -> None:
    headers = worker_headers("http://127.0.0.1:8100")
    assert headers["content-security-policy"] == (
        "default-src 'none'; "
        "script-src http://127.0.0.1:8100/workers/ http://127.0.0.1:8100/vendor/pyodide/ 'wasm-unsafe-eval'; "
        "connect-src http://127.0.0.1:8100/vendor/pyodide/; "
        "worker-src 'none'"
    )
    assert headers["cross-origin-embedder-policy"] == "require-corp"
