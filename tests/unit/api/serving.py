"""The API's routes without a port: the server that the tests of this folder call, and reading its errors."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Any

import httpx
from fastapi import FastAPI

from backend.engine.base import ChatMessage
from backend.mol.service import TurnService
from tests.unit.mol.scripted import ScriptedEngine

MODEL = "petitfour"


@dataclass(slots=True)
class Server:
    """The routes over one scripted engine."""

    service: TurnService
    engine: ScriptedEngine
    app: FastAPI

    async def turns(self) -> TurnService:
        return self.service

    async def post(self, body: object, **headers: str) -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=self.app), base_url="http://here") as client:
            content = body if isinstance(body, bytes) else json.dumps(body).encode()
            return await client.post("/v1/chat/completions", content=content, headers=headers)

    async def get(self, path: str, **headers: str) -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=self.app), base_url="http://here") as client:
            return await client.get(path, headers=headers)

    async def ask(self, *messages: tuple[str, str], model: str = MODEL, **more: Any) -> dict[str, Any]:
        body = {"model": model, "messages": [{"role": role, "content": text} for role, text in messages], **more}
        reply = await self.post(body)
        assert reply.status_code == 200, reply.text
        await self.settled()
        return reply.json()

    async def settled(self) -> None:
        """Every summary is written."""
        await asyncio.gather(*self.service._summaries.values(), return_exceptions=True)

    def sent(self) -> list[tuple[ChatMessage, ...]]:
        """The views of the answer hops so far."""
        return [
            request.messages
            for request in self.engine.requests
            if request.slot != "route" and not request.messages[-1].content.startswith("Summarise")
        ]


def error_of(reply: httpx.Response) -> tuple[int, str, str]:
    error = reply.json()["error"]
    assert set(error) == {"message", "type", "param", "code"}
    return reply.status_code, error["code"], error["message"]
