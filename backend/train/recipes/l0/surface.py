"""Surface: small changes that people make to a message and that never change who should answer it.

Covers: case, final punctuation, typing errors, greetings, politeness, a sentence before or after, and instructions
that name a label (an attack that must not decide).
Does not cover: anything that touches the meaning. Languages other than English only get case and punctuation.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from backend.train.recipes.l0.banks import LABELS, Split, kept, lines

_PLAIN_SHARE = 0.40
_INJECTED_SHARE = 0.05
_SHOUTED_SHARE = 0.08
_SHOUTED_MAX_CHARS = 60
_MIN_CHARS_FOR_COMPANY = 12


def vary(text: str, rng: random.Random, split: Split, *, english: bool = True) -> str:
    """One way of typing `text`: as it stands in two of five cases, otherwise with one or two changes."""
    if rng.random() < _PLAIN_SHARE:
        return text
    changes: list[Callable[[str, random.Random, Split], str]] = [_lower, _unpunctuated, _punctuated]
    if english and len(text) >= _MIN_CHARS_FOR_COMPANY:
        changes += [_mistyped, _greeted, _polite, _introduced, _followed]
    for change in rng.sample(changes, rng.choice((1, 1, 2))):
        text = change(text, rng, split)
    if english and rng.random() < _INJECTED_SHARE:
        text = _injected(text, rng, split)
    return text


def _lower(text: str, rng: random.Random, split: Split) -> str:
    if rng.random() < _SHOUTED_SHARE and len(text) < _SHOUTED_MAX_CHARS:
        return text.upper()
    return text.lower() if rng.random() < 0.6 else text[:1].lower() + text[1:]


def _unpunctuated(text: str, rng: random.Random, split: Split) -> str:
    return _open_ended(text)


def _punctuated(text: str, rng: random.Random, split: Split) -> str:
    if "\n" in text or text.endswith('"'):
        return text
    return _open_ended(text) + rng.choice(("!", "...", "??", " ?", ".", "!!", " :)"))


def _mistyped(text: str, rng: random.Random, split: Split) -> str:
    """Two letters swapped or one doubled inside one word of at least five letters, or one apostrophe lost."""
    words = text.split(" ")
    places = [index for index, word in enumerate(words) if len(word) >= 5 and word.isalpha()]
    if not places:
        return text.replace("'", "")
    index = rng.choice(places)
    word, at = words[index], rng.randrange(1, len(words[index]) - 2)
    words[index] = rng.choice(
        (
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + word[at] + word[at:],
        )
    )
    return " ".join(words)


def _greeted(text: str, rng: random.Random, split: Split) -> str:
    return f"{rng.choice(kept(lines('surface/greetings.txt'), split))} {text}"


def _polite(text: str, rng: random.Random, split: Split) -> str:
    words = rng.choice(kept(lines("surface/politeness.txt"), split))
    if "\n" in text:
        return f"{text}\n{words.lstrip(' ,')}"
    return _open_ended(text) + ("" if words.startswith(",") else " ") + words


def _introduced(text: str, rng: random.Random, split: Split) -> str:
    return f"{rng.choice(kept(lines('surface/before.txt'), split))} {text}"


def _followed(text: str, rng: random.Random, split: Split) -> str:
    gap = "\n" if "\n" in text else " " if text.endswith((".", "!", "?")) else ". "
    return text + gap + rng.choice(kept(lines("surface/after.txt"), split))


def _injected(text: str, rng: random.Random, split: Split) -> str:
    order = rng.choice(kept(lines("surface/injections.txt"), split)).replace("{label}", rng.choice(LABELS))
    return f"{order} {text}" if rng.random() < 0.5 else f"{text}\n{order}"


def _open_ended(text: str) -> str:
    return text.rstrip(".!?") or text
