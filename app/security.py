"""Headers and origin checks around everything the server sends.

Covers: cross-origin isolation, the page's content policy (what may run, what may be framed), refusing requests and
event sockets that another site's page makes, and names that are not ours (DNS rebinding).
Does not cover: the frame's and the worker's own policies (ui4a/isolation.py, agent_repl/isolation.py), accounts.
"""

from __future__ import annotations

import base64
import hashlib
import ipaddress
import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from agent_repl import isolation as cells
from ui4a import isolation as cards

BUILT = Path(__file__).resolve().parent.parent / ".web" / "build" / "client"
NAMES_VARIABLE = "PETITFOUR_NAMES"
"""Host names, separated by commas, under which the page may be asked for, besides addresses and localhost."""

_SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<body>.*?)</script>", re.S)
_OPAQUE_MAY_READ = (cards.BUNDLE_PATH, cards.FRAME_PATH)
_COMMON = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}


class Security:
    """ASGI middleware: checks who asks, then dresses what goes out."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse foreign callers; add headers to the rest."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if refusal := _refusal(scope, headers):
            await _refuse(scope, send, refusal)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_headers(scope["path"], _origin(scope, headers)))
            await send(message)

        await self.app(scope, receive, dressed)


def _refusal(scope: Scope, headers: Headers) -> str:
    """Why a request is refused; empty when it is not."""
    host = headers.get("host", "")
    if not _own_name(host):
        return f"this server does not answer under that name; start it with {NAMES_VARIABLE} set if it should"
    origin = headers.get("origin")
    if origin is None or urlsplit(origin).netloc == host:
        return ""
    if origin == "null" and scope.get("method") == "GET" and scope["path"].startswith(_OPAQUE_MAY_READ):
        return ""
    return "another site's page may not call this server"


def _own_name(host: str) -> bool:
    name = urlsplit(f"//{host}").hostname or ""
    if name == "localhost" or name.endswith(".localhost") or name in os.environ.get(NAMES_VARIABLE, "").split(","):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


async def _refuse(scope: Scope, send: Send, why: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": why})
        return
    await send({"type": "http.response.start", "status": 403, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": f"{why}\n".encode()})


def _origin(scope: Scope, headers: Headers) -> str:
    scheme = "https" if scope["scheme"] in ("https", "wss") else "http"
    return f"{scheme}://{headers.get('host', '')}"


def _headers(path: str, origin: str) -> dict[str, str]:
    if path.startswith(cards.FRAME_PATH):
        return {**_COMMON, **cards.frame_headers(origin)}
    if path.startswith("/workers/"):
        return {**_COMMON, **cells.worker_headers(origin)}
    if path.startswith(cards.BUNDLE_PATH):
        return {**_COMMON, **cards.bundle_headers()}
    return {**_COMMON, "cross-origin-resource-policy": "same-origin", "content-security-policy": _page_policy(origin)}


def _page_policy(origin: str) -> str:
    socket = re.sub("^http", "ws", origin)
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self' {' '.join(_inline_hashes())}".rstrip(),
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            f"connect-src 'self' {socket}",
            "worker-src 'self'",
            cards.page_frame_src(origin),
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


@cache
def _inline_hashes() -> tuple[str, ...]:
    """The hashes of the inline scripts that the build put into its pages: only those may run."""
    return tuple(sorted(set(_hashes(BUILT.rglob("*.html")))))


def _hashes(pages: Iterable[Path]) -> Iterable[str]:
    for page in pages:
        for script in _SCRIPT.finditer(page.read_text(encoding="utf-8")):
            if "src=" not in script["attributes"]:
                digest = hashlib.sha256(script["body"].encode()).digest()
                yield f"'sha256-{base64.b64encode(digest).decode()}'"
