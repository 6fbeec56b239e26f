"""What the page says about itself: no connection, an engine that is down, a message that was refused, loading.

Covers: banners, the live region, the skeleton of an opening conversation. Does not cover: a turn's note (turn.py).
"""

# Reflex resolves the attributes of a Var when it compiles; pyright cannot see them.
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false, reportCallIssue=false
from __future__ import annotations

import reflex as rx
from reflex_components_core.core.banner import has_connection_errors

from app.components.glyph import icon, icon_button
from app.states.chat import ChatState
from app.states.engine import EngineState
from app.states.live import LiveState

online = ~has_connection_errors
"""False while the event socket is gone."""


def banners() -> rx.Component:
    """Above the composer, one line each: what happened, what was kept, what to do."""
    return rx.fragment(
        rx.cond(
            has_connection_errors,
            rx.el.div(
                icon("wifi-off"),
                rx.el.span(
                    "No connection to Petitfour. What you type is kept and goes out when it is back.", class_name="grow"
                ),
                class_name="banner",
                role="status",
                custom_attrs={"data-testid": "offline"},
            ),
        ),
        rx.cond(
            EngineState.fault != "",
            rx.el.div(
                icon("unplug"),
                rx.el.span(rx.el.b("The engine is down. "), EngineState.fault, class_name="grow"),
                class_name="banner bad",
                role="alert",
                custom_attrs={"data-testid": "engine-down"},
            ),
        ),
        rx.cond(
            ChatState.notice != "",
            rx.el.div(
                icon("circle-alert"),
                rx.el.span(
                    ChatState.notice, " ", rx.el.span(ChatState.notice_code, class_name="mono meta"), class_name="grow"
                ),
                icon_button("x", "Dismiss", on_click=ChatState.dismiss),
                class_name="banner bad",
                role="alert",
                custom_attrs={"data-testid": "notice"},
            ),
        ),
    )


def announcements() -> rx.Component:
    """The polite region: who is writing, then that the answer is there."""
    return rx.el.p(
        LiveState.said, class_name="vh", role="status", aria_live="polite", custom_attrs={"data-testid": "said"}
    )


def opening() -> rx.Component:
    """The final layout without its words; it shows only when opening takes longer than a quarter of a second."""
    widths = ("100%", "94%", "61%")
    return rx.el.div(
        rx.el.div(class_name="sk say-sk"),
        *(rx.el.div(class_name="sk", style={"inlineSize": width}) for width in widths),
        rx.el.span("Opening the conversation", class_name="meta"),
        class_name="skg",
        role="status",
    )
