"""Python faces of the page's JavaScript components.

Covers: the prose renderer, the message, the log, the composer, the keys, the merged list of turns.
Does not cover: their behaviour (*.jsx).
"""

# Reflex resolves the attributes of a Var when it compiles; pyright cannot see them.
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false, reportCallIssue=false
from __future__ import annotations

from typing import Any

import reflex as rx
from reflex_base.utils.imports import ImportVar
from reflex_base.vars import VarData
from reflex_base.vars.base import Var

from app.shown import Shown

_PROSE = rx.asset("prose.jsx", shared=True).importable_path
_KEYS = rx.asset("keys.jsx", shared=True).importable_path
_LOG = rx.asset("log.jsx", shared=True).importable_path
_COMPOSER = rx.asset("composer.jsx", shared=True).importable_path
_MESSAGE = rx.asset("message.jsx", shared=True).importable_path
rx.asset("icon.jsx", shared=True)  # the others import it
_TURNS = rx.asset("turns.js", shared=True).importable_path


def _text(text: rx.Var[str]) -> tuple[rx.Var[str]]:
    return (text,)


class Prose(rx.Component):
    """Markdown, typeset."""

    library = _PROSE
    tag = "Prose"
    lib_dependencies: list[str] = [  # noqa: RUF012  (Reflex reads the annotation)
        "react-markdown@10.1.0",
        "remark-gfm@4.0.1",
        "highlight.js@11.12.0",
    ]
    text: rx.Var[str]
    growing: rx.Var[bool]


class Code(rx.Component):
    """Highlighted code without a frame."""

    library = _PROSE
    tag = "Code"
    code: rx.Var[str]
    language: rx.Var[str]


class CopyButton(rx.Component):
    """Copies a text and says so."""

    library = _PROSE
    tag = "CopyButton"
    text: rx.Var[str]
    label: rx.Var[str]


class UserMessage(rx.Component):
    """The user's message, which can be edited; children are its other actions."""

    library = _MESSAGE
    tag = "UserMessage"
    text: rx.Var[str]
    busy: rx.Var[bool]
    refused: rx.Var[int]
    on_edit: rx.EventHandler[_text]


class ChatLog(rx.Component):
    """The scrolling log."""

    library = _LOG
    tag = "ChatLog"
    conversation: rx.Var[str]
    fresh: rx.Var[str]
    running: rx.Var[bool]


class KeySheet(rx.Component):
    """A button, and the list of all keys that it opens."""

    library = _KEYS
    tag = "KeySheet"


class Composer(rx.Component):
    """The field for the next message."""

    library = _COMPOSER
    tag = "Composer"
    conversation: rx.Var[str]
    running: rx.Var[bool]
    online: rx.Var[bool]
    pin: rx.Var[str]
    accepted: rx.Var[int]
    engine: rx.Var[str]
    engine_ready: rx.Var[bool]
    engine_fault: rx.Var[str]
    on_send: rx.EventHandler[_text]
    on_stop: rx.EventHandler[rx.event.no_args_event_spec]
    on_pin: rx.EventHandler[_text]
    on_new: rx.EventHandler[rx.event.no_args_event_spec]


def merged_turns(opened: Var[int], loaded: Var[list[Shown]], changed: Var[list[Shown]]) -> Var[list[Shown]]:
    """The turns to draw: those the conversation opened with, and those that moved since. `opened` counts openings."""
    hook = f"const mergedTurns = useTurns({opened!s}, {loaded!s}, {changed!s})"
    data = VarData.merge(
        opened._get_all_var_data(),
        loaded._get_all_var_data(),
        changed._get_all_var_data(),
        VarData(imports={_TURNS: [ImportVar(tag="useTurns")]}, hooks={hook: None}),
    )
    merged: Any = Var(_js_expr="mergedTurns", _var_type=list[Shown], _var_data=data).guess_type()
    return merged
