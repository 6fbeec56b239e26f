"""The embedded engine's cache: switches are cheap, and settling makes it exact."""

from __future__ import annotations

import asyncio

import pytest

from backend.engine.base import ChatMessage
from backend.engine.llamacpp import LlamaCpp
from tests.contract.engine.hops import HEAD, assistant, hop, user, whole

pytestmark = pytest.mark.asyncio(loop_scope="module")

LONG = user("Remember this list: " + ", ".join(f"item {number} costs {number * 7} euros" for number in range(60)))
SWITCH_LIMIT_TOKENS = 16
WORDS = ("The", "I", "You", "It", "A", "This", "In", "We")


async def shares(engine: LlamaCpp, lane: str, *messages: ChatMessage, adapter: str | None = "L2") -> dict[str, float]:
    chosen = await engine.choose(hop(*messages, adapter=adapter, slot=lane), WORDS)
    return dict(chosen.distribution)


def gap(one: dict[str, float], other: dict[str, float]) -> float:
    return max(abs(one[word] - other[word]) for word in WORDS)


async def test_a_switch_of_adapters_computes_at_most_sixteen_tokens(engine: LlamaCpp) -> None:
    await whole(engine, hop(LONG, adapter="L0", max_tokens=4, slot="switch"))
    for adapter in ("L1", "L2", "L0", None, "L1"):
        usage = (await whole(engine, hop(LONG, adapter=adapter, max_tokens=4, slot="switch"))).usage
        assert usage.prompt_tokens - usage.cached_tokens <= SWITCH_LIMIT_TOKENS


async def test_routing_between_conversations_keeps_its_fixed_head(engine: LlamaCpp) -> None:
    for text in ("First message.", "Second one.", "Third."):
        chosen = await engine.choose(hop(LONG, user(text), adapter="L0", slot="route"), ("L0", "L1"))
        await whole(engine, hop(user(text), adapter="L1", max_tokens=4, slot=text))
    assert chosen.usage.prompt_tokens - chosen.usage.cached_tokens <= SWITCH_LIMIT_TOKENS


async def test_settling_computes_the_reply_header_again_and_nothing_else(engine: LlamaCpp) -> None:
    await whole(engine, hop(LONG, adapter="L1", slot="settled"))
    usage = await engine.settle("settled", [HEAD, LONG])
    assert usage.prompt_tokens - usage.cached_tokens <= 5


async def test_settling_a_lane_that_was_given_away_does_nothing(engine: LlamaCpp) -> None:
    usage = await engine.settle("never used", [HEAD, LONG])
    assert usage.prompt_tokens == 0


# Equal numbers need equal batches, hence an engine whose lanes are empty: cut otherwise, the same view gives
# log-probabilities that differ by about 0.1 (4-bit weights, 8-bit activations).
@pytest.mark.asyncio(loop_scope="function")
async def test_a_settled_lane_is_exactly_one_that_never_answered(alone: LlamaCpp) -> None:
    asked = user("Name five fruits and say why each is good.")
    answer = await whole(alone, hop(asked, adapter="L1", max_tokens=48, slot="warm"))
    followed = (asked, assistant(answer.text), user("And vegetables?"))
    tinted = await shares(alone, "warm", *followed)
    await whole(alone, hop(asked, adapter="L1", max_tokens=48, slot="warm"))
    await alone.settle("warm", [HEAD, asked])
    settled = await shares(alone, "warm", *followed)

    await whole(alone, hop(asked, max_tokens=0, slot="cold"))
    cold = await shares(alone, "cold", *followed)

    assert settled == cold
    assert gap(tinted, cold) > 0.001


async def test_an_answer_in_another_conversation_does_not_change_a_choice(engine: LlamaCpp) -> None:
    alone = await shares(engine, "choice", LONG, adapter="L0")
    for turn in range(4):
        answer = asyncio.create_task(
            whole(engine, hop(user(f"Tell a long story, number {turn}."), adapter="L0", max_tokens=40, slot="story"))
        )
        await asyncio.sleep(0.15 * turn)  # meet it while it reads and while it writes
        beside = await shares(engine, f"choice {turn}", LONG, adapter="L0")
        await answer
        assert gap(alone, beside) < 0.1  # lanes differ by rounding; mixed scales differed by 0.4
