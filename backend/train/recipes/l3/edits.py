"""Follow-ups: a message that changes the card before it, and the changed card.

Covers: adding and removing a field, the title, the button, the chart's shape, an option, an item of a list.
Does not cover: first requests (requests.py, defaults.py).
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace

from backend.train.recipes.l3 import pieces
from backend.train.recipes.l3.pieces import CHARTS, Card, Piece, cap
from backend.train.recipes.l3.requests import OTHER_ACTIONS, TITLES
from backend.train.recipes.l3.vocabulary import WORDS, Split
from backend.train.recipes.l3.wordings import EDITS

INPUTS = ("Input", "Textarea", "Checkbox", "Switch", "Slider", "Choice")


def edited(card: Card, rng: random.Random, split: Split) -> Card | None:
    """A follow-up on the card with the card it wants, or None where nothing fits."""
    kinds = [kind for kind, (fits, _) in CHANGES.items() if fits(card)]
    kind = rng.choice(kinds)
    word, changed = CHANGES[kind][1](card, rng, split)
    if changed is None:
        return None
    message = rng.choice(EDITS[split][kind]).format(x=word)
    message = cap(message) if rng.random() < 0.5 else message
    sentence = {
        "title": f"The title is now {changed.title}.",
        "chart": f"Here it is as a {word} chart.",
        "remove": f"I removed {word}.",
        "action": f"The button now says {word}.",
    }.get(kind, f"I added {word}.")
    return replace(changed, kind="edit", request=message, sentence=sentence)


def _with_inputs(card: Card) -> bool:
    return sum(piece.name in INPUTS for piece in card.pieces) >= 2 and card.pieces[-1].name == "Button"


def _with_chart(card: Card) -> bool:
    return card.pieces[-1].name in CHARTS.values()


def _with_list(card: Card) -> bool:
    return card.pieces[0].props.get("kind") == "check"


def _with_options(card: Card) -> bool:
    return any(piece.name == "Choice" and "answer" not in piece.props for piece in card.pieces[:-1])


def _add(card: Card, rng: random.Random, split: Split) -> tuple[str, Card | None]:
    word = rng.choice(WORDS[split].fields)
    if cap(word.name) in card.labels():
        return word.name, None
    return word.name, replace(card, pieces=(*card.pieces[:-1], pieces.control(word), card.pieces[-1]))


def _remove(card: Card, rng: random.Random, split: Split) -> tuple[str, Card | None]:
    gone = rng.choice([piece for piece in card.pieces if piece.name in INPUTS])
    label = str(gone.props["label"])
    kept = tuple(piece for piece in card.pieces if piece is not gone)
    return label if label[1:2].isupper() else label.lower(), replace(card, pieces=kept)


def _retitle(card: Card, rng: random.Random, split: Split) -> tuple[str, Card | None]:
    title = rng.choice((rng.choice(TITLES[split]), cap(rng.choice(WORDS[split].domains))))
    return title, replace(card, title=title)


def _action(card: Card, rng: random.Random, split: Split) -> tuple[str, Card | None]:
    action = rng.choice(OTHER_ACTIONS[split])
    return action, replace(card, pieces=(*card.pieces[:-1], pieces.button(action)))


def _chart(card: Card, rng: random.Random, split: Split) -> tuple[str, Card | None]:
    drawn = card.pieces[-1]
    shape = rng.choice([shape for shape, name in CHARTS.items() if name != drawn.name])
    return shape, replace(card, pieces=(*card.pieces[:-1], Piece(CHARTS[shape], drawn.props)))


def _more(card: Card, found: int, word: str) -> Card:
    piece = card.pieces[found]
    options = piece.props["options"]
    assert isinstance(options, list), "a choice has a list of options"
    longer = piece.having(options=[*options, cap(word)])
    return replace(card, pieces=(*card.pieces[:found], longer, *card.pieces[found + 1 :]))


def _option(card: Card, rng: random.Random, split: Split) -> tuple[str, Card | None]:
    found = next(i for i, piece in enumerate(card.pieces) if piece.name == "Choice" and "answer" not in piece.props)
    word = rng.choice(rng.choice(WORDS[split].options).values)
    present = card.pieces[found].props["options"]
    return word, None if isinstance(present, list) and cap(word) in present else _more(card, found, word)


def _item(card: Card, rng: random.Random, split: Split) -> tuple[str, Card | None]:
    word = rng.choice(WORDS[split].items)
    present = card.pieces[0].props["options"]
    return word, None if isinstance(present, list) and cap(word) in present else _more(card, 0, word)


Change = Callable[[Card, random.Random, Split], tuple[str, Card | None]]
CHANGES: Mapping[str, tuple[Callable[[Card], bool], Change]] = {
    "add": (_with_inputs, _add),
    "remove": (_with_inputs, _remove),
    "title": (lambda card: True, _retitle),
    "action": (_with_inputs, _action),
    "chart": (_with_chart, _chart),
    "option": (_with_options, _option),
    "item": (_with_list, _item),
}
