"""What the page draws of a turn: flat values with their words already chosen.

Covers: from the store's rows to dataclasses of strings, so that a component is a pure function of one value.
Does not cover: reading the store, cutting an answer (pieces.py), drawing (components/).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from app.pieces import Piece, split_answer
from backend.engine.base import LABELS
from backend.mol.route import UNSURE_LEAD, UNSURE_SHARE
from backend.mol.service import surface_id
from backend.store.conversations import ShownTurn
from backend.store.models import DONE, FAILED, INTERRUPTED, RUNNING, STOPPED, CellRun, Conversation, Hop
from ui4a.complete import complete

NAMES: Mapping[str, str] = {"L0": "L0 chat", "L1": "L1 agent", "L2": "L2 coding", "L3": "L3 GenUI"}
DOES: Mapping[str, str] = {
    "L0": "explains, writes, talks it through",
    "L1": "works things out with Python",
    "L2": "writes and fixes code",
    "L3": "draws a card you can use",
}
WHAT_LIMIT_CHARS = 60


@dataclass(frozen=True, kw_only=True)
class Bar:
    """One label's share of the route's distribution."""

    label: str
    name: str
    share: str
    width: str
    chosen: bool


@dataclass(frozen=True, kw_only=True)
class HopRow:
    """One engine call: what it was, its tokens and its time."""

    name: str
    prompt: str
    cached: str
    out: str
    time: str


@dataclass(frozen=True, kw_only=True)
class Part:
    """One piece of an answer as it is drawn. `surface` names a card, `seq` a cell; unused fields are empty."""

    kind: str
    text: str
    seq: int = 0
    surface: str = ""
    state: dict[str, object] = field(default_factory=dict[str, object])
    fault: str = ""
    what: str = ""
    status: str = ""
    output: str = ""
    value: str = ""
    error: str = ""
    time: str = ""
    open: bool = False


@dataclass(frozen=True, kw_only=True)
class Route:
    """The chip and its popover."""

    label: str = ""
    name: str = ""
    headline: str = ""
    reason: str = ""
    unsure: bool = False
    confidence: str = ""
    bars: list[Bar] = field(default_factory=list[Bar])
    others: list[str] = field(default_factory=lambda: list(LABELS))


@dataclass(frozen=True, kw_only=True)
class Note:
    """What happened when a turn did not end well, what was kept, and its stable code."""

    kind: str = ""
    title: str = ""
    text: str = ""
    code: str = ""


@dataclass(frozen=True, kw_only=True)
class Shown:
    """One turn on the page. `replaces` is the turn whose place it takes, when it answers the same message again."""

    id: str
    text: str
    replaces: str = ""
    running: bool = False
    route: Route = field(default_factory=Route)
    parts: list[Part] = field(default_factory=list[Part])
    hops: list[HopRow] = field(default_factory=list[HopRow])
    note: Note = field(default_factory=Note)
    answer: str = ""
    duration: str = ""
    version: str = ""
    earlier: str = ""
    later: str = ""


@dataclass(frozen=True, kw_only=True)
class Listed:
    """One conversation in the list."""

    id: str
    title: str
    label: str = ""
    group: str = ""


def shown_turn(turn: ShownTurn) -> Shown:
    """The stored turn as the page draws it."""
    row = turn.turn
    steps = [message.content for message in turn.messages if message.role == "assistant"]
    states = {card.id: card.state for card in turn.cards}
    place = turn.versions.index(row.id) if row.id in turn.versions else 0
    return Shown(
        id=row.id,
        text=turn.text,
        running=row.status == RUNNING,
        route=shown_route(row.label or "", row.distribution, row.reason),
        parts=shown_parts(row.id, split_answer(steps), {cell.seq: cell for cell in turn.cells}, states),
        hops=[shown_hop(hop) for hop in turn.hops],
        note=shown_note(row.status, row.error, row.error_code, steps),
        answer="\n\n".join(steps),
        duration=_duration(turn.hops, len(turn.cells)),
        version=f"{place + 1} / {len(turn.versions)}" if len(turn.versions) > 1 else "",
        earlier=turn.versions[place - 1] if place > 0 else "",
        later=turn.versions[place + 1] if place + 1 < len(turn.versions) else "",
    )


def shown_parts(
    turn_id: str, pieces: Sequence[Piece], cells: Mapping[int, CellRun], states: Mapping[str, dict[str, object]]
) -> list[Part]:
    """The pieces with what is known of their cells and cards."""
    parts: list[Part] = []
    for piece in pieces:
        if piece.kind == "prose":
            parts.append(Part(kind="prose", text=piece.text))
        elif piece.kind == "card":
            surface = surface_id(turn_id, piece.index)
            parts.append(
                Part(
                    kind="card",
                    text=complete(piece.text) if piece.text else "",
                    surface=surface,
                    state=states.get(surface, {}),
                    fault=piece.fault,
                )
            )
        else:
            parts.append(_cell_part(piece, cells.get(piece.index)))
    return parts


def _cell_part(piece: Piece, run: CellRun | None) -> Part:
    first_line = next((line.strip() for line in piece.text.splitlines() if line.strip()), "")
    what = first_line[:WHAT_LIMIT_CHARS]
    if run is None:
        return Part(kind="cell", text=piece.text, seq=piece.index, what=what, open=True)
    return Part(
        kind="cell",
        text=piece.text,
        seq=piece.index,
        what=what,
        status=run.status,
        output=run.stdout.rstrip("\n"),
        value=run.value or "",
        error=run.error or ("Stopped: the time limit was reached." if run.status == "timeout" else ""),
        time=seconds(run.ms),
        open=run.status != "ok",
    )


def shown_route(label: str, distribution: Mapping[str, float], reason: str) -> Route:
    """The chip's words: who, how sure, and why."""
    if not label:
        return Route()
    ranked = sorted(distribution.items(), key=lambda pair: -pair[1])
    unsure = len(ranked) > 1 and (ranked[0][1] < UNSURE_SHARE or ranked[0][1] - ranked[1][1] < UNSURE_LEAD)
    share = distribution.get(label, 0.0)
    return Route(
        label=label,
        name=NAMES[label],
        headline=_headline(label, ranked, reason, unsure=unsure),
        reason=_reason(reason),
        unsure=unsure,
        confidence=f"unsure, {share:.0%}" if unsure else "",
        bars=[
            Bar(
                label=name,
                name=NAMES[name],
                share=f"{distribution.get(name, 0.0):.0%}",
                width=f"{distribution.get(name, 0.0):.1%}",
                chosen=name == label,
            )
            for name in LABELS
        ]
        if distribution
        else [],
        others=[name for name in LABELS if name != label],
    )


def _headline(label: str, ranked: Sequence[tuple[str, float]], reason: str, *, unsure: bool) -> str:
    if reason == "pinned":
        return f"You chose {NAMES[label]}"
    if reason == "fallback":
        return f"Routing failed; {NAMES[label]} stepped in"
    if unsure:
        return f"Close between {ranked[0][0]} and {ranked[1][0]}"
    return f"{NAMES[label]}, {ranked[0][1]:.0%} sure" if ranked else NAMES[label]


def _reason(reason: str) -> str:
    return {
        "pinned": "No routing was needed.",
        "tool_result": "The specialist that called the tool keeps the turn.",
        "fallback": "The profile names this specialist for such a case.",
    }.get(reason, "From the words of your message and what came before.")


def shown_hop(hop: Hop) -> HopRow:
    """One row of the popover's table."""
    return HopRow(
        name=hop.kind.capitalize(),
        prompt=f"{hop.prompt_tokens:,}",
        cached=f"{hop.cached_tokens:,}",
        out=f"{hop.completion_tokens:,}",
        time=seconds(hop.ms),
    )


def shown_note(status: str, error: str, code: str, steps: Sequence[str]) -> Note:
    """What to say below an answer that did not end well; an empty note for one that did."""
    words = len(" ".join(steps).split())
    kept = f"{words:,} words were kept." if words != 1 else "1 word was kept."
    if status in (DONE, RUNNING):
        return Note()
    if status == STOPPED:
        return Note(kind="plain", title="You stopped this answer." if not words else f"You stopped this answer. {kept}")
    if status == INTERRUPTED:
        return Note(kind="warn", title="Interrupted by a restart", text=f"{kept} You can ask for the answer again.")
    assert status == FAILED, status
    happened = (error or "The answer broke off").rstrip(".")
    return Note(kind="bad", title=f"{happened[:1].upper()}{happened[1:]}.", text=kept if words else "", code=code)


def listed(conversation: Conversation, group: str, label: str = "") -> Listed:
    """One row of the list."""
    return Listed(id=conversation.id, title=conversation.title or "New conversation", group=group, label=label)


def seconds(ms: float) -> str:
    """A duration as a person reads it."""
    return f"{ms:.0f} ms" if ms < 100 else f"{ms / 1000:.1f} s"


def _duration(hops: Sequence[Hop], cells: int) -> str:
    total = sum(hop.ms for hop in hops if hop.kind != "summary")
    if not total:
        return ""
    more = "" if not cells else ", 1 cell" if cells == 1 else f", {cells} cells"
    return f"{seconds(total)}{more}"
