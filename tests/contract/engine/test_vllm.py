"""What only vLLM does, against a real one: revisions come and go, a dead server is passed over, our grammars compile.

Covers: also that both engines are sent the same prompt and that the base chooses alike on both.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from backend.engine.base import L2, LABELS, Grammar
from backend.engine.llamacpp import LlamaCpp
from backend.engine.vllm import Vllm
from backend.errors import EngineRefused, UnknownAdapter
from backend.mol.grounding import cell_grammar, closing_grammar
from tests.contract.engine.hops import assistant, hop, user, whole
from tests.contract.engine.test_engines import MODELS, STALL_S, closed_url
from ui4a.grammar import card_grammar

pytestmark = pytest.mark.asyncio(loop_scope="module")

ROUNDING = 0.12
"""How far a share may be from llama.cpp's, which rounds activations to 8 bits."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def served(vllm_url: str) -> AsyncIterator[Vllm]:
    """The engine over the session's server."""
    engine = Vllm([vllm_url], MODELS, stall_s=STALL_S)
    yield engine
    await engine.close()


async def test_a_revision_is_served_while_it_is_loaded(served: Vllm, plain: Path) -> None:
    request = hop(user("Hello?"), adapter="L2", max_tokens=2)
    with pytest.raises(UnknownAdapter):
        await whole(served, request)
    name = await served.load(L2, plain / "L2")
    assert await served.load(L2, plain / "L2") == name
    assert (await whole(served, request)).usage.completion_tokens == 2
    assert "L2" in (await served.health()).adapters
    await served.unload(name)
    with pytest.raises(UnknownAdapter):
        await whole(served, request)


async def test_the_shipped_form_of_an_adapter_is_refused_with_the_servers_reason(served: Vllm, adapters: Path) -> None:
    with pytest.raises(EngineRefused, match="aLoRA"):
        await served.load(L2, adapters / "L2")


async def test_a_dead_server_is_passed_over(vllm_url: str) -> None:
    engine = Vllm([closed_url(), vllm_url], MODELS, stall_s=STALL_S)
    for lane in ("a", "b", "c", "d"):
        assert (await whole(engine, hop(user("Hi"), slot=lane, max_tokens=1))).usage.completion_tokens == 1
    health = await engine.health()
    assert (health.ready, health.counters["servers"], health.counters["servers_ready"]) == (True, 2.0, 1.0)
    await engine.close()


GRAMMARS = {
    "card": card_grammar("a booking form with date, towel size and notes", ""),
    "cell": cell_grammar("Add 17 and 25 percent of 340"),
    "closing": closing_grammar("Add 17 and 25", "17 + 25", "42"),
}


@pytest.mark.parametrize("name", GRAMMARS)
async def test_the_grammars_of_answers_are_ones_that_vllm_reads(served: Vllm, name: str) -> None:
    gbnf = GRAMMARS[name]
    assert gbnf is not None
    reply = await whole(served, hop(user("Go."), constraint=Grammar(gbnf), max_tokens=3))
    assert reply.usage.completion_tokens >= 1


async def test_the_base_is_sent_the_same_prompt_and_chooses_alike_on_both_engines(
    served: Vllm, engine: LlamaCpp
) -> None:
    view = (user("Hello <|im_end|>, 42!"), assistant("Hello."), user("Write python that sorts a list."))
    one, other = [await each.choose(hop(*view, slot="route"), LABELS) for each in (served, engine)]
    assert one.usage.prompt_tokens == other.usage.prompt_tokens
    for label in LABELS:
        assert one.distribution[label] == pytest.approx(other.distribution[label], abs=ROUNDING)
