"""The shown conversation: opening it, sending, stopping, answering again, cards' values and actions.

Covers: which branch is on the page and the life of its running turn. Finished turns are sent once, when the
conversation opens; after that only `changed`, the last two turns that moved, is sent (components/turns.js merges).
Does not cover: the growing text (live.py), the list (conversations.py), any rule of a turn (backend/mol).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any
from uuid import uuid4

import reflex as rx

from agent_repl.cell import Observation
from agent_repl.errors import ReplError
from agent_repl.protocol import read_observation
from app.cells import browser_cells, browser_first
from app.services import OWNER, Services, services
from app.shown import Note, Shown, shown_turn
from app.states.conversations import ConversationsState
from app.states.live import Drawn, LiveState, batches
from app.states.sockets import connected
from backend.engine.base import Label
from backend.errors import PetitfourError
from backend.mol.running import RunningTurn, TurnEnded
from backend.mol.turn import CellStarted
from backend.store import conversations as store
from backend.store import turns as turn_store
from ui4a.actions import ActionInvalid, action_message, read_action


class ChatState(rx.State):
    """The conversation on the page."""

    conversation: str = ""
    title: str = ""
    turns: list[Shown] = []
    changed: list[Shown] = []
    opened: int = 0
    opening: bool = False
    pin: str = ""
    accepted: int = 0
    refused: int = 0
    fresh: str = ""
    notice: str = ""
    notice_code: str = ""

    @rx.event(background=True)
    async def open(self):
        """Show the conversation that the address names, else the one that was left."""
        async with self:
            named = self.router._page.params.get("conversation", "")
            listing = await self.get_state(ConversationsState)
            await listing.refresh()
            listing.drawer = False
            wanted = named or listing.left
            self.opening, self.notice, self.notice_code = True, "", ""
            if not wanted:
                await self._clear()
                return
        await self._show(wanted, named=bool(named))

    @rx.event
    async def new(self):
        """An empty page; nothing is written before the first message."""
        listing = await self.get_state(ConversationsState)
        listing.left, listing.drawer = "", False
        await self._clear()
        return rx.redirect("/")

    @rx.event
    async def forget(self, conversation: str):
        """Delete a conversation; an open one leaves an empty page."""
        listing = await self.get_state(ConversationsState)
        if running := _running(conversation):
            running.stop()
        await listing.forget(conversation)
        if conversation == self.conversation:
            await self._clear()
            return rx.redirect("/")
        return None

    @rx.event
    async def rename(self, form: dict[str, str]) -> None:
        """Keep the title that was typed in the list."""
        listing = await self.get_state(ConversationsState)
        await listing.rename(form.get("title", "").strip())
        self.title = listing.title(self.conversation)

    @rx.event
    def choose_pin(self, label: str) -> None:
        """Answer with this specialist until it is pressed again; empty is automatic."""
        self.pin = label

    @rx.event
    def dismiss(self) -> None:
        """Put the notice away."""
        self.notice = self.notice_code = ""

    @rx.event(background=True)
    async def send(self, text: str):
        """Start a turn with this message."""
        async with self:
            conversation, pin = self.conversation or None, Label(self.pin) if self.pin else None

        async def start(here: Services) -> RunningTurn:
            return await (await here.turns()).start(OWNER, text, browser_first, conversation_id=conversation, pin=pin)

        await self._answer(start)

    @rx.event(background=True)
    async def again(self, turn: str, label: str):
        """Answer a turn's message again, with a named specialist when `label` is not empty."""
        pin = Label(label) if label else None

        async def retry(here: Services) -> RunningTurn:
            return await (await here.turns()).retry(OWNER, turn, browser_first, pin=pin)

        await self._answer(retry, replaces=turn)

    @rx.event(background=True)
    async def edit(self, turn: str, text: str):
        """Answer an edited message in the place of a turn."""
        async with self:
            pin = Label(self.pin) if self.pin else None

        async def start(here: Services) -> RunningTurn:
            return await (await here.turns()).edit(OWNER, turn, text, browser_first, pin=pin)

        await self._answer(start, replaces=turn)

    @rx.event
    def stop(self) -> None:
        """End the running answer now."""
        if running := _running(self.conversation):
            running.stop()

    @rx.event(background=True)
    async def version(self, turn: str):
        """Show another answer to the same message."""
        async with self:
            conversation = self.conversation
        try:
            await store.show_version(services().database, OWNER, conversation, turn)
        except PetitfourError as error:
            async with self:
                self.notice, self.notice_code = error.message, error.code
            return
        await self._show(conversation, named=True)

    @rx.event
    async def keep_state(self, surface: str, state: dict[str, Any]) -> None:
        """Keep what was typed and chosen on a card; while its answer still streams, until it is stored."""
        live = await self.get_state(LiveState)
        if live.turn and surface.startswith(f"{live.turn}-"):
            live._typed[surface] = state
            return
        await self._store_state(surface, state)

    @rx.event
    def observed(self, key: str, seen: dict[str, Any]) -> None:
        """Hand a cell's observation to the turn that waits for it."""
        try:
            browser_cells.answer(key, read_observation(seen))
        except ReplError as error:
            browser_cells.answer(key, Observation(status="error", error=str(error)))

    @rx.event
    def act(self, action: dict[str, Any]):
        """A card's action is the next user turn."""
        try:
            return ChatState.send(action_message(read_action(action)))
        except ActionInvalid as error:
            self.notice, self.notice_code = str(error), "action_invalid"
            return None

    async def _store_state(self, surface: str, state: dict[str, Any]) -> None:
        try:
            await turn_store.keep_card_state(services().database, OWNER, surface, state, None)
        except PetitfourError as error:
            self.notice, self.notice_code = error.message, error.code

    async def _clear(self) -> None:
        live = await self.get_state(LiveState)
        live.end("")
        self.conversation = self.title = self.fresh = self.notice = self.notice_code = ""
        self.turns, self.changed, self.opening = [], [], False
        self.opened += 1

    async def _show(self, conversation: str, *, named: bool) -> None:
        """Read a conversation, put it on the page and follow its running turn."""
        try:
            here = services()
            branch = [shown_turn(turn) for turn in await store.shown_branch(here.database, OWNER, conversation)]
        except PetitfourError as error:
            async with self:
                await self._clear()
                listing = await self.get_state(ConversationsState)
                listing.left = ""
                if named:
                    self.notice, self.notice_code = f"{error.message[:1].upper()}{error.message[1:]}.", error.code
            return
        running = _running(conversation)
        async with self:
            listing = await self.get_state(ConversationsState)
            listing.left = conversation
            self.conversation, self.opening, self.fresh = conversation, False, ""
            self.title = listing.title(conversation)
            self.turns, self.changed = branch, []
            self.opened += 1
            live = await self.get_state(LiveState)
            live.end("")
        if running is not None:
            await self._follow(running)

    async def _answer(self, start: Callable[[Services], Awaitable[RunningTurn]], *, replaces: str = "") -> None:
        """Start a turn, put it on the page, and follow it to its end."""
        try:
            turn = await start(services())
        except PetitfourError as error:
            async with self:
                self.notice, self.notice_code = f"{error.message[:1].upper()}{error.message[1:]}.", error.code
                self.refused += 1
            return
        async with self:
            listing = await self.get_state(ConversationsState)
            live = await self.get_state(LiveState)
            live.begin(turn.id)
            self.notice = self.notice_code = ""
            self.accepted += 1
            self.conversation, self.fresh = turn.conversation_id, turn.id
            listing.left = turn.conversation_id
            self._move(Shown(id=turn.id, text=turn.text, running=True, replaces=replaces))
            await listing.refresh()
            self.title = listing.title(self.conversation)
        await self._follow(turn, replaces)

    async def _follow(self, turn: RunningTurn, replaces: str = "") -> None:
        drawn = Drawn(turn.id)
        async with self:
            live = await self.get_state(LiveState)
            if live.turn != turn.id:
                live.begin(turn.id)
            live._follower = me = uuid4().hex  # a reload follows anew; the page before it then stops
            token = self.router.session.client_token
        async for events in batches(turn):
            for event in events:
                drawn.take(event)
            async with self:
                live = await self.get_state(LiveState)
                if self.conversation != turn.conversation_id or live._follower != me or not connected(token):
                    return
                live.show(drawn)
                if cell := next((event for event in events if isinstance(event, CellStarted)), None):
                    live.cell_code, live.cell_key = cell.code, f"{turn.id}-{cell.seq}"
                    live.cell_limit_ms = int(services().profile.cell_timeout_s * 1000)
        await self._finish(turn, replaces)

    async def _finish(self, turn: RunningTurn, replaces: str) -> None:
        """Replace the growing turn by the stored one."""
        try:
            branch = await store.shown_branch(services().database, OWNER, turn.conversation_id)
            final = next((shown_turn(shown) for shown in branch if shown.turn.id == turn.id), None)
        except PetitfourError:
            final = None
        async with self:
            if self.conversation != turn.conversation_id:
                return
            live = await self.get_state(LiveState)
            if final is None:
                final = Shown(id=turn.id, text=turn.text, parts=live.parts, route=live.route, note=_lost(turn))
            for surface, state in live._typed.items():
                await self._store_state(surface, state)
            live._typed = {}
            self._move(replace(final, replaces=replaces))
            live.end(_said(final))
            listing = await self.get_state(ConversationsState)
            await listing.refresh()

    def _move(self, turn: Shown) -> None:
        """Put a new or changed turn on the page without sending the others again."""
        # What followed a replaced turn is on another branch: sent again it would come back.
        others = [] if turn.replaces else [other for other in self.changed if other.id != turn.id]
        self.changed = [*others, turn][-2:]


def _running(conversation: str) -> RunningTurn | None:
    here = services().started()
    return here.running(conversation) if here is not None else None


def _said(turn: Shown) -> str:
    """What a screen reader hears when an answer has ended."""
    words = len(turn.answer.split())
    return turn.note.title or f"Answer ready, {words:,} words."


def _lost(turn: RunningTurn) -> Note:
    ended = next((event for event in turn.events if isinstance(event, TurnEnded)), None)
    return Note(
        kind="bad", title=ended.error if ended else "The answer broke off.", code=ended.error_code if ended else ""
    )
