"""The conversation list: new, search, open, rename, delete; a sheet on a phone. Theme below it.

Covers: drawing the list's state. Does not cover: reading it (states/conversations.py).
"""

# Reflex resolves the attributes of a Var when it compiles; pyright cannot see them.
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false, reportCallIssue=false, reportOperatorIssue=false
from __future__ import annotations

import reflex as rx
from reflex_base.style import set_color_mode
from reflex_components_core.react_router import ReactRouterLink

from app.components.glyph import brand_mark, icon, icon_button
from app.components.script import KeySheet
from app.shown import Listed
from app.states.chat import ChatState
from app.states.conversations import ConversationsState


def sidebar() -> rx.Component:
    """The list, as a column or a sheet."""
    return rx.fragment(
        rx.cond(
            ConversationsState.drawer,
            rx.el.div(
                class_name="shade", on_click=ConversationsState.close_drawer, custom_attrs={"aria-hidden": "true"}
            ),
        ),
        rx.el.aside(
            rx.el.div(
                rx.el.span(brand_mark(), "Petitfour", class_name="brand"),
                rx.el.span(class_name="grow"),
                icon_button("square-pen", "New conversation", on_click=ChatState.new, **{"data-testid": "new"}),
                icon_button("x", "Close the list", on_click=ConversationsState.close_drawer, extra="phone"),
                class_name="side-top",
            ),
            rx.el.label(
                icon("search", small=True),
                rx.el.span("Search conversations", class_name="vh"),
                rx.el.input(
                    type="search", id="find", placeholder="Search", on_change=ConversationsState.search.debounce(150)
                ),
                rx.el.kbd("Ctrl K", class_name="desk"),
                class_name="find",
            ),
            rx.el.nav(
                rx.el.ul(rx.foreach(ConversationsState.found, _row)),
                rx.cond(
                    ConversationsState.items.length() == 0,
                    rx.el.p("Conversations appear here once you have written something.", class_name="meta none"),
                    rx.cond(
                        ConversationsState.found.length() == 0,
                        rx.el.p("No title holds these words.", class_name="meta none"),
                    ),
                ),
                class_name="side-list",
                custom_attrs={"aria-label": "History", "data-testid": "history"},
            ),
            rx.el.div(_themes(), KeySheet.create(), class_name="side-foot"),
            class_name=rx.cond(ConversationsState.drawer, "side open", "side"),
            custom_attrs={"aria-label": "Conversations"},
        ),
    )


def _row(item: rx.Var[Listed], at: rx.Var[int]) -> rx.Component:
    before = ConversationsState.found[at - 1].group
    return rx.el.li(
        rx.cond((at == 0) | (before != item.group), rx.el.h2(item.group)),
        rx.match(
            item.id,
            (ConversationsState.renaming, _rename(item)),
            (ConversationsState.deleting, _delete(item)),
            _link(item),
        ),
        key=item.id,
    )


def _link(item: rx.Var[Listed]) -> rx.Component:
    here = ChatState.conversation == item.id
    return rx.el.div(
        ReactRouterLink.create(
            rx.el.span(item.title, dir="auto"),
            to=f"/c/{item.id}",
            class_name="li",
            custom_attrs={"aria-current": rx.cond(here, "page", "false")},
        ),
        icon_button("pencil", "Rename", on_click=ConversationsState.ask_rename(item.id), extra="hov"),
        icon_button("trash-2", "Delete", on_click=ConversationsState.ask_delete(item.id), extra="hov"),
        class_name="item",
    )


def _rename(item: rx.Var[Listed]) -> rx.Component:
    return rx.el.form(
        rx.el.input(
            name="title",
            default_value=item.title,
            auto_focus=True,
            max_length=60,
            custom_attrs={"aria-label": "New title"},
        ),
        icon_button_submit("check", "Keep the title"),
        icon_button("x", "Leave it as it was", on_click=ConversationsState.leave_row),
        class_name="item edit",
        on_submit=ChatState.rename,
    )


def icon_button_submit(name: str, label: str) -> rx.Component:
    """A square button that submits its form."""
    return rx.el.button(icon(name), type="submit", class_name="ib", custom_attrs={"aria-label": label, "title": label})


def _delete(item: rx.Var[Listed]) -> rx.Component:
    return rx.el.div(
        rx.el.span("Delete for good?", class_name="grow"),
        rx.el.button(
            "Keep", type="button", class_name="btn quiet", auto_focus=True, on_click=ConversationsState.leave_row
        ),
        rx.el.button("Delete", type="button", class_name="btn bad", on_click=ChatState.forget(item.id)),
        class_name="item ask",
        role="alertdialog",
        custom_attrs={"aria-label": "Delete this conversation"},
    )


def _themes() -> rx.Component:
    """System, light, dark."""
    modes = (("system", "monitor", "As the system"), ("light", "sun", "Light"), ("dark", "moon", "Dark"))
    return rx.el.div(
        *(
            rx.el.button(
                icon(mark, small=True),
                type="button",
                on_click=set_color_mode(mode),
                custom_attrs={
                    "aria-label": f"{name} theme",
                    "title": f"{name} theme",
                    "aria-pressed": rx.cond(rx.color_mode == mode, "true", "false"),
                    "data-theme-choice": mode,
                },
            )
            for mode, mark, name in modes
        ),
        class_name="seg themes",
        role="group",
        custom_attrs={"aria-label": "Theme"},
    )
