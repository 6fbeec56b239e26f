"""`/health`: is the server up, is its engine ready, what is wrong if not.

Covers: one JSON object for people and monitors. Does not cover: metrics, or the API for clients (backend/api).
"""

from __future__ import annotations

from fastapi.responses import JSONResponse

from app.services import services
from backend.errors import PetitfourError


async def health() -> JSONResponse:
    """200 when a turn could be answered now, 503 with the reason when not."""
    try:
        here = services()
    except PetitfourError as error:
        return JSONResponse({"ok": False, "engine": "starting", "detail": error.message}, status_code=503)
    service = here.started()
    if service is None:
        state = "down" if here.fault else "starting"
        return JSONResponse({"ok": False, "engine": state, "detail": here.fault}, status_code=503)
    engine = await service.engine.health()
    body = {
        "ok": engine.ready,
        "engine": "ready" if engine.ready else "down",
        "model": engine.model,
        "adapters": list(engine.adapters),
        "detail": engine.detail,
    }
    return JSONResponse(body, status_code=200 if engine.ready else 503)
