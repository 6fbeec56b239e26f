"""The route chip and what it unfolds: distribution, hops, answering with another specialist.

Covers: drawing one `Route` with its hops. Does not cover: how it was decided (backend/mol/route.py).
"""

# Reflex resolves the attributes of a Var when it compiles; pyright cannot see them.
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false, reportCallIssue=false
from __future__ import annotations

import reflex as rx

from app.components.glyph import glyph, icon
from app.shown import Bar, HopRow, Route
from app.states.chat import ChatState


def chip(turn: rx.Var[str], route: rx.Var[Route], hops: rx.Var[list[HopRow]], phase: rx.Var[str]) -> rx.Component:
    """Who answers; a press says why. `phase` is empty once the answer stands."""
    return rx.el.div(
        rx.cond(
            route.label != "",
            rx.el.details(
                rx.el.summary(
                    glyph(route.label),
                    route.name,
                    rx.cond(route.confidence != "", rx.el.em(route.confidence)),
                    rx.cond((phase != "") & (phase != "writing"), rx.el.em(phase, class_name="phase")),
                    icon("chevron-up", small=True),
                    class_name=rx.cond(route.unsure, "chip unsure", "chip"),
                    custom_attrs={"aria-label": f"Answered by {route.name} {route.confidence}. Why?"},
                ),
                _popover(turn, route, hops, phase),
                class_name="route",
                custom_attrs={"data-testid": "route", "data-label": route.label},
            ),
            rx.cond(phase != "", rx.el.span("Choosing who answers", class_name="chip waiting")),
        ),
        class_name="ans-head",
    )


def _popover(turn: rx.Var[str], route: rx.Var[Route], hops: rx.Var[list[HopRow]], phase: rx.Var[str]) -> rx.Component:
    return rx.el.div(
        rx.el.h3(route.headline),
        rx.el.p(route.reason),
        rx.cond(route.bars.length() > 0, rx.el.ul(rx.foreach(route.bars, _bar), class_name="dist")),
        rx.cond(
            hops.length() > 0,
            rx.el.table(
                rx.el.thead(
                    rx.el.tr(*(rx.el.th(word, scope="col") for word in ("Hop", "prompt", "cached", "out", "time")))
                ),
                rx.el.tbody(rx.foreach(hops, _hop)),
                class_name="hops",
            ),
        ),
        rx.cond(
            phase == "",
            rx.el.div(
                rx.el.span("Answer with"),
                rx.foreach(route.others, lambda label: _answer_with(turn, label)),
                class_name="with",
            ),
        ),
        class_name="pop",
    )


def _bar(bar: rx.Var[Bar]) -> rx.Component:
    return rx.el.li(
        glyph(bar.label),
        rx.cond(bar.chosen, rx.el.b(bar.name), rx.el.span(bar.name)),
        rx.el.span(rx.el.i(style={"width": bar.width}), class_name="t"),
        rx.el.span(bar.share, class_name="num"),
        class_name=bar.label.lower(),
    )


def _hop(hop: rx.Var[HopRow]) -> rx.Component:
    cells = (hop.prompt, hop.cached, hop.out, hop.time)
    return rx.el.tr(rx.el.td(hop.name), *(rx.el.td(cell) for cell in cells))


def _answer_with(turn: rx.Var[str], label: rx.Var[str]) -> rx.Component:
    return rx.el.button(
        glyph(label),
        label,
        type="button",
        class_name="btn",
        custom_attrs={"aria-label": f"Answer with {label} instead"},
        on_click=ChatState.again(turn, label),
    )
