"""The chat page: the list, the log, the composer. The same at / and at /c/[conversation].

Covers: putting the parts together. Does not cover: any of them.
"""

# Reflex resolves the attributes of a Var when it compiles; pyright cannot see them.
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false, reportCallIssue=false
from __future__ import annotations

import reflex as rx

from agent_repl.component import repl
from app.components.glyph import icon_button
from app.components.notices import announcements, banners, online, opening
from app.components.script import ChatLog, Composer, merged_turns
from app.components.sidebar import sidebar
from app.components.start import start
from app.components.turn import turns
from app.states.chat import ChatState
from app.states.conversations import ConversationsState
from app.states.engine import EngineState
from app.states.live import LiveState


def chat() -> rx.Component:
    """The page."""
    return rx.el.div(
        rx.el.a("Skip to the message box", href="#say", class_name="skip"),
        sidebar(),
        rx.el.main(_bar(), _log(), _dock(), announcements(), class_name="main"),
        repl(
            conversation=ChatState.conversation,
            cell_key=LiveState.cell_key,
            code=LiveState.cell_code,
            limit_ms=LiveState.cell_limit_ms,
            on_observation=ChatState.observed,
        ),
        class_name="app",
    )


def _bar() -> rx.Component:
    return rx.el.header(
        icon_button(
            "panel-left",
            "Conversations",
            on_click=ConversationsState.toggle_drawer,
            extra="phone",
            **{"data-testid": "drawer"},
        ),
        rx.el.h1(rx.cond(ChatState.title != "", ChatState.title, "New conversation"), dir="auto"),
        rx.el.span(class_name="grow desk"),
        icon_button("square-pen", "New conversation", on_click=ChatState.new, extra="phone"),
        class_name="bar",
    )


def _log() -> rx.Component:
    shown = merged_turns(ChatState.opened, ChatState.turns, ChatState.changed)
    return ChatLog.create(
        rx.cond(
            ChatState.opening,
            opening(),
            rx.cond(shown.length() > 0, turns(shown), start()),
        ),
        conversation=ChatState.conversation,
        fresh=ChatState.fresh,
        running=LiveState.turn != "",
    )


def _dock() -> rx.Component:
    return rx.el.div(
        rx.el.div(
            banners(),
            Composer.create(
                conversation=ChatState.conversation,
                running=LiveState.turn != "",
                online=online,
                pin=ChatState.pin,
                accepted=ChatState.accepted,
                engine=EngineState.name,
                engine_ready=EngineState.ready,
                engine_fault=EngineState.fault,
                on_send=ChatState.send,
                on_stop=ChatState.stop,
                on_pin=ChatState.choose_pin,
                on_new=ChatState.new,
            ),
            rx.el.p(
                rx.el.kbd("Enter"),
                " sends ",
                rx.el.kbd("Shift Enter"),
                " new line ",
                rx.el.kbd("Esc"),
                " stops",
                class_name="hint desk",
            ),
            class_name="dock-in",
        ),
        class_name="dock",
    )
