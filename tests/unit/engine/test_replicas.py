"""Several servers: a conversation stays where its cache is, a dead server is tried last."""

from __future__ import annotations

from collections import Counter

from backend.engine.replicas import PAUSE_S, Replicas

URLS = ("http://a:1", "http://b:1", "http://c:1")
LANES = [f"conversation {number}" for number in range(300)]


class Clock:
    """Time that a test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_conversation_has_one_server_and_conversations_spread() -> None:
    replicas = Replicas(URLS)
    firsts = {lane: replicas.order(lane)[0] for lane in LANES}
    assert firsts == {lane: Replicas(URLS[::-1]).order(lane)[0] for lane in LANES}
    assert min(Counter(firsts.values()).values()) > len(LANES) / 6


def test_a_server_that_goes_moves_only_its_own_conversations() -> None:
    before, after = Replicas(URLS), Replicas(URLS[:2])
    for lane in LANES:
        if before.order(lane)[0] != URLS[2]:
            assert after.order(lane)[0] == before.order(lane)[0]


def test_a_server_that_failed_is_last_until_it_answers_or_time_has_passed() -> None:
    clock = Clock()
    replicas = Replicas(URLS, clock=clock)
    order = replicas.order("x")
    replicas.failed(order[0])
    assert replicas.order("x") == [order[1], order[2], order[0]]
    replicas.answered(order[0])
    assert replicas.order("x") == order
    replicas.failed(order[0])
    clock.now += PAUSE_S + 1
    assert replicas.order("x") == order


def test_routes_go_to_the_least_busy_server() -> None:
    replicas = Replicas(URLS)
    order = replicas.order("route")
    with replicas.use(order[0]):
        assert replicas.order("route") == [order[1], order[2], order[0]]
        assert replicas.order("x") == Replicas(URLS).order("x")
    assert replicas.order("route") == order
