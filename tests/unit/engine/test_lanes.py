"""Lanes: routing keeps slot 0, conversations share the rest by least recent use."""

from __future__ import annotations

from backend.engine.base import ROUTE_LANE
from backend.engine.lanes import Lanes


def used(lanes: Lanes, name: str) -> int:
    with lanes.use(name) as slot:
        return slot


def test_routing_and_conversations_never_share_a_slot() -> None:
    lanes = Lanes(4)
    assert used(lanes, ROUTE_LANE) == 0
    assert [used(lanes, name) for name in "abcab"] == [1, 2, 3, 1, 2]


def test_the_conversation_unused_for_longest_gives_way() -> None:
    lanes = Lanes(4)
    for name in "abca":
        used(lanes, name)
    assert used(lanes, "d") == 2
    assert (lanes.held("b"), lanes.held("a")) == (False, True)


def test_a_lane_that_is_answering_keeps_its_slot_while_an_idle_one_exists() -> None:
    lanes = Lanes(3)
    with lanes.use("a"):
        used(lanes, "b")
        assert used(lanes, "c") == 2
        assert lanes.held("a")


def test_a_new_engine_holds_no_lane() -> None:
    lanes = Lanes(3)
    used(lanes, "a")
    lanes.forget()
    assert not lanes.held("a")
    assert [used(lanes, name) for name in "xy"] == [1, 2]
