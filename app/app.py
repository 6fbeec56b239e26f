"""The Reflex app: pages, the routes beside them, what runs for as long as the server does.

Covers: putting them together. Does not cover: any page, route or service.
"""

from __future__ import annotations

import reflex as rx

from app.api import api
from app.pages.chat import chat
from app.security import Security
from app.services import running_services
from app.states.chat import ChatState
from app.states.engine import EngineState

app = rx.App(
    stylesheets=["tokens.css", "app.css"],
    html_lang="en",
    head_components=[
        rx.el.link(rel="icon", href="/favicon.svg", type="image/svg+xml"),
        rx.el.meta(name="viewport", content="width=device-width, initial-scale=1"),
        rx.el.meta(name="color-scheme", content="light dark"),
    ],
    api_transformer=[api, Security],
    toaster=None,
    app_wraps={},
)
app.register_lifespan_task(running_services)
app.add_page(chat, route="/", title="Petitfour", on_load=[ChatState.open, EngineState.watch])
app.add_page(chat, route="/c/[conversation]", title="Petitfour", on_load=[ChatState.open, EngineState.watch])
