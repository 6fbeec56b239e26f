"""The agent REPL as a Reflex component: `repl(...)` runs cells in the reader's browser.

Covers: the properties and events of the browser host. Does not cover: drawing cells, choosing which one runs (the app).
"""

# pyright: standard
from __future__ import annotations

from typing import Any

import reflex as rx

_HOST = rx.asset("repl_host.jsx", shared=True)
rx.asset("worker_host.js", shared=True)


def _on_observation(key: rx.Var[str], seen: rx.Var[dict[str, Any]]) -> tuple[rx.Var[str], rx.Var[dict[str, Any]]]:
    return key, seen


def _on_status(state: rx.Var[str], detail: rx.Var[str]) -> tuple[rx.Var[str], rx.Var[str]]:
    return state, detail


class ReplHost(rx.NoSSRComponent):
    """Runs `code` once per `cell_key` in the conversation's interpreter; shows nothing.

    Withdrawing the cell (`code` becomes empty, or another key comes) stops it if it still runs. The interpreter starts
    with the first cell and keeps its names while the page is open.
    """

    library = _HOST.importable_path
    tag = "ReplHost"

    conversation: rx.Var[str]
    cell_key: rx.Var[str]
    code: rx.Var[str]
    limit_ms: rx.Var[int]
    on_observation: rx.EventHandler[_on_observation]
    """`(key, observation)`, once per key; read it with `agent_repl.protocol.read_observation`."""
    on_status: rx.EventHandler[_on_status]
    """`(state, detail)`: off, starting, ready, running (detail: the key) or failed (detail: why)."""


repl = ReplHost.create
