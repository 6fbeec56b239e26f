"""`petitfour chat`: one turn from the terminal, with every hop's figures.

Covers: running a turn with the headless REPL and printing it as text or as one JSON object (DESIGN section 11).
Does not cover: rendering cards (`petitfour ui`).
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Annotated

import typer

from backend.assembly import LOCAL_OWNER, Assembly, assembled
from backend.engine.base import LABELS, Label
from backend.errors import UnknownAdapter
from backend.mol.headless import headless
from backend.mol.running import RunningTurn
from backend.mol.turn import AnswerDelta, CellDone, Routed
from backend.store.conversations import ShownTurn, shown_branch
from backend.store.models import DONE
from ui4a.diagnostics import check


def chat(
    text: Annotated[str, typer.Argument(help="The message.")],
    conversation: Annotated[str | None, typer.Option(help="Go on in this conversation.")] = None,
    pin: Annotated[str | None, typer.Option(help="Let this specialist answer, e.g. L2.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Send one message and print the answer."""
    if pin is not None and pin not in LABELS:
        raise UnknownAdapter(f"there is no specialist {pin!r}; choose one of {', '.join(LABELS)}")
    shown = asyncio.run(_one_turn(text, conversation, Label(pin) if pin else None, live=not as_json))
    if as_json:
        print(json.dumps(turn_object(shown), ensure_ascii=False))  # noqa: T201
    if shown.turn.status != DONE:
        print(f"petitfour: {shown.turn.error}", file=sys.stderr)  # noqa: T201
        raise typer.Exit(1)


async def _one_turn(text: str, conversation: str | None, pin: Label | None, *, live: bool) -> ShownTurn:
    async with assembled() as petitfour:
        cells = headless(petitfour.profile)
        turn = await petitfour.turns.start(LOCAL_OWNER, text, cells, conversation_id=conversation, pin=pin)
        await _follow(turn, live=live)
        return await _stored(petitfour, turn)


async def _follow(turn: RunningTurn, *, live: bool) -> None:
    async for event in turn.follow(summary=True):
        if not live:
            continue
        match event:
            case Routed(decision):
                print(f"[{decision.label}] ", end="", flush=True)  # noqa: T201
            case AnswerDelta():
                print(event.text, end="", flush=True)  # noqa: T201
            case CellDone():
                print(f"\n{event.message.content}", flush=True)  # noqa: T201
            case _:
                pass
    if live:
        print()  # noqa: T201


async def _stored(petitfour: Assembly, turn: RunningTurn) -> ShownTurn:
    branch = await shown_branch(petitfour.database, LOCAL_OWNER, turn.conversation_id)
    return next(shown for shown in branch if shown.turn.id == turn.id)


def turn_object(shown: ShownTurn) -> dict[str, object]:
    """The turn as `chat --json` prints it."""
    return {
        "turn": shown.turn.id,
        "conversation": shown.turn.conversation_id,
        "label": shown.turn.label,
        "distribution": shown.turn.distribution,
        "reason": shown.turn.reason,
        "answer": "\n\n".join(message.content for message in shown.messages if message.role == "assistant"),
        "summary": shown.turn.summary,
        "status": shown.turn.status,
        "hops": [
            hop.model_dump(include={"kind", "adapter", "prompt_tokens", "cached_tokens", "completion_tokens", "ms"})
            for hop in shown.hops
        ],
        "cells": [
            cell.model_dump(include={"code", "status", "stdout", "value", "error", "ms"}) for cell in shown.cells
        ],
        "cards": [
            {"id": card.id, "code": card.code, "ok": not check(card.code), "diagnostics": _diagnostics(card.code)}
            for card in shown.cards
        ],
    }


def _diagnostics(code: str) -> list[dict[str, object]]:
    return [{"code": found.code, "message": found.message, "line": found.line} for found in check(code)]
