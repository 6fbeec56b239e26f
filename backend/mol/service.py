"""The turn service: runs turns in the background, keeps everything they produce, lets readers follow along.

Covers: start, follow (from the first event on, so that a reload sees the same), stop, retry, edit, the summary after
the end, and an orderly shutdown. One turn at a time in a conversation.
Does not cover: what a turn does (turn.py) or how rows are written (backend/store).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace

from backend.engine.base import L0, ChatMessage, Engine, Label, whole_reply
from backend.errors import MessageRejected, PetitfourError, UserError
from backend.mol.answer import PLAIN, Sampling
from backend.mol.lull import Lull
from backend.mol.running import RunningTurn, Summarised, TurnEnded
from backend.mol.summary import fallback_summary, summary_request
from backend.mol.transcript import Said, cleaned, digests, visible
from backend.mol.turn import (
    AnswerDelta,
    CellDone,
    Cells,
    HopDone,
    Routed,
    StepDone,
    TurnEvent,
    TurnInput,
    run_turn,
)
from backend.observe import metrics
from backend.profiles.profile import Profile
from backend.store import turns as store
from backend.store.conversations import create_conversation
from backend.store.db import Database
from backend.store.models import DONE, FAILED, INTERRUPTED, STOPPED
from backend.store.transcripts import copied, place_after, place_of
from ui4a.carrier import CardBroken, CardClosed, CardParser

logger = logging.getLogger(__name__)

CHECKPOINT_S = 1.0
"""A growing answer is written to the store at most this often: what a dead process loses."""


@dataclass(slots=True)
class _Trace:
    """The growing answer: whole messages, and the open one."""

    label: Label = L0
    reason: str = ""
    began: float = field(default_factory=time.monotonic)
    messages: list[ChatMessage] = field(default_factory=list[ChatMessage])
    open_text: str = ""
    written_at: float = 0.0

    def all(self) -> tuple[ChatMessage, ...]:
        tail = [ChatMessage("assistant", self.open_text)] if self.open_text else []
        return (*self.messages, *tail)


class TurnService:
    """Owns the tasks of running turns; `close` it to end them in a recorded state."""

    def __init__(self, database: Database, engine: Engine, profile: Profile) -> None:
        self.database, self.engine, self.profile = database, engine, profile
        self._running: dict[str, RunningTurn] = {}
        self._summaries: dict[str, asyncio.Task[None]] = {}
        self._lull = Lull()

    def running(self, conversation_id: str) -> RunningTurn | None:
        """The turn that is being answered in a conversation, if any."""
        turn = self._running.get(conversation_id)
        return turn if turn is not None and not turn.ended else None

    async def start(
        self,
        owner: str,
        text: str,
        cells: Cells,
        *,
        conversation_id: str | None = None,
        pin: Label | None = None,
        after: str | None = None,
        sampling: Sampling = PLAIN,
    ) -> RunningTurn:
        """Add a user message and start answering it, at the end of the conversation or behind its turn `after`.

        Raises:
            MessageRejected: the message is empty or longer than the profile's limit; nothing was written.
            UserError: the conversation is still answering.
            NotAllowed: the conversation is not the owner's.
        """
        message = self._accepted(text)
        if conversation_id is None:
            conversation_id = (await create_conversation(self.database, owner)).id
        opened = await self._opened(
            conversation_id, lambda: store.open_turn(self.database, owner, conversation_id, message, after=after)
        )
        return self._launch(opened, cells, pin, sampling)

    async def resume(
        self,
        owner: str,
        system: str,
        said: Sequence[Said],
        text: str,
        cells: Cells,
        *,
        previous: str | None = None,
        pin: Label | None = None,
        sampling: Sampling = PLAIN,
    ) -> RunningTurn:
        """Answer `text` where a client's request means: after the history it resends, or after the turn `previous`.

        A branch whose conversation is still answering goes on in a copy. Raises what `start` raises, and
            NotAllowed: `previous` is not the owner's.
            UserError: `previous` is not done, or was under another system message.
        """
        self._accepted(text)
        if previous is None:
            place = await place_of(self.database, owner, system, said)
        else:
            place, kept = await place_after(self.database, owner, previous)
            if system not in ("", kept):
                raise UserError("instructions: this conversation keeps the ones it began with; leave them out")
        if self.running(place.conversation_id) is not None:
            place = await copied(self.database, place)
        return await self.start(
            owner,
            text,
            cells,
            conversation_id=place.conversation_id,
            pin=pin,
            after=place.turn_id,
            sampling=sampling,
        )

    async def retry(self, owner: str, turn_id: str, cells: Cells, *, pin: Label | None = None) -> RunningTurn:
        """Answer a turn's message again, under another specialist when `pin` names one."""
        turn = await store.turn_owner_check(self.database, owner, turn_id)
        opened = await self._opened(turn.conversation_id, lambda: store.open_retry(self.database, owner, turn_id))
        return self._launch(opened, cells, pin)

    async def edit(self, owner: str, turn_id: str, text: str, cells: Cells, *, pin: Label | None = None) -> RunningTurn:
        """Answer an edited message in the place of a turn, which stays as another branch.

        Raises what `start` raises.
        """
        message = self._accepted(text)
        turn = await store.turn_owner_check(self.database, owner, turn_id)
        opened = await self._opened(
            turn.conversation_id, lambda: store.open_edit(self.database, owner, turn_id, message)
        )
        return self._launch(opened, cells, pin)

    async def close(self) -> None:
        """End every running turn as interrupted and every pending summary with its fallback."""
        tasks = [turn.task for turn in self._running.values() if turn.task is not None and not turn.task.done()]
        tasks += [task for task in self._summaries.values() if not task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await store.repair_interrupted(self.database)

    def _accepted(self, text: str) -> str:
        message = cleaned(text)
        if not message:
            raise MessageRejected("the message is empty; write something first")
        limit = self.profile.message_limit_chars
        if len(message) > limit:
            raise MessageRejected(
                f"the message has {len(message):,} characters; this profile takes {limit:,}: shorten it"
            )
        return message

    async def _opened(
        self, conversation_id: str, opening: Callable[[], Awaitable[store.OpenedTurn]]
    ) -> store.OpenedTurn:
        """Open a turn; the conversation is taken before the first await, so that a double submit cannot start two."""
        if self.running(conversation_id) is not None:
            raise UserError("this conversation is still answering; stop it or wait for its end")
        self._running[conversation_id] = RunningTurn(id="", conversation_id=conversation_id, text="")
        try:
            await self._await_summary(conversation_id)
            return await opening()
        except BaseException:
            self._running.pop(conversation_id, None)
            raise

    def _launch(
        self, opened: store.OpenedTurn, cells: Cells, pin: Label | None, sampling: Sampling = PLAIN
    ) -> RunningTurn:
        turn = RunningTurn(id=opened.turn.id, conversation_id=opened.turn.conversation_id, text=opened.text)
        self._running[turn.conversation_id] = turn
        given = TurnInput(
            text=opened.text,
            branch=opened.branch,
            slot=turn.conversation_id,
            pin=pin,
            system=opened.system,
            sampling=sampling,
        )
        self._lull.begin()
        turn.task = asyncio.create_task(self._run(turn, given, cells), name=f"turn {turn.id}")
        turn.when_done(self._lull.end)
        return turn

    async def _run(self, turn: RunningTurn, given: TurnInput, cells: Cells) -> None:
        trace = _Trace()
        metrics.turn_started()
        try:
            async with (
                cells(turn.id) as run_cell,
                aclosing(run_turn(given, self.engine, self.profile, run_cell)) as events,
            ):
                async for event in events:
                    await self._keep(turn, trace, event)
                    turn.tell(event)
            outcome = store.Outcome(status=DONE, cards=_cards(turn.id, trace))
        except asyncio.CancelledError:
            outcome = store.Outcome(status=STOPPED if turn.stopped else INTERRUPTED, cards=_cards(turn.id, trace))
        except PetitfourError as error:
            logger.warning("turn failed", extra={"turn": turn.id, "code": error.code})
            outcome = store.Outcome(
                status=FAILED, error_code=error.code, error=error.message, cards=_cards(turn.id, trace)
            )
        except Exception:
            logger.exception("turn failed unexpectedly", extra={"turn": turn.id})
            outcome = store.Outcome(status=FAILED, error_code="internal", error="something broke here; see the log")
        await self._end(turn, given, trace, outcome)

    async def _keep(self, turn: RunningTurn, trace: _Trace, event: TurnEvent) -> None:
        match event:
            case Routed(decision):
                trace.label, trace.reason = decision.label, decision.reason
                if decision.unsure:
                    metrics.unsure(decision.label)
                await store.keep_decision(self.database, turn.id, decision)
            case HopDone():
                metrics.hop(event.kind, event.adapter, event.usage, event.ms)
                await store.keep_hop(
                    self.database,
                    turn.id,
                    kind=event.kind,
                    adapter=event.adapter,
                    usage=event.usage,
                    ms=event.ms,
                    first_ms=event.first_ms,
                )
            case AnswerDelta():
                if not (trace.messages or trace.open_text):
                    metrics.first_token(trace.label, time.monotonic() - trace.began)
                trace.open_text += event.text
                if time.monotonic() - trace.written_at > CHECKPOINT_S:
                    trace.written_at = time.monotonic()
                    await store.keep_trace(self.database, turn.id, trace.label, trace.all())
            case StepDone():
                trace.messages.append(ChatMessage("assistant", event.text))
                trace.open_text = ""
                await store.keep_trace(self.database, turn.id, trace.label, trace.all())
            case CellDone():
                trace.messages.append(event.message)
                await store.keep_cell(self.database, turn.id, event.seq, event.code, event.observation)
                await store.keep_trace(self.database, turn.id, trace.label, trace.all())
            case _:
                pass

    async def _end(self, turn: RunningTurn, given: TurnInput, trace: _Trace, outcome: store.Outcome) -> None:
        try:
            if trace.open_text:
                await store.keep_trace(self.database, turn.id, trace.label, trace.all())
            await store.end_turn(self.database, turn.id, replace(outcome, digest=_digest(given, trace)))
        except PetitfourError as error:
            logger.exception("turn could not be recorded", extra={"turn": turn.id})
            outcome = store.Outcome(status=FAILED, error_code=error.code, error=error.message)
        metrics.turn_ended(trace.label, trace.reason, outcome.status)
        logger.info("turn ended", extra={"turn": turn.id, "label": trace.label, "status": outcome.status})
        summary = asyncio.create_task(self._summarise(turn, given, trace, outcome), name=f"summary {turn.id}")
        self._summaries[turn.conversation_id] = summary
        turn.ended = True
        turn.tell(TurnEnded(status=outcome.status, error_code=outcome.error_code, error=outcome.error))

    async def _summarise(self, turn: RunningTurn, given: TurnInput, trace: _Trace, outcome: store.Outcome) -> None:
        """Write the summary: the model's when the answer is whole and the hop succeeds, its head otherwise."""
        text, by = fallback_summary(trace.all()), "head"
        try:
            if outcome.status == DONE:
                if self.profile.summary_yields:
                    await self._lull.wait(turn.conversation_id)
                written = await self._summary_hop(turn, given, trace)
                text, by = (written, "model") if written else (text, by)
        except PetitfourError as error:
            logger.warning("summary hop failed", extra={"turn": turn.id, "code": error.code})
        finally:
            try:
                kept = await store.keep_summary(self.database, turn.id, text, by=by)
                metrics.summary(by)
                turn.tell(Summarised(text=kept, by=by))
            except PetitfourError:
                logger.exception("summary could not be kept", extra={"turn": turn.id})
            turn.close()

    async def _summary_hop(self, turn: RunningTurn, given: TurnInput, trace: _Trace) -> str:
        profile = self.profile
        messages = given.view(trace.label, profile)
        # Only the last message is still as the adapter wrote it: the steps before it were settled on the way.
        await self.engine.settle(given.slot, (*messages, *trace.messages[:-1]))
        request = summary_request(
            messages, trace.all(), trace.label, slot=given.slot, max_tokens=profile.summary_max_tokens
        )
        reply = await whole_reply(self.engine, request)
        hop = HopDone(kind="summary", adapter=trace.label, usage=reply.usage, ms=reply.ms, first_ms=reply.first_ms)
        await self._keep(turn, trace, hop)
        turn.tell(hop)
        return reply.text.strip()

    async def _await_summary(self, conversation_id: str) -> None:
        """Wait for the last turn's summary up to the profile's bound; then cancelling it writes the fallback.

        One that has not begun, since others are being answered, is not waited for.
        """
        task = self._summaries.pop(conversation_id, None)
        if task is None or task.done():
            return
        if not self._lull.awaited_by(conversation_id):
            await asyncio.wait({task}, timeout=self.profile.summary_wait_s)
        if not task.done():
            task.cancel()
            await asyncio.wait({task})


def _digest(given: TurnInput, trace: _Trace) -> str:
    closed = [Said(turn.text, visible(turn.trace)) for turn in given.branch]
    return digests(given.system, [*closed, Said(given.text, visible(trace.all()))])[-1]


def surface_id(turn_id: str, index: int) -> str:
    """The surface of a turn's n-th card, the same while it streams and ever after."""
    return f"{turn_id}-{index}"


def _cards(turn_id: str, trace: _Trace) -> list[tuple[str, str]]:
    """The answer's cards as (surface id, code), broken ones included: their source is shown."""
    parser = CardParser()
    text = "\n\n".join(message.content for message in trace.all() if message.role == "assistant")
    events = [*parser.feed(text), *parser.finish()]
    closed = [event for event in events if isinstance(event, CardClosed | CardBroken)]
    return [(surface_id(turn_id, event.index), event.code) for event in closed]
