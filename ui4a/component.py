"""A card as a Reflex component: `card(...)` draws a live card in its isolated frame.

Covers: the properties and events of the browser host. Does not cover: the frame (ui4a/runtime), the policies around it
(ui4a/isolation.py), where code and state are kept (the app).
"""

from collections.abc import Callable
from typing import Any, cast

import reflex as rx

_HOST = rx.asset("card_host.jsx", shared=True)


def _on_action(action: rx.Var[dict[str, Any]]) -> tuple[rx.Var[dict[str, Any]]]:
    return (action,)


def _on_state(surface: rx.Var[str], state: rx.Var[dict[str, Any]]) -> tuple[rx.Var[str], rx.Var[dict[str, Any]]]:
    return surface, state


def _on_diagnostic(
    surface: rx.Var[str], diagnostic: rx.Var[dict[str, Any]]
) -> tuple[rx.Var[str], rx.Var[dict[str, Any]]]:
    return surface, diagnostic


class CardHost(rx.NoSSRComponent):
    """Draws `code`, also while it grows (`streaming`); a broken or hanging card says so and shows its source.

    `state` is what the card starts with; later changes of it are not fed back, since the card made them.
    """

    library = _HOST.importable_path
    tag = "CardHost"

    code: rx.Var[str]
    streaming: rx.Var[bool]
    surface: rx.Var[str]
    state: rx.Var[dict[str, Any]]
    on_action: rx.EventHandler[_on_action]
    """`(action)`: an Action, version 1 (see ui4a/runtime/src/protocol.ts), after the reader pressed something."""
    on_state: rx.EventHandler[_on_state]
    """`(surface, state)`: all named values, at most about seven times a second."""
    on_diagnostic: rx.EventHandler[_on_diagnostic]
    """`(surface, {phase, message, line, last})`; `last`: the final version could not be drawn, or was ended."""


card = cast("Callable[..., rx.Component]", CardHost.create)  # pyright: ignore[reportUnknownMemberType]
"""Untyped in reflex 0.10.1, hence the cast."""
