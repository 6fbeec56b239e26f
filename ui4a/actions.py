"""Actions: what a card sends when the reader presses something in it.

Covers: reading one (version 1), the user message that it becomes.
Does not cover: making one (ui4a/runtime), sending it on (the app).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

VERSION = 1
MESSAGE_LIMIT_CHARS = 2_000
VALUE_LIMIT_CHARS = 400
VALUES_LIMIT = 40

Value = str | int | float | bool | None | list[str | int | float]


class ActionInvalid(ValueError):
    """What a page reported is not an action of this version; the message says what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """The surface and the component that an action came from."""

    surface: str
    component: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One press: what it says, and the card's named values at that moment."""

    origin: Origin
    state: Mapping[str, Value]
    execution: Literal["message"]
    visibility: Literal["ai"]
    message: str


def read_action(data: Mapping[str, Any]) -> Action:
    """The action that a page reports; a page can send anything.

    Raises:
        ActionInvalid: it is not an action of this version.
    """
    try:
        if data["version"] != VERSION or data["execution"] != "message" or data["visibility"] != "ai":
            raise ActionInvalid("the card sent an action of another version; reload the page")
        origin = Origin(surface=_text(data["origin"]["surface"]), component=_text(data["origin"]["component"]))
        state = {_text(name): _value(value) for name, value in list(data["state"].items())[:VALUES_LIMIT]}
        message = _text(data["message"])[:MESSAGE_LIMIT_CHARS]
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise ActionInvalid("the card sent something that is not an action; reload the page") from error
    return Action(origin=origin, state=state, execution="message", visibility="ai", message=message)


def action_message(action: Action) -> str:
    """The user message that an action stands for: what was pressed, then each value on its line."""
    lines = [f"- {name}: {_written(value)}" for name, value in action.state.items() if value not in (None, "", [])]
    return "\n".join([action.message.strip() or "Done", *lines])


def _written(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = ", ".join(str(item) for item in value) if isinstance(value, list) else str(value)
    return " ".join(text.split())[:VALUE_LIMIT_CHARS]


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not text")
    return value


def _item(value: object) -> str | int | float:
    if not isinstance(value, str | int | float):
        raise TypeError("not a value of a list")
    return value


def _value(value: object) -> Value:
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, list):
        return [_item(item) for item in cast("list[object]", value)]  # checked item by item
    raise TypeError("not a value of a control")
