"""One cell of an answer: its code, what came back, its time; folded when it is done and fine.

Covers: drawing a `Part` of kind cell. Does not cover: running it (agent_repl/component.py).
"""

# Reflex resolves the attributes of a Var when it compiles; pyright cannot see them.
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false, reportCallIssue=false, reportReturnType=false
from __future__ import annotations

import reflex as rx

from app.components.glyph import icon
from app.components.script import Code, CopyButton
from app.shown import Part


def cell(part: rx.Var[Part], code: rx.Var[str]) -> rx.Component:
    """`code` is apart from the part because it grows while the answer streams."""
    return rx.el.div(
        rx.el.details(
            rx.el.summary(
                icon("chevron-right", small=True, extra="turnable"),
                rx.el.span(f"[{part.seq + 1}]", class_name="meta mono no"),
                rx.el.span(rx.cond(part.what != "", part.what, "Writing a cell"), class_name="what mono"),
                rx.el.span(part.time, class_name="meta"),
                _outcome(part.status),
            ),
            Code.create(code=code, language="python", class_name="src"),
            _block("Output", part.output, ""),
            _block("Value", part.value, "cell-value"),
            _block("Error", part.error, "badc"),
            rx.el.div(CopyButton.create(text=code, label="Copy the cell"), class_name="cell-foot"),
            open=part.open,
            class_name="cell",
            custom_attrs={"data-testid": "cell", "data-status": part.status},
        ),
        rx.cond(
            (part.value != "") & ~part.open,
            rx.el.div(
                rx.el.span("Value", class_name="meta"),
                rx.el.span(part.value, class_name="mono", custom_attrs={"data-testid": "cell-value"}),
                class_name="cell-line",
            ),
        ),
        class_name="cells",
        role="group",
        custom_attrs={"aria-label": "Work in Python"},
    )


def _outcome(status: rx.Var[str]) -> rx.Component:
    return rx.match(
        status,
        ("ok", rx.el.span(icon("check", small=True), rx.el.span("done", class_name="vh"), class_name="okc")),
        ("error", rx.el.span(icon("x", small=True), rx.el.span("failed", class_name="vh"), class_name="badc")),
        ("timeout", rx.el.span("time limit", class_name="meta badc")),
        ("blocked", rx.el.span("blocked", class_name="meta badc")),
        rx.el.span("running", class_name="meta"),
    )


def _block(name: str, text: rx.Var[str], extra: str) -> rx.Component:
    return rx.cond(
        text != "",
        rx.el.div(rx.el.h4(name), rx.el.pre(text, tab_index=0, class_name=f"mono {extra}"), class_name="obs"),
    )
