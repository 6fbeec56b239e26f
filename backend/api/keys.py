"""Who calls: the owner behind a request.

Covers: keys named in $PETITFOUR_API_KEYS. Without any, whoever reaches the port is the local client, as with the page.
Each key owns its conversations; a key never stands in a log or the database, only a digest does.
Does not cover: the page's own owner, scopes and limits.
"""

from __future__ import annotations

import hashlib
import hmac
import os

from backend.api.errors import KeyRefused

KEYS_VARIABLE = "PETITFOUR_API_KEYS"
"""Keys, separated by commas; when set, a request must carry one of them as its bearer token."""

LOCAL_CLIENT = "api"


def owner_of(authorization: str | None) -> str:
    """The owner of what a request with this header reads and writes.

    Raises:
        KeyRefused: keys are set, and it carries none of them.
    """
    keys = [key.strip() for key in os.environ.get(KEYS_VARIABLE, "").split(",") if key.strip()]
    if not keys:
        return LOCAL_CLIENT
    scheme, _, given = (authorization or "").partition(" ")
    known = [key for key in keys if hmac.compare_digest(key.encode(), given.strip().encode())]
    if scheme.lower() != "bearer" or not known:
        raise KeyRefused("this server wants an API key; send it as `Authorization: Bearer KEY`")
    return f"{LOCAL_CLIENT}:{hashlib.sha256(known[0].encode()).hexdigest()[:16]}"
