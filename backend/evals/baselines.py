"""Routers to beat: always L0, keywords, TF-IDF with logistic regression, and a probe on the frozen base.

Covers: fitting on the L0 recipe's train split, on the same text that the route hop sends.
Does not cover: scoring (route.py).
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false, reportMissingTypeStubs=false
# torch's own annotations are partial, scikit-learn has none: strict mode would report most tensor methods.

from __future__ import annotations

import dataclasses
import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from backend.engine.base import L0, LABELS, ChatMessage, Label
from backend.engine.chatml import INVOCATION, join, segments
from backend.evals.route import Router
from backend.mol.route import Decision, RouteContext, route_user
from backend.train.base import Base
from backend.train.dataset import Encode, Record
from backend.train.forward import Span, hidden_states, no_past

PROBE_LAYERS = 20
"""The probe reads the residual stream after this many layers (small-model notes: best of those tried)."""

PROBE_STRENGTH = 0.01
BATCH_TOKENS = 1_024

_KEYWORDS: Mapping[Label, re.Pattern[str]] = {
    LABELS[3]: re.compile(
        r"\b(form|dashboard|chart|quiz|poll|slider|tracker|button|card|calculator|picker|timeline|tabs?)\b", re.I
    ),
    LABELS[2]: re.compile(
        r"\b(code|python|javascript|java|sql|regex|bash|script|function|git|docker|css|html|bug|error)\b", re.I
    ),
    LABELS[1]: re.compile(
        r"\b(remind|reminder|note|days?|percent|sum|total|average|convert|calculate|attached|file)\b|\d", re.I
    ),
}

Features = NDArray[np.float32]


class Classifier(Protocol):
    """The part of a fitted scikit-learn pipeline that routing needs."""

    classes_: NDArray[np.str_]

    def predict_proba(self, inputs: Sequence[str] | Features) -> Features:
        """(rows, classes) probabilities."""
        ...


async def always_l0(text: str, context: RouteContext) -> Decision:
    """The conversation specialist, whatever was asked."""
    return Decision(label=L0, distribution={}, reason="routed")


async def keyword(text: str, context: RouteContext) -> Decision:
    """The first label one of whose words occurs; without any, the last label, else L0."""
    for label, pattern in _KEYWORDS.items():
        if pattern.search(text):
            return Decision(label=label, distribution={}, reason="routed")
    return Decision(label=context.label or L0, distribution={}, reason="routed")


def tfidf(records: Sequence[Record]) -> Router:
    """Word and character n-grams with logistic regression."""
    # Imported here: scikit-learn is in the training extra.
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline, make_union

    model: Any = make_pipeline(  # untyped, see above
        make_union(TfidfVectorizer(ngram_range=(1, 2)), TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 5))),
        LogisticRegression(C=10.0, max_iter=500),
    )
    texts, labels = _route_pairs(records)
    model.fit(texts, labels)
    return _classifying(model, lambda text: [text])


def probe(records: Sequence[Record], base: Base, encode: Encode) -> Router:
    """Logistic regression on the mean hidden state of layer PROBE_LAYERS of the frozen base."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    texts, labels = _route_pairs(records)
    model: Any = make_pipeline(StandardScaler(), LogisticRegression(C=PROBE_STRENGTH, max_iter=500))
    model.fit(mean_states(texts, base, encode), labels)
    return _classifying(model, lambda text: mean_states([text], base, encode))


@torch.no_grad()
def mean_states(texts: Sequence[str], base: Base, encode: Encode) -> Features:
    """Mean hidden state of each text as a user message: (texts, hidden)."""
    shallow = dataclasses.replace(base, layers=base.layers[:PROBE_LAYERS])
    views = [join(segments([ChatMessage("user", text)]), encode)[: -len(INVOCATION)] for text in texts]
    out: list[Features] = []
    batch: list[list[int]] = []
    for index, ids in enumerate(views):
        batch.append(ids)
        if sum(map(len, batch)) >= BATCH_TOKENS or index + 1 == len(views):
            spans = [Span(0, len(one)) for one in batch]
            rows = torch.tensor([token for one in batch for token in one])
            states = hidden_states(shallow, rows, spans, past=no_past(base))
            out += [part.mean(0).numpy() for part in states.split([len(one) for one in batch])]
            batch = []
    return np.stack(out)


def _route_pairs(records: Sequence[Record]) -> tuple[list[str], list[str]]:
    routes = [record for record in records if record["kind"] == "route"]
    return [record["messages"][-1]["content"] for record in routes], [record["reply"] for record in routes]


def _classifying(model: Classifier, features: Callable[[str], Sequence[str] | Features]) -> Router:
    async def router(text: str, context: RouteContext) -> Decision:
        started = time.perf_counter()
        shares = model.predict_proba(features(route_user(text, context.label, context.summary)))[0]
        distribution = {Label(str(name)): float(share) for name, share in zip(model.classes_, shares, strict=True)}
        label = max(distribution, key=lambda name: distribution[name])
        ms = (time.perf_counter() - started) * 1_000
        return Decision(label=label, distribution=distribution, reason="routed", ms=ms)

    return router
