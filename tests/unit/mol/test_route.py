"""The route hop: its prompt, its decision, its policy on failure."""

from __future__ import annotations

import pytest

from backend.engine.base import LABELS, Chosen, EngineRequest, Usage
from backend.errors import EngineUnreachable, RoutingFailed
from backend.mol.route import Decision, RouteContext, RoutePolicy, route, route_request, route_user

L0, L1, L2, L3 = LABELS


class ScriptedChoice:
    """An engine that chooses what it is told to, or raises it."""

    def __init__(self, outcome: Chosen | Exception) -> None:
        self.outcome, self.seen = outcome, list[EngineRequest]()

    async def choose(self, request: EngineRequest, values: object) -> Chosen:
        self.seen.append(request)
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome


def chosen(value: str, **shares: float) -> Chosen:
    return Chosen(value=value, distribution=shares, usage=Usage(prompt_tokens=90, cached_tokens=80), ms=12.0)


async def test_the_decision_keeps_label_distribution_and_cost() -> None:
    engine = ScriptedChoice(chosen("L3", L0=0.1, L1=0.1, L2=0.1, L3=0.7))
    decision = await route("a form", RouteContext(), engine, RoutePolicy())
    assert (decision.label, decision.reason, decision.ms, decision.unsure) == (L3, "routed", 12.0, False)


async def test_a_failed_hop_falls_back_to_the_named_label_and_says_so() -> None:
    engine = ScriptedChoice(EngineUnreachable("gone"))
    decision = await route("x", RouteContext(), engine, RoutePolicy(on_failure="fallback", fallback=L2))
    assert (decision.label, decision.reason, decision.detail) == (L2, "fallback", "engine_unreachable")


async def test_a_failed_hop_is_an_error_under_the_error_policy() -> None:
    with pytest.raises(RoutingFailed):
        await route("x", RouteContext(), ScriptedChoice(EngineUnreachable("gone")), RoutePolicy(on_failure="error"))


def test_the_fixed_part_of_the_prompt_comes_first_and_never_changes() -> None:
    one, other = route_request("a", RouteContext()), route_request("b", RouteContext(label=L3, summary="A card."))
    assert one.messages[0] == other.messages[0]
    assert one.slot == other.slot


def test_the_context_of_a_follow_up_is_the_last_label_and_summary() -> None:
    assert route_user("make it blue", "L3", "Made a\ncard.") == "Before: L3: Made a card.\nMessage: «make it blue»"


def test_a_long_message_reaches_the_router_as_its_head_and_tail() -> None:
    prompt = route_user("a" * 50_000 + "end")
    assert len(prompt) < 1_300
    assert prompt.endswith("end»")


@pytest.mark.parametrize(("shares", "unsure"), [((0.5, 0.3), True), ((0.61, 0.39), False), ((0.55, 0.45), True)])
def test_a_label_is_unsure_when_it_is_low_or_leads_by_little(shares: tuple[float, float], unsure: bool) -> None:
    decision = Decision(label=L0, distribution=dict(zip((L0, L1), shares, strict=True)), reason="routed")
    assert decision.unsure is unsure
