"""The empty page: a greeting and four ways to begin, one for each specialist.

Covers: drawing it. Does not cover: sending an example (the composer takes it over, so that it can be changed first).
"""

from __future__ import annotations

import reflex as rx

from app.components.glyph import glyph, icon

EXAMPLES = (
    ("L0", "Talk it through", "Help me tell my sister I can't host this year", "L0 chat answers in prose"),
    ("L1", "Work it out", "What is 17% of 2340?", "L1 agent runs Python in your browser"),
    (
        "L2",
        "Write or fix code",
        "Write a Python function that removes duplicates but keeps the order",
        "L2 coding writes it",
    ),
    ("L3", "Make something to use", "A dinner rota for four, with swaps", "L3 GenUI draws a small app"),
)
_TOPS = {
    "L0": "M11 28a13 13 0 0 1 26 0Z",
    "L1": "M12.5 28 24 11.5 35.5 28Z",
    "L2": "M13 28V17a3 3 0 0 1 3-3h16a3 3 0 0 1 3 3v11Z",
    "L3": "M12 28a6 6 0 0 1 1.5-9.6 6.6 6.6 0 0 1 10.5-5.2 6.6 6.6 0 0 1 10.5 5.2A6 6 0 0 1 36 28Z",
}


def start() -> rx.Component:
    """What is there before the first message."""
    return rx.el.section(
        rx.el.h2("What shall we make?"),
        rx.el.p(
            "Four specialists share one box. Ask in your own words and the right one answers; "
            "you can always pick another."
        ),
        rx.el.ul(
            *(_example(*example) for example in EXAMPLES),
            class_name="starts",
            custom_attrs={"aria-label": "Starting points"},
        ),
        rx.el.p(icon("hard-drive", small=True), "Runs on this machine. Nothing leaves it.", class_name="below"),
        class_name="first-in",
        custom_attrs={"aria-label": "Start", "data-testid": "start"},
    )


def _example(label: str, title: str, words: str, does: str) -> rx.Component:
    return rx.el.li(
        rx.el.button(
            _cake(label),
            rx.el.span(
                rx.el.b(title),
                rx.el.span(f"“{words}”", class_name="ex"),
                rx.el.span(glyph(label), does, class_name="meta"),
            ),
            type="button",
            class_name=f"start {label.lower()}",
            custom_attrs={"data-example": words},
        )
    )


def _cake(label: str) -> rx.Component:
    paper = {"fill": "var(--pf-surface)", "stroke": "var(--pf-ink-2)"}
    return rx.el.svg(
        rx.el.svg.path(d=_TOPS[label], class_name="icing"),
        rx.el.svg.path(
            d="M9.5 28h29l-3.6 13.2h-21.8Z", style={**paper, "strokeWidth": "1.5", "strokeLinejoin": "round"}
        ),
        rx.el.svg.path(
            d="M15.2 28.6l1.9 12M20.9 28.6l.9 12M27.1 28.6l-.9 12M32.8 28.6l-1.9 12",
            style={"stroke": "var(--pf-ink-2)", "strokeWidth": "1.1", "opacity": ".6"},
        ),
        class_name=f"cake {label.lower()}",
        view_box="0 0 48 48",
        custom_attrs={"aria-hidden": "true"},
    )
