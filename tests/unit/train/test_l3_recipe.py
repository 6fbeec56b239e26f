"""The L3 recipe gives varied, sound cards whose words can be copied from the request."""

from collections import Counter
from typing import Any

import pytest

from backend.train.recipes.l3 import COUNTS, examples
from backend.train.recipes.l3.vocabulary import HELD_OUT, TRAIN
from backend.train.recipes.l3.wordings import WORDINGS
from ui4a.carrier import CardClosed, CardParser
from ui4a.complete import complete
from ui4a.diagnostics import check
from ui4a.gbnf import accepts
from ui4a.grammar import card_rules


@pytest.fixture(scope="module")
def train() -> list[dict[str, Any]]:
    return list(examples(1, "train"))


@pytest.fixture(scope="module")
def held_out() -> list[dict[str, Any]]:
    return list(examples(1, "held_out"))


def test_the_same_seed_gives_the_same_records(held_out: list[dict[str, Any]]) -> None:
    assert list(examples(1, "held_out")) == held_out
    assert list(examples(2, "held_out")) != held_out


def test_the_vocabulary_is_wide() -> None:
    assert len(TRAIN.domains) >= 80
    assert len(TRAIN.fields) >= 120
    assert len(TRAIN.measures) >= 40
    assert len(TRAIN.options) >= 40
    assert sum(map(len, WORDINGS["train"].values())) >= 60


@pytest.mark.parametrize(
    "table",
    [
        "domains",
        "fields",
        "measures",
        "options",
        "switches",
        "items",
        "things",
        "people",
        "events",
        "tasks",
        "questions",
        "answers",
    ],
)
def test_held_out_words_are_not_trained(table: str) -> None:
    assert not {repr(word) for word in getattr(TRAIN, table)} & {repr(word) for word in getattr(HELD_OUT, table)}


def test_held_out_wordings_are_not_trained() -> None:
    for kind, wordings in WORDINGS["held_out"].items():
        assert wordings
        assert not set(wordings) & set(WORDINGS["train"][kind])


def test_every_card_is_sound_and_in_the_grammar_of_its_request(
    train: list[dict[str, Any]], held_out: list[dict[str, Any]]
) -> None:
    for record in [*train[::10], *held_out]:
        if record["kind"] == "summary":
            assert "\n" not in record["reply"]
            continue
        parser = CardParser()
        closed = [event for event in [*parser.feed(record["reply"]), *parser.finish()] if isinstance(event, CardClosed)]
        assert len(closed) == 1
        assert check(complete(closed[0].code)) == []
        said = [message["content"] for message in record["messages"]]
        earlier = said[2] if record["kind"] == "edit" else ""
        assert accepts(card_rules(said[-1], earlier), record["reply"]), (said[-1], record["reply"])


def test_kinds_are_mixed_and_summaries_are_a_few(train: list[dict[str, Any]]) -> None:
    kinds = Counter(record["kind"] for record in train)
    assert len(train) == COUNTS["train"]
    assert len(kinds) >= 20
    assert 0.05 < kinds["summary"] / len(train) < 0.11
    assert kinds["edit"] / len(train) > 0.08


def test_a_card_that_asks_ends_in_a_button(train: list[dict[str, Any]]) -> None:
    asking = [record for record in train if record["kind"] in ("form", "survey", "settings", "poll", "calculator")]
    assert all("<Button action=" in record["reply"].splitlines()[-5] for record in asking)
