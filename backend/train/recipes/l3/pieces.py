"""Parts of a card as values, so that a follow-up can change one and print the card again.

Covers: one constructor per kind of element that our adapter writes, and a card of them as text.
Does not cover: which elements a request wants (requests.py, defaults.py).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from backend.train.recipes.l3.vocabulary import FieldWord, Options
from ui4a import compose

CHARTS: Mapping[str, str] = {"bar": "Bars", "line": "Lines", "pie": "Slices"}
UNKNOWN = "–"
SHOWN = {
    "Bars": "a bar chart",
    "Lines": "a line chart",
    "Slices": "a pie chart",
    "DataTable": "a table",
    "Timeline": "a timeline",
    "Text": "text",
}
PLURAL = ("prices", "settings", "preferences", "numbers", "questions", "notifications", "returns", "stats")


@dataclass(frozen=True, slots=True)
class Piece:
    """One element: its component, props and children."""

    name: str
    props: Mapping[str, compose.PropValue] = field(default_factory=dict[str, compose.PropValue])
    children: "str | tuple[Piece, ...] | None" = None

    def source(self) -> str:
        """The element as TSX."""
        children = self.children
        if isinstance(children, tuple):
            return compose.element(self.name, [child.source() for child in children], **self.props)
        return compose.element(self.name, children, **self.props)

    def having(self, **props: compose.PropValue) -> "Piece":
        """The same element with some props changed."""
        return replace(self, props={**self.props, **props})


@dataclass(frozen=True, slots=True)
class Card:
    """A card and what is said about it. `kind` is the kind of request it answers."""

    kind: str
    request: str
    title: str
    pieces: tuple[Piece, ...]
    sentence: str

    def reply(self) -> str:
        """The whole answer."""
        root = compose.element("Card", [piece.source() for piece in self.pieces], title=self.title)
        return compose.reply(self.sentence, root)

    def named(self) -> list[str]:
        """What a reader would say the card shows, in order: labels, and for charts and tables what they are."""
        found: list[str] = []
        for piece in self.pieces:
            inner = piece.children if isinstance(piece.children, tuple) else (piece,)
            for part in inner:
                found.append(str(part.props.get("label") or part.props.get("title") or SHOWN.get(part.name, "")))
        return [name for name in found if name]

    def labels(self) -> list[str]:
        """The labels of its elements, in order."""
        return [str(piece.props["label"]) for piece in self.pieces if "label" in piece.props]


def cap(text: str) -> str:
    """The text with its first letter upper-case, the rest as it was; "iPhone" stays."""
    return text if text[1:2].isupper() else text[:1].upper() + text[1:]


def control(word: FieldWord) -> Piece:
    """The control for a field."""
    label = cap(word.name)
    match word.kind:
        case "area":
            return Piece("Textarea", {"label": label})
        case "check":
            return Piece("Checkbox", {"label": label})
        case "text":
            return Piece("Input", {"label": label})
        case _:
            return Piece("Input", {"label": label, "type": word.kind})


def choice(options: Options, kind: Literal["select", "radio", "check", ""] = "", label: str = "") -> Piece:
    """A choice; a few options show as radio buttons, many as a select."""
    kind = kind or ("radio" if len(options.values) <= 3 else "select")
    return Piece(
        "Choice", {"label": label or cap(options.name), "kind": kind, "options": list(map(cap, options.values))}
    )


def question(text: str, choices: Sequence[str], answer: str) -> Piece:
    """A quiz question that knows its answer."""
    return Piece("Choice", {"label": text, "kind": "radio", "options": list(choices), "answer": answer})


def button(action: str) -> Piece:
    """The button that sends the card."""
    return Piece("Button", {"action": action}, action)


def stats(pairs: Sequence[tuple[str, str]]) -> Piece:
    """Figures side by side."""
    return Piece("StatGrid", {}, tuple(Piece("Stat", {"label": cap(name), "value": value}) for name, value in pairs))


def chart(shape: str, points: Sequence[tuple[str, float]], title: str = "") -> Piece:
    """A chart of labelled numbers."""
    data = [[cap(name), value] for name, value in points]
    return Piece(CHARTS[shape], {"title": title, "data": data} if title else {"data": data})


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Piece:
    """A table of strings."""
    return Piece("DataTable", {"columns": list(columns), "rows": [list(row) for row in rows]})


def timeline(steps: Sequence[tuple[str, str]]) -> Piece:
    """Steps with their time."""
    return Piece("Timeline", {"items": [[cap(when), cap(what)] for when, what in steps]})


def progress(label: str, value: int, maximum: int) -> Piece:
    """A progress bar."""
    return Piece("Progress", {"label": cap(label), "value": value, "max": maximum})


def text(words: str) -> Piece:
    """A paragraph."""
    return Piece("Text", {}, cap(words))


def announced(title: str) -> str:
    """The sentence before a card: what it is."""
    noun = title if title[1:2].isupper() else title[:1].lower() + title[1:]
    return f"Here {'are' if noun.split()[-1].lower() in PLURAL else 'is'} the {noun}."
