"""Reflex configuration and the build plugin.

Covers: the app's name, no telemetry, states in memory (one worker), a bundle that works on any port.
Does not cover: what is built before it (app/build.py).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import reflex as rx
from reflex_base.plugins import Plugin, SitemapPlugin

_BAKED = re.compile(r"""([`"'])(ws|http)://localhost:\d+(/[\w-]*)\1""")


class AnyPort(Plugin):
    """Rewrites the addresses that Reflex 0.10.1 bakes into one chunk, so that the page finds its own server."""

    def post_build(self, **context: Any) -> None:
        """Point the event socket at wherever the page came from.

        Raises:
            RuntimeError: the chunk is not where this version of Reflex puts it.
        """
        chunks = list(Path(context["static_dir"]).glob("assets/reflex-env-*.js"))
        if len(chunks) != 1 or not _BAKED.search(chunks[0].read_text(encoding="utf-8")):
            raise RuntimeError("Reflex's environment chunk has moved; check the pinned version of reflex")
        chunks[0].write_text(_BAKED.sub(_own_address, chunks[0].read_text(encoding="utf-8")), encoding="utf-8")


def _own_address(match: re.Match[str]) -> str:
    swap = ".replace(/^http/,`ws`)" if match[2] == "ws" else ""
    return f"(location.origin{swap}+`{match[3]}`)"


config = rx.Config(
    app_name="app",
    telemetry_enabled=False,
    state_manager_mode="memory",
    show_built_with_reflex=False,
    default_color_mode="system",
    plugins=[AnyPort()],
    disable_plugins=[SitemapPlugin],
)
