"""One turn, told from top to bottom: route, answer (with its cells), done.

Covers: the order of the hops and the events that a reader sees.
Does not cover: keeping anything (service.py), what a hop sends (route.py, view.py, answer.py), running cells.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, aclosing
from dataclasses import dataclass
from typing import Literal

from agent_repl.cell import Cell, Observation, find_cell, observation_text
from backend.engine.base import L0, ChatMessage, Delta, Engine, Label, Usage
from backend.mol.answer import PLAIN, Sampling, answer_request, may_run_cells
from backend.mol.route import Decision, RouteContext, pinned, route
from backend.mol.view import ClosedTurn, view
from backend.profiles.profile import Profile

RunCell = Callable[[int, Cell], Awaitable[Observation]]
"""Runs the n-th cell of the turn: in the reader's browser, or headless."""

Cells = Callable[[str], AbstractAsyncContextManager[RunCell]]
"""What runs the cells of the turn with that id, open for as long as the turn lasts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnInput:
    """What a turn starts from; `branch` holds the closed turns before it, oldest first."""

    text: str
    branch: tuple[ClosedTurn, ...]
    slot: str
    pin: Label | None = None
    system: str = ""
    sampling: Sampling = PLAIN

    @property
    def context(self) -> RouteContext:
        """What the router hears of the turn before."""
        last = self.branch[-1] if self.branch else None
        return RouteContext(label=last.label, summary=last.summary) if last else RouteContext()

    def view(self, label: Label, profile: Profile) -> tuple[ChatMessage, ...]:
        """The messages that `label` answers to."""
        limit = profile.view_limit_chars
        return view(self.branch, label, self.text, kind=profile.view, limit_chars=limit, system=self.system)


@dataclass(frozen=True, slots=True)
class Routed:
    """The label is known; the answer hop starts."""

    decision: Decision


@dataclass(frozen=True, slots=True, kw_only=True)
class HopDone:
    """One engine call ended; `finish` is "length" when its token limit cut it."""

    kind: Literal["route", "answer", "summary"]
    adapter: Label
    usage: Usage
    ms: float
    first_ms: float
    finish: Literal["stop", "length"] = "stop"


@dataclass(frozen=True, slots=True)
class AnswerDelta:
    """A piece of the answer's text, in the step that is running."""

    step: int
    text: str


@dataclass(frozen=True, slots=True)
class StepDone:
    """One assistant message of the trace is whole."""

    step: int
    text: str


@dataclass(frozen=True, slots=True)
class CellStarted:
    """A cell was found in the answer and is being run."""

    seq: int
    code: str


@dataclass(frozen=True, slots=True)
class CellDone:
    """The cell's observation, and the message the adapter reads it as."""

    seq: int
    code: str
    observation: Observation
    message: ChatMessage


TurnEvent = Routed | HopDone | AnswerDelta | StepDone | CellStarted | CellDone


async def run_turn(
    turn: TurnInput, engine: Engine, profile: Profile, run_cell: RunCell
) -> AsyncGenerator[TurnEvent, None]:
    """Answer one user message; the last `StepDone` is the answer.

    Raises whatever the engine raises: what was streamed until then stands in the events already yielded.
    """
    decision = await _decide(turn, engine, profile)
    yield Routed(decision)
    if decision.usage is not None:
        yield HopDone(kind="route", adapter=L0, usage=decision.usage, ms=decision.ms, first_ms=decision.ms)
    messages = turn.view(decision.label, profile)
    for step in range(profile.max_steps):
        last = step == profile.max_steps - 1
        request = answer_request(messages, decision.label, profile, slot=turn.slot, sampling=turn.sampling)
        text = ""
        async with aclosing(engine.stream(request)) as items:
            async for item in items:
                if isinstance(item, Delta):
                    text += item.text
                    yield AnswerDelta(step, item.text)
                else:
                    yield HopDone(
                        kind="answer",
                        adapter=decision.label,
                        usage=item.usage,
                        ms=item.ms,
                        first_ms=item.first_ms,
                        finish=item.finish,
                    )
        yield StepDone(step, text)
        cell = find_cell(text) if may_run_cells(decision.label) else None
        if cell is None or not cell.complete or last:
            return
        yield CellStarted(step, cell.code)
        observation = await run_cell(step, cell)
        reply = ChatMessage("tool", observation_text(observation))
        yield CellDone(step, cell.code, observation, reply)
        await engine.settle(turn.slot, messages)  # the next step must read this one's text under the base
        messages = (*messages, ChatMessage("assistant", text), reply)


async def _decide(turn: TurnInput, engine: Engine, profile: Profile) -> Decision:
    if turn.pin is not None:
        return pinned(turn.pin)
    return await route(turn.text, turn.context, engine, profile.route_policy)
