"""The engine's dot beside the composer: starting, ready, or down with its cause.

Covers: watching until it is ready, and again while a page is open. Does not cover: starting it (services.py).
"""

from __future__ import annotations

import asyncio

import reflex as rx

from app.services import services
from app.states.sockets import connected
from backend.errors import PetitfourError

LOOK_AGAIN_S = 1.0
READY_LOOK_S = 10.0


_watched: set[str] = set()
"""The pages that are being told; a reload keeps its token, and must not start a second watch."""


class EngineState(rx.State):
    """What the composer shows of the engine."""

    name: str = "embedded"
    ready: bool = False
    fault: str = ""

    @rx.event(background=True)
    async def watch(self):
        """Look until the page is gone; only a change is sent."""
        token = self.router.session.client_token
        if token in _watched:
            return
        _watched.add(token)
        try:
            while connected(token):
                name, ready, fault = await _look()
                name = name or self.name
                if (name, ready, fault) != (self.name, self.ready, self.fault):
                    async with self:
                        self.name, self.ready, self.fault = name, ready, fault
                await asyncio.sleep(READY_LOOK_S if ready else LOOK_AGAIN_S)
        finally:
            _watched.discard(token)


async def _look() -> tuple[str, bool, str]:
    """The profile's name, whether its engine is ready, and why not; no name while the server starts."""
    try:
        here = services()
    except PetitfourError:
        return "", False, ""
    name = here.profile.name
    if here.fault:
        return name, False, here.fault
    service = here.started()
    if service is None:
        return name, False, ""
    health = await service.engine.health()
    return name, health.ready, "" if health.ready else health.detail
