"""Cards in a stream of text: cut an answer into prose and cards while it arrives.

Covers: fenced `ui4a/tsx` blocks with the slips that models make (code on the fence line, glued or short closers, a
fence in a wider fence, leaked closing tags of tool calls). The same text gives the same events however it was cut,
up to how prose is divided, and the cost grows linearly with the text.
Does not cover: whether the code is a valid card (diagnostics.py), or missing imports (complete.py).
"""

import re
from dataclasses import dataclass, field

from ui4a.diagnostics import Diagnostic

FRAME_GROWTH = 64
"""A frame follows when the code grew by a line and by a 64th: each line of a usual card, linear cost for a huge one."""

FENCE_LIMIT = 32
"""Backticks of the longest fence; a longer run is prose."""
INFO_LIMIT = 80
"""Characters of a fence line that decide what it is."""

_CODE_START = re.compile(r"(?:import|export|const|function|type|interface|let)\b|//")
_LANGUAGE = re.compile(r"ui4a(?:/tsx)?(?=\s|$)")
_OPENER_LINE = re.compile(r"\s*(`{3,32})(ui4a(?:/tsx)?(?:\s.*)?)$")
_LEAKED = re.compile(r"</[|｜\w:.-]{0,40}?(?:parameter|invoke|tool_calls?|function_calls?)\s?[|｜]?>$")
_META = re.compile(r"[\w-]{1,40}=")


@dataclass(frozen=True, slots=True)
class Text:
    """Prose. Adjacent pieces belong together."""

    text: str


@dataclass(frozen=True, slots=True)
class CardOpened:
    """A card begins; `index` counts the cards of the answer from 0."""

    index: int


@dataclass(frozen=True, slots=True)
class Frame:
    """The whole lines of the card so far."""

    index: int
    code: str


@dataclass(frozen=True, slots=True)
class CardClosed:
    """The card is complete."""

    index: int
    code: str


@dataclass(frozen=True, slots=True)
class CardBroken:
    """The text ended inside the card."""

    index: int
    code: str
    diagnostic: Diagnostic


Event = Text | CardOpened | Frame | CardClosed | CardBroken


@dataclass(slots=True)
class _Open:
    """The card being read. `closer` is a shorter closer, which counts if no exact one follows."""

    fence: int
    lines: list[str] = field(default_factory=list[str])
    chars: int = 0
    framed_chars: int = 0
    closer: str | None = None
    after: list[str] = field(default_factory=list[str])  # lines after the shorter closer, with their ends


class CardParser:
    """Feed it text in any pieces, then finish; both give events."""

    def __init__(self) -> None:
        self._buffer = ""  # prose that may hold the head of an opener
        self._scanned = 0  # no opener begins before this offset of the buffer
        self._in_run = False  # inside a run of backticks too long to be a fence
        self._skipping = False  # inside a fence line whose rest is no code
        self._held: list[str] = []  # pieces of an unfinished line of code
        self._card: _Open | None = None
        self._count = 0
        self._wider = 0  # backticks of the fence around the last card; its closer is no prose

    def feed(self, chunk: str) -> list[Event]:
        """Events that the chunk completes."""
        events: list[Event] = []
        self._buffer += chunk
        self._advance(events, final=False)
        return _joined(events)

    def finish(self) -> list[Event]:
        """Events of what was held back; an open card ends as closed by its shorter closer, or as broken."""
        events: list[Event] = []
        self._advance(events, final=True)
        if self._card is not None and (line := "".join(self._held)) and not self._skipping:
            self._held = []
            self._line(line, "", events)
        if self._card is not None:
            self._end_open(self._card, events)
        return _joined([*events, Text(self._buffer)])

    def _advance(self, events: list[Event], *, final: bool) -> None:
        """Read prose and code in turn until the buffer holds no more of either."""
        while self._card is not None or self._read_text(events, final=final):
            if not self._read_code(events):
                return

    def _read_text(self, events: list[Event], *, final: bool) -> bool:
        """Give away prose; true when a card opened."""
        while self._card is None:
            self._leave_run(events)
            start = self._buffer.find("```", self._scanned)
            if start < 0:
                self._emit(len(self._buffer) if final else len(self._buffer.rstrip("`")), events)
                return False
            end = start + 3
            while end < len(self._buffer) and self._buffer[end] == "`":
                end += 1
            if end - start > FENCE_LIMIT:
                self._emit(end, events)
                self._in_run = True
                continue
            info = self._buffer[end : end + INFO_LIMIT]
            if not final and len(info) < INFO_LIMIT and "\n" not in info and _may_be_opener(info):
                self._emit(start, events)
                return False
            opener = _opener(info.split("\n", 1)[0])
            if opener is None:
                self._scanned = end
                self._drop_wider_closer(start, end, events)
                continue
            rest = self._buffer[end:]
            self._emit(start, events)
            self._buffer = rest.removeprefix(opener.language).lstrip(" \t") if opener.code else rest
            self._open(end - start, events)
            self._skipping = not opener.code
        return True

    def _leave_run(self, events: list[Event]) -> None:
        if self._in_run and self._buffer:
            after = self._buffer.lstrip("`")
            self._emit(len(self._buffer) - len(after), events)
            self._in_run = not after

    def _drop_wider_closer(self, start: int, end: int, events: list[Event]) -> None:
        """Cut the closer of a fence that was wrapped around the last card."""
        if end - start == self._wider and not self._buffer[:start].strip():
            self._emit(start, events)
            self._buffer, self._wider = self._buffer[end - start :], 0

    def _emit(self, upto: int, events: list[Event]) -> None:
        """Give away the head of the buffer as prose."""
        text, self._buffer, self._scanned = self._buffer[:upto], self._buffer[upto:], 0
        if text.strip():
            self._wider = 0
        events.append(Text(text))

    def _open(self, fence: int, events: list[Event]) -> None:
        self._card = _Open(fence)
        self._wider = 0
        events.append(CardOpened(self._count))

    def _read_code(self, events: list[Event]) -> bool:
        """Take the whole lines of the card; true when it closed."""
        text, self._buffer, at = self._buffer, "", 0
        while self._card is not None:
            newline = text.find("\n", at)
            if newline < 0:
                if at < len(text) and not self._skipping:
                    self._held.append(text[at:])
                return False
            if not self._skipping:
                line, self._held = "".join([*self._held, text[at:newline]]), []
                self._line(line, "\n", events)
            self._skipping, at = False, newline + 1
        self._buffer = text[at:]
        return True

    def _line(self, line: str, end: str, events: list[Event]) -> None:
        card = self._card
        assert card is not None, "lines are read inside a card"
        bare = line.rstrip()
        ticks = len(bare) - len(bare.rstrip("`"))
        if ticks == card.fence:
            if card.closer is not None:  # the exact closer wins: what followed the shorter one was code after all
                card.lines += [card.closer, *(kept.rstrip("\r\n") for kept in card.after)]
            if bare[:-ticks].strip():
                card.lines.append(bare[:-ticks])
            self._close(card, events)
        elif card.closer is not None:
            self._after_closer(card, line, end, events)
        elif (inner := _opener_line(bare)) and not any(map(str.strip, card.lines)):
            self._enter(card, *inner, events)
        elif 3 <= ticks < card.fence and not bare[:-ticks].strip():
            card.closer = bare
        else:
            self._add_line(card, line.removesuffix("\r"), events)

    def _enter(self, card: _Open, fence: int, first: str, events: list[Event]) -> None:
        """The card is wrapped in a wider fence: the inner one is meant."""
        self._wider = max(self._wider, card.fence)
        card.fence, card.lines, card.chars = fence, [], 0
        if first:
            self._add_line(card, first, events)

    def _after_closer(self, card: _Open, line: str, end: str, events: list[Event]) -> None:
        """After a shorter closer: prose, unless an exact closer says later that it was code."""
        inner = _opener_line(line.rstrip())
        if inner is None:
            card.after.append(line + end)
            return
        self._close(card, events)
        events.append(Text("".join(card.after)))
        self._open(inner[0], events)
        if inner[1] and self._card is not None:
            self._add_line(self._card, inner[1], events)

    def _add_line(self, card: _Open, line: str, events: list[Event]) -> None:
        card.lines.append(line)
        card.chars += len(line) + 1
        if card.chars - card.framed_chars >= max(1, card.framed_chars // FRAME_GROWTH):
            card.framed_chars = card.chars
            events.append(Frame(self._count, "\n".join(card.lines)))

    def _close(self, card: _Open, events: list[Event]) -> None:
        events.append(CardClosed(self._count, _code(card)))
        self._card = None
        self._count += 1

    def _end_open(self, card: _Open, events: list[Event]) -> None:
        if card.closer is not None:
            self._close(card, events)
            events.append(Text("".join(card.after)))
            return
        broken = Diagnostic("card_unclosed", "The answer ended before the card did.", max(1, len(card.lines)))
        events.append(CardBroken(self._count, _code(card), broken))
        self._card = None
        self._count += 1


@dataclass(frozen=True, slots=True)
class _Opener:
    """A fence line that opens a card; `code` where its rest is the first code line."""

    language: str
    code: bool


def _opener(info: str) -> _Opener | None:
    """What the head of a fence line says, or None where it is prose about a fence."""
    language = _LANGUAGE.match(info)
    if language is None:
        return None
    rest = info[language.end() :].strip()
    if not rest or _META.match(rest):
        return _Opener(language[0], False)
    return _Opener(language[0], True) if _CODE_START.match(rest) else None


def _may_be_opener(info: str) -> bool:
    """Whether more text could make an opener of a fence line cut after `info`."""
    return "ui4a".startswith(info[:4]) if len(info) < 4 else info.startswith("ui4a")


def _opener_line(line: str) -> tuple[int, str] | None:
    """Backticks and first code of a line that is an opener as a whole."""
    found = _OPENER_LINE.match(line)
    if found is None or (opener := _opener(found[2][:INFO_LIMIT])) is None:
        return None
    return len(found[1]), found[2].removeprefix(opener.language).strip() if opener.code else ""


def _code(card: _Open) -> str:
    code = "\n".join(card.lines).strip("\n")
    while code.rstrip().endswith(">"):
        bare = code.rstrip()
        leaked = _LEAKED.search(bare, max(0, len(bare) - 80))
        if leaked is None:
            break
        code = bare[: leaked.start()].rstrip()
    return code


def _joined(events: list[Event]) -> list[Event]:
    """The events with adjacent prose joined and empty prose left out."""
    found: list[Event] = []
    for event in events:
        if isinstance(event, Text):
            if not event.text:
                continue
            if found and isinstance(last := found[-1], Text):
                found[-1] = Text(last.text + event.text)
                continue
        found.append(event)
    return found
