"""Prometheus metrics of turns and hops: counts, seconds and tokens by label, never a word of what was said.

Covers: what is counted, in Prometheus' names and units, and its exposition.
Does not cover: when something is counted (mol/service.py), who may read it (api/routes.py).
"""

from __future__ import annotations

from prometheus_client import CONTENT_TYPE_LATEST, Counter, Gauge, Histogram, generate_latest

from backend.engine.base import Usage

CONTENT_TYPE = CONTENT_TYPE_LATEST

_SECONDS = (0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)

_turns = Counter("petitfour_turns", "Turns that ended.", ("label", "reason", "status"))
_unsure = Counter("petitfour_unsure_turns", "Turns whose route was unsure.", ("label",))
_running = Gauge("petitfour_running_turns", "Turns being answered now.")
_first = Histogram("petitfour_first_token_seconds", "From message to first text.", ("label",), buckets=_SECONDS)
_hops = Histogram("petitfour_hop_seconds", "Engine calls.", ("kind", "adapter"), buckets=_SECONDS)
_tokens = Counter(
    "petitfour_hop_tokens", "Tokens of engine calls; cached is part of prompt.", ("kind", "adapter", "of")
)
_summaries = Counter("petitfour_summaries", "Summaries, by the model or the answer's head.", ("by",))


def exposition() -> bytes:
    """Everything, in the text format that `CONTENT_TYPE` names."""
    return generate_latest()


def turn_started() -> None:
    """A turn is being answered."""
    _running.inc()


def turn_ended(label: str, reason: str, status: str) -> None:
    """It is not any more."""
    _running.dec()
    _turns.labels(label, reason, status).inc()


def unsure(label: str) -> None:
    """The router was unsure, and took this label."""
    _unsure.labels(label).inc()


def first_token(label: str, seconds: float) -> None:
    """The reader sees the first text."""
    _first.labels(label).observe(seconds)


def hop(kind: str, adapter: str, usage: Usage, ms: float) -> None:
    """An engine call ended."""
    _hops.labels(kind, adapter).observe(ms / 1000)
    for of, count in (
        ("prompt", usage.prompt_tokens),
        ("cached", usage.cached_tokens),
        ("completion", usage.completion_tokens),
    ):
        _tokens.labels(kind, adapter, of).inc(count)


def summary(by: str) -> None:
    """A summary was written."""
    _summaries.labels(by).inc()
