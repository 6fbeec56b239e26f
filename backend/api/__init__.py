"""The API for clients of OpenAI's: the same turn, over HTTP."""

from backend.api.routes import Backend, api_routes, metrics_route

__all__ = ["Backend", "api_routes", "metrics_route"]
