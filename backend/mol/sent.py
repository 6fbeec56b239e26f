"""What every hop of a stored turn was sent, byte for byte.

Covers: building the requests again from the branch: they are pure functions of it, so nothing has to be kept for this.
Does not cover: reading the branch (backend/store), showing the requests (cli/turn.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from backend.engine.base import ChatMessage, EngineRequest, Label
from backend.mol.answer import answer_request
from backend.mol.route import route_request
from backend.mol.summary import summary_request
from backend.mol.turn import TurnInput
from backend.profiles.profile import Profile

HopKind = Literal["route", "answer", "summary"]


def sent_requests(
    turn: TurnInput, label: Label, trace: Sequence[ChatMessage], profile: Profile, *, routed: bool, summarised: bool
) -> list[tuple[HopKind, EngineRequest]]:
    """The requests of a turn that `label` answered with `trace`, in order.

    routed, summarised: whether a route hop and a summary hop ran. A last step that broke off is part of the trace.
    """
    found: list[tuple[HopKind, EngineRequest]] = []
    if routed:
        found.append(("route", route_request(turn.text, turn.context)))
    view = turn.view(label, profile)
    messages = view
    for message in trace:
        if message.role == "assistant":
            request = answer_request(messages, label, profile, slot=turn.slot, sampling=turn.sampling)
            found.append(("answer", request))
        messages = (*messages, message)
    if summarised:
        limit = profile.summary_max_tokens
        found.append(("summary", summary_request(view, trace, label, slot=turn.slot, max_tokens=limit)))
    return found
