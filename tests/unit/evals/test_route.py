"""The routing evaluation: what is read, what counts as right, what the report says.

Covers: items, context, scoring, the held-out set's own shape. Does not cover: trained routers.
"""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from backend.engine.base import L0, L1, L2, L3, LABELS, Label
from backend.evals.baselines import always_l0, keyword, tfidf
from backend.evals.route import RouteItem, evaluate, read_items, report, wilson
from backend.mol.route import Decision, RouteContext, route_user


def item(text: str, label: str, **more: object) -> RouteItem:
    return RouteItem.model_validate({"id": text, "text": text, "label": label, **more})


async def always_l3(text: str, context: RouteContext) -> Decision:
    return Decision(label=L3, distribution={L3: 0.9, L0: 0.1}, reason="routed", ms=2.0)


def test_one_label_in_alt_may_stand_by_itself() -> None:
    for alt in ("L3", ["L3"]):
        assert item("b", "L0", alt=alt).alt == ("L3",)
    assert item("b", "L0", alt=None).alt == ()


def test_a_label_in_alt_counts_and_the_confusion_keeps_the_wanted_one() -> None:
    items = [item("a", "L3"), item("b", "L0", alt=["L3"], kind="ambiguous"), item("c", "L2", lang="de")]
    seen = report(asyncio.run(evaluate(items, always_l3)))
    assert seen["accuracy"] == pytest.approx(2 / 3, abs=1e-4)
    assert seen["by_kind"] == {"ambiguous": 1.0, "plain": 0.5}
    assert seen["by_lang"] == {"de": 0.0, "en": 1.0}
    assert seen["recall"] == {"L0": 1.0, "L2": 0.0, "L3": 1.0}
    assert seen["confusion"]["L2"] == {"L0": 0, "L1": 0, "L2": 0, "L3": 1}
    assert (seen["valid"], seen["unsure"], seen["ms_p50"]) == (1.0, 0.0, 2.0)


def test_a_fallback_is_not_a_valid_decision() -> None:
    async def fallen(text: str, context: RouteContext) -> Decision:
        return Decision(label=L0, distribution={}, reason="fallback")

    assert report(asyncio.run(evaluate([item("a", "L0")], fallen)))["valid"] == 0.0


def test_the_context_is_the_last_answer() -> None:
    history = [
        {"role": "user", "content": "one"},
        {"role": "assistant", "content": "Here is a form.", "adapter": "L3"},
        {"role": "user", "content": "two"},
        {"role": "assistant", "content": "It is 4.", "adapter": "L1"},
    ]
    assert item("and 5?", "L1", history=history).context == RouteContext(label=L1, summary="It is 4.")
    assert item("hello", "L0").context == RouteContext()


def test_the_interval_holds_the_share_and_narrows_with_more_items() -> None:
    low, high = wilson(90, 100)
    wide_low, wide_high = wilson(9, 10)
    assert wide_low < low < 0.9 < high < wide_high


def test_the_keyword_baseline_takes_a_word_and_else_the_last_label() -> None:
    async def labels() -> list[Label]:
        asked = [("a form please", RouteContext()), ("hm", RouteContext(label=L2)), ("hm", RouteContext())]
        return [(await keyword(*one)).label for one in asked] + [(await always_l0(*asked[0])).label]

    assert asyncio.run(labels()) == [L3, L2, L0, L0]


def test_tfidf_learns_from_the_route_records_alone() -> None:
    pytest.importorskip("sklearn", reason="pip install petitfour[train]")
    words = {"L0": "tell me why", "L1": "add the numbers", "L2": "fix my code", "L3": "show a form"}
    records = [
        {"messages": [{"content": route_user(text)}], "reply": label, "kind": "route"} for label, text in words.items()
    ]
    records.append({"messages": [{"content": "why"}], "reply": "Because.", "kind": "chat"})
    decision = asyncio.run(evaluate([item("fix the code", "L2")], tfidf(records)))[0].decision
    assert decision.label == L2
    assert sum(decision.distribution.values()) == pytest.approx(1)


def test_the_held_out_set_is_large_mixed_and_without_duplicates() -> None:
    items = read_items()
    assert len(items) >= 220
    assert sum(bool(one.history) for one in items) >= 50
    assert len({one.id for one in items}) == len(items)
    assert len({(one.text, one.history) for one in items}) == len(items)
    assert len({one.lang for one in items}) >= 6
    assert set(Counter(one.label for one in items)) == set(LABELS)
    assert all(set(one.alt) <= set(LABELS) for one in items)
    assert {"plain", "followup", "switch", "adversarial", "ambiguous", "long"} == {one.kind for one in items}
