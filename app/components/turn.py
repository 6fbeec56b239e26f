"""One turn: the user's message, the chip, the answer's parts, how it ended, what can be done with it.

Covers: finished and growing turns alike, so that a card keeps its frame when the stream ends.
Does not cover: the chip's popover (route.py), cells (cell.py), cards (ui4a/component.py).
"""

# Reflex resolves the attributes of a Var when it compiles; pyright cannot see them.
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false, reportCallIssue=false, reportReturnType=false
from __future__ import annotations

import reflex as rx

from app.components.cell import cell
from app.components.glyph import icon, icon_button
from app.components.route import chip
from app.components.script import CopyButton, Prose, UserMessage
from app.shown import HopRow, Note, Part, Route, Shown
from app.states.chat import ChatState
from app.states.live import LiveState
from ui4a.component import card


def turns(shown: rx.Var[list[Shown]]) -> rx.Component:
    """All turns; only the growing one hears about deltas."""
    return rx.foreach(shown, _keyed)


def _keyed(turn: rx.Var[Shown]) -> rx.Component:
    live = LiveState.turn == turn.id
    return turn_item(
        turn=turn,
        live=live,
        busy=LiveState.turn != "",
        refused=ChatState.refused,
        fresh=ChatState.fresh == turn.id,
        route=rx.cond(live, LiveState.route, turn.route),
        parts=rx.cond(live, LiveState.parts, turn.parts),
        hops=rx.cond(live, LiveState.hops, turn.hops),
        phase=rx.cond(live, LiveState.phase, ""),
        text=rx.cond(live, LiveState.text, ""),
        key=turn.id,
    )


@rx.memo
def turn_item(
    turn: rx.Var[Shown],
    live: rx.Var[bool],
    busy: rx.Var[bool],
    refused: rx.Var[int],
    fresh: rx.Var[bool],
    route: rx.Var[Route],
    parts: rx.Var[list[Part]],
    hops: rx.Var[list[HopRow]],
    phase: rx.Var[str],
    text: rx.Var[str],
    rest: rx.RestProp,
) -> rx.Component:
    """One turn. `text` is the last part's text while `live`."""
    last = parts.length() - 1
    return rx.el.section(
        rest,
        rx.el.div(
            UserMessage.create(
                rx.el.span(CopyButton.create(text=turn.text, label="Copy message"), class_name="desk"),
                text=turn.text,
                busy=busy,
                refused=refused,
                on_edit=lambda text: ChatState.edit(turn.id, text),
            ),
            class_name="user",
        ),
        rx.el.article(
            chip(turn.id, route, hops, phase),
            rx.foreach(parts, lambda part, at: _part(part, live & (at == last), text)),
            rx.cond(live & (phase != "writing"), rx.el.p(rx.el.span(class_name="caret"), class_name="prose")),
            _note(turn.id, turn.note),
            rx.cond(live, rx.fragment(), _actions(turn)),
            class_name=f"ans {route.label.lower()}",
        ),
        class_name=rx.cond(fresh, "turn fresh", "turn"),
        tab_index=-1,
        custom_attrs={
            "data-turn": turn.id,
            "data-testid": "turn",
            "data-live": rx.cond(live, "true", "false"),
            "aria-label": "Turn",
        },
    )


def _part(part: rx.Var[Part], growing: rx.Var[bool], text: rx.Var[str]) -> rx.Component:
    shown = rx.cond(growing, text, part.text)
    return rx.match(
        part.kind,
        ("prose", Prose.create(text=shown, growing=growing)),
        ("cell", cell(part, shown)),
        ("card", _card(part, growing, shown)),
        rx.fragment(),
    )


def _card(part: rx.Var[Part], growing: rx.Var[bool], code: rx.Var[str]) -> rx.Component:
    return rx.el.div(
        card(
            code=code,
            streaming=growing,
            surface=part.surface,
            state=part.state,
            on_action=ChatState.act,
            on_state=ChatState.keep_state,
        ),
        class_name="cardbox",
        custom_attrs={"data-testid": "card"},
    )


def _note(turn: rx.Var[str], note: rx.Var[Note]) -> rx.Component:
    return rx.cond(
        note.kind != "",
        rx.el.div(
            rx.match(
                note.kind,
                ("bad", icon("circle-alert")),
                ("warn", icon("rotate-ccw")),
                icon("square"),
            ),
            rx.el.div(
                rx.el.p(note.title, class_name="note-title"),
                rx.cond(note.text != "", rx.el.p(note.text)),
                rx.cond(note.code != "", rx.el.p(note.code, class_name="mono meta")),
                rx.el.div(
                    rx.el.button("Answer again", type="button", class_name="btn", on_click=ChatState.again(turn, "")),
                    class_name="btns",
                ),
                class_name="grow",
            ),
            class_name=f"note {note.kind}",
            role=rx.cond(note.kind == "bad", "alert", "note"),
            custom_attrs={"data-testid": "note"},
        ),
    )


def _actions(turn: rx.Var[Shown]) -> rx.Component:
    return rx.el.div(
        rx.el.span(CopyButton.create(text=turn.answer, label="Copy answer"), custom_attrs={"data-act": "copy"}),
        icon_button("refresh-cw", "Answer again", on_click=ChatState.again(turn.id, ""), **{"data-act": "again"}),
        rx.cond(turn.version != "", _pager(turn)),
        rx.el.span(turn.duration, class_name="meta"),
        class_name="acts",
    )


def _pager(turn: rx.Var[Shown]) -> rx.Component:
    return rx.el.span(
        rx.el.button(
            icon("chevron-left", small=True),
            type="button",
            class_name="ib",
            disabled=turn.earlier == "",
            on_click=ChatState.version(turn.earlier),
            custom_attrs={"aria-label": "Previous version", "data-act": "earlier"},
        ),
        turn.version,
        rx.el.button(
            icon("chevron-right", small=True),
            type="button",
            class_name="ib",
            disabled=turn.later == "",
            on_click=ChatState.version(turn.later),
            custom_attrs={"aria-label": "Next version", "data-act": "later"},
        ),
        class_name="pager",
    )
