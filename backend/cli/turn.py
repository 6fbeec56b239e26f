"""`petitfour turn`: what happened in one stored turn, with the exact messages of every hop.

Covers: printing. Does not cover: how they are built again (mol/sent.py).
"""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any

import typer

from backend.assembly import LOCAL_OWNER, opened_database
from backend.engine.base import L0, ChatMessage, Grammar, Label
from backend.mol.sent import sent_requests
from backend.mol.turn import TurnInput
from backend.profiles.profile import chosen_profile
from backend.store.conversations import closed_turns, engine_message, turn_with_branch


def turn(
    turn_id: Annotated[str, typer.Argument(help="The turn's id, as `petitfour chat --json` and the API give it.")],
    owner: Annotated[str, typer.Option(help="Whose turn it is; the API's turns belong to api.")] = LOCAL_OWNER,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show one stored turn: who answered, each hop's cost, and the messages that it was sent."""
    found = asyncio.run(_record(owner, turn_id))
    if as_json:
        print(json.dumps(found, ensure_ascii=False))  # noqa: T201
        return
    print(f"{found['label']} ({found['reason']}), {found['status']}: {found['summary']}")  # noqa: T201
    for hop in found["sent"]:
        print(f"\n== {hop['kind']} under {hop['adapter']}")  # noqa: T201
        for message in hop["messages"]:
            print(f"[{message['role']}] {message['content']}")  # noqa: T201


async def _record(owner: str, turn_id: str) -> dict[str, Any]:
    profile = chosen_profile()
    async with opened_database() as database:
        before, shown, system = await turn_with_branch(database, owner, turn_id)
    row = shown.turn
    trace: tuple[ChatMessage, ...] = tuple(engine_message(message) for message in shown.messages)
    given = TurnInput(text=shown.text, branch=closed_turns(before), slot=row.conversation_id, system=system)
    ran = {hop.kind for hop in shown.hops}
    requests = sent_requests(
        given, Label(row.label or L0), trace, profile, routed="route" in ran, summarised="summary" in ran
    )
    return {
        "turn": row.id,
        "conversation": row.conversation_id,
        "label": row.label,
        "reason": row.reason,
        "distribution": row.distribution,
        "status": row.status,
        "error": row.error,
        "summary": row.summary,
        "summary_by": row.summary_by,
        "hops": [hop.model_dump(exclude={"id", "turn_id"}) for hop in shown.hops],
        "sent": [
            {
                "kind": kind,
                "adapter": request.adapter,
                "max_tokens": request.max_tokens,
                "grammar": request.constraint.gbnf if isinstance(request.constraint, Grammar) else None,
                "messages": [{"role": message.role, "content": message.content} for message in request.messages],
            }
            for kind, request in requests
        ],
    }
