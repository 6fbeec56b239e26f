"""The recipe of L0: what its two splits share (nothing), how it is balanced, and that it can be repeated."""

from __future__ import annotations

import random
from collections import Counter
from typing import get_args

import pytest

from backend.mol.route import ROUTE_HEAD, route_user
from backend.train.recipes.l0 import Split, examples
from backend.train.recipes.l0.banks import LABELS, MAX_REPEATS, bare, kept, lines, rows, split_of, table
from backend.train.recipes.l0.chat import conversations
from backend.train.recipes.l0.routing import RECORDS_PER_LABEL, SHARES, fill, route_records, situations
from backend.train.recipes.l0.surface import vary

SPLITS: tuple[Split, ...] = get_args(Split)
SOURCES_OF_WHOLE_MESSAGES = ("written", "long", "language", "follow_up")


def records(split: Split, seed: int = 1) -> list[dict]:
    return list(examples(seed, split))


def routed(split: Split) -> list[dict]:
    return [record for record in records(split) if record["kind"] == "route"]


@pytest.mark.parametrize("split", SPLITS)
def test_the_same_seed_gives_the_same_records_and_another_seed_others(split: Split) -> None:
    assert records(split, 7) == records(split, 7)
    assert records(split, 7) != records(split, 8)


def test_no_hand_written_message_is_in_both_splits() -> None:
    sides = [
        {
            bare(one.message)
            for label in LABELS
            for source in SOURCES_OF_WHOLE_MESSAGES
            for one in situations(source, label, split)
        }
        for split in SPLITS
    ]
    assert sides[0] & sides[1] == set()


@pytest.mark.parametrize("label", LABELS)
def test_no_template_is_in_both_splits(label: str) -> None:
    train, held_out = (set(kept(lines(f"templates/{label}.txt"), split)) for split in SPLITS)
    assert train & held_out == set()
    assert len(train) >= 60
    assert len(held_out) >= 5


@pytest.mark.parametrize("slot", sorted(table("slots.toml")))
def test_no_filler_is_in_both_splits(slot: str) -> None:
    train, held_out = (set(kept(table("slots.toml")[slot], split)) for split in SPLITS)
    assert train & held_out == set()
    assert len(train) >= 40
    assert held_out


def test_a_line_keeps_its_split_when_its_case_or_end_changes() -> None:
    assert split_of("Make it blue.") == split_of("make it blue") == split_of("MAKE IT BLUE!!")


@pytest.mark.parametrize("split", SPLITS)
def test_every_label_has_its_full_share_of_every_source(split: Split) -> None:
    counts = Counter((record["reply"], record["source"]) for record in routed(split))
    assert counts == {
        (label, source): round(RECORDS_PER_LABEL[split] * share) for label in LABELS for source, share in SHARES.items()
    }


@pytest.mark.parametrize("label", LABELS)
def test_train_has_at_least_220_hand_written_requests_of_each_label(label: str) -> None:
    assert len({bare(one.message) for one in situations("written", label, "train")}) >= 220


def test_no_message_stands_twice_in_the_banks_of_requests() -> None:
    texts = [text for label in LABELS for text in lines(f"requests/{label}.txt")]
    texts += [text for name in ("traps.txt", "long.txt", "languages.txt") for _, text in rows(name, 2)]
    assert [text for text, count in Counter(map(bare, texts)).items() if count > 1] == []


def test_a_hand_written_follow_up_is_used_at_most_three_times() -> None:
    written = {(one.before, one.message) for label in LABELS for one in situations("follow_up", label, "train")}
    assert len(rows("situations.txt", 3)) >= 120
    assert len(written) * MAX_REPEATS >= sum(
        round(RECORDS_PER_LABEL["train"] * SHARES["follow_up"]) // 2 for _ in LABELS
    )


def test_follow_ups_both_keep_and_change_the_specialist_for_every_label() -> None:
    moves = {tuple(move.split(" > ")) for move, _ in rows("transitions.txt", 2) if move != "*"}
    assert moves == {(before, after) for before in LABELS for after in LABELS}


def test_a_route_record_is_the_prompt_of_the_route_hop() -> None:
    for record in routed("held_out"):
        system, user = record["messages"]
        assert system == {"role": "system", "content": ROUTE_HEAD}
        assert user["content"].startswith("Before: ")
        assert "\nMessage: «" in user["content"]
        assert record["reply"] in LABELS
        assert record["adapter"] == "L0"
    assert route_user("hi") == "Before: nothing\nMessage: «hi»"


def test_context_alone_does_not_give_the_label_away() -> None:
    standing_alone = [record for record in routed("train") if record["source"] != "follow_up"]
    befores = Counter((record["messages"][1]["content"][8:10], record["reply"]) for record in standing_alone)
    for before in LABELS:
        seen = [befores[before, label] for label in LABELS]
        assert min(seen) > 0.6 * max(seen)


@pytest.mark.parametrize("split", SPLITS)
def test_no_slot_stays_open(split: Split) -> None:
    rng = random.Random(3)
    for label in LABELS:
        for template in lines(f"templates/{label}.txt"):
            assert "{" not in fill(template, rng, split)


@pytest.mark.parametrize("seed", range(5))
def test_both_splits_can_be_drawn_whatever_the_seed(seed: int) -> None:
    for split in SPLITS:
        assert sum(1 for _ in route_records(random.Random(seed), split)) == 4 * RECORDS_PER_LABEL[split]


def test_other_languages_keep_their_words() -> None:
    rng = random.Random(1)
    varied = {bare(vary("Wie geht es dir?", rng, "train", english=False)).rstrip(" :)") for _ in range(200)}
    assert varied == {"wie geht es dir"}


def test_chat_has_short_replies_history_and_a_tenth_of_summaries() -> None:
    chats = [record for record in records("train") if record["source"] == "chat"]
    kinds = Counter(record["kind"] for record in chats)
    assert 0.08 <= kinds["summary"] / len(chats) <= 0.13
    assert len(chats) >= 600
    assert any(len(record["messages"]) > 2 for record in chats if record["kind"] == "chat")
    assert max(len(record["reply"].split()) for record in chats) <= 60
    assert all(record["messages"][0]["role"] == "system" for record in chats)


def test_no_conversation_opens_in_both_splits() -> None:
    openings = [
        {bare(talk.turns[0][0]) for talk in conversations() if split_of(talk.turns[0][0]) == split} for split in SPLITS
    ]
    assert openings[0] & openings[1] == set()
    assert all(openings)


def test_what_another_adapter_answered_is_history_and_never_a_reply() -> None:
    foreign = {talk.turns[at][1] for talk in conversations() for at in talk.foreign}
    chats = [record for split in SPLITS for record in records(split) if record["source"] == "chat"]
    assert foreign
    assert foreign & {record["reply"] for record in chats} == set()
    assert foreign & {message["content"] for record in chats for message in record["messages"]}
