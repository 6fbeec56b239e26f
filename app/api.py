"""The routes beside the page: `/health`, `/metrics`, and the API for clients.

Covers: mounting them on one FastAPI app. Does not cover: what they do (health.py, backend/api).
"""

from __future__ import annotations

from fastapi import FastAPI

from app.health import health
from app.services import services
from backend.api import api_routes, metrics_route

api = FastAPI(title="Petitfour", docs_url=None, redoc_url=None, openapi_url=None)
api.get("/health")(health)
api.include_router(api_routes(services))
api.include_router(metrics_route())
