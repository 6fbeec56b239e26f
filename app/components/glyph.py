"""Marks: the four glyphs of the specialists, line icons, the brand.

Covers: drawing one from the sprite assets/icons.svg. Does not cover: any text beside it.
"""

# Reflex resolves the attributes of a Var when it compiles; pyright cannot see them.
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false, reportCallIssue=false
from __future__ import annotations

import reflex as rx


def icon(name: str | rx.Var[str], *, small: bool = False, extra: str = "") -> rx.Component:
    """A line icon; decoration, so hidden from assistive technology."""
    classes = " ".join(part for part in ("i", "s" if small else "", extra) if part)
    return rx.el.svg(
        rx.el.svg.use(href=f"/icons.svg#i-{name}"), class_name=classes, custom_attrs={"aria-hidden": "true"}
    )


def glyph(label: rx.Var[str] | str, *, extra: str = "") -> rx.Component:
    """A specialist's silhouette in its icing."""
    name = label.lower()
    return rx.el.svg(
        rx.el.svg.use(href=f"/icons.svg#g-{name}"),
        class_name=f"g {name} {extra}".strip() if isinstance(name, str) else f"g {name} {extra}",
        view_box="0 0 16 16",
        custom_attrs={"aria-hidden": "true"},
    )


def brand_mark() -> rx.Component:
    """The box of four."""
    return rx.el.svg(
        rx.el.svg.use(href="/icons.svg#brand"),
        class_name="mark",
        view_box="0 0 28 28",
        custom_attrs={"aria-hidden": "true"},
    )


def icon_button(
    name: str, label: str, *, on_click: rx.event.EventType[()] | None = None, extra: str = "", **attrs: object
) -> rx.Component:
    """A square button whose label is spoken and shown as a tip."""
    return rx.el.button(
        icon(name),
        type="button",
        class_name=f"ib {extra}".strip(),
        custom_attrs={"aria-label": label, "title": label, **attrs},
        on_click=on_click,
    )
