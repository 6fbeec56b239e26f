"""The conversation list: what there is, which one was left, renaming and deleting.

Covers: the sidebar. Does not cover: the branch that is shown (chat.py).
"""

from __future__ import annotations

from datetime import datetime, timedelta

import reflex as rx

from app.services import OWNER, services
from app.shown import Listed, listed
from backend.errors import PetitfourError
from backend.store import conversations as store
from backend.store.models import now


class ConversationsState(rx.State):
    """The list and what is being done to it."""

    items: list[Listed] = []
    left: str = rx.LocalStorage("", name="petitfour-left")
    renaming: str = ""
    deleting: str = ""
    drawer: bool = False
    query: str = ""
    notice: str = ""

    @rx.var
    def found(self) -> list[Listed]:
        """The items whose title holds the searched words."""
        words = self.query.casefold().split()
        return [item for item in self.items if all(word in item.title.casefold() for word in words)]

    async def refresh(self) -> None:
        """Read the list again."""
        try:
            found = await store.list_conversations(services().database, OWNER)
            self.items = [listed(item, _group(item.updated_at)) for item in found]
        except PetitfourError as error:
            self.notice = error.message

    @rx.event
    def search(self, words: str) -> None:
        """Show only matching titles."""
        self.query = words

    @rx.event
    def toggle_drawer(self) -> None:
        """Open or close the list on a narrow page."""
        self.drawer = not self.drawer

    @rx.event
    def close_drawer(self) -> None:
        """Close the list on a narrow page."""
        self.drawer = False

    @rx.event
    def ask_rename(self, conversation: str) -> None:
        """Turn the row into a field."""
        self.renaming, self.deleting = conversation, ""

    @rx.event
    def ask_delete(self, conversation: str) -> None:
        """Ask before deleting."""
        self.deleting, self.renaming = conversation, ""

    @rx.event
    def leave_row(self) -> None:
        """Neither rename nor delete."""
        self.renaming = self.deleting = ""

    async def rename(self, title: str) -> None:
        """Give the row that is being renamed another title; an empty one changes nothing."""
        conversation, self.renaming = self.renaming, ""
        if not title or not conversation:
            return
        try:
            await store.rename_conversation(services().database, OWNER, conversation, title)
        except PetitfourError as error:
            self.notice = error.message
        await self.refresh()

    def title(self, conversation: str) -> str:
        """The title of a listed conversation."""
        return next((item.title for item in self.items if item.id == conversation), "")

    async def forget(self, conversation: str) -> None:
        """Delete a conversation and read the list again."""
        self.deleting = ""
        try:
            await store.delete_conversation(services().database, OWNER, conversation)
        except PetitfourError as error:
            self.notice = error.message
        if self.left == conversation:
            self.left = ""
        await self.refresh()


def _group(moment: datetime) -> str:
    age = now().date() - moment.date()
    if age < timedelta(days=1):
        return "Today"
    return "This week" if age < timedelta(days=7) else "Earlier"
