"""Whether a page still listens: work for one that has gone is ended.

Covers: asking Reflex's event socket. Does not cover: what is sent over it.
"""

from __future__ import annotations


def connected(token: str) -> bool:
    """True while the page that this token belongs to is connected."""
    from app.app import app  # the app owns the sockets; when this module is imported it does not exist yet

    namespace = app.event_namespace
    return namespace is not None and token in namespace.token_to_sid
