"""The grammar of an answer that shows a card: nothing else can be decoded.

Covers: a sentence and a module in its fence, of the catalogue's components only, always well-formed and bounded;
labels, options and numbers of a request that lists them are limited to its own words and common ones.
Does not cover: cards in other layouts (they are parsed and checked, never constrained).
"""

import re
from collections.abc import Sequence

from ui4a import spans
from ui4a.catalog import components
from ui4a.compose import CLOSING, INDENT, OPENING
from ui4a.gbnf import Chars, Node, Ref, Rep, alt, listed, maybe, seq, to_gbnf
from ui4a.words import LABELS, NOUNS, POINTS

_SAFE = r"""[^ "\\{}<>`\x00-\x1F\x7F-\x9F]"""
_CAPITAL = r"""[^ a-z"\\{}<>`\x00-\x1F\x7F-\x9F]"""
_OPEN_TOPIC = re.compile(r"\b(?:quiz|trivia|question|questions|test|faq|flashcards?|story|game)\b", re.I)
_EDIT = re.compile(
    r"\s*(?:please\s+|can you\s+|could you\s+|now\s+|also\s+)?(?:add|also|remove|drop|delete|rename|change|make it"
    r"|turn it|call it|take out|put|undo|use|as a|no|and|the (?:title|button)|instead)\b",
    re.I,
)
_SEPARATOR = re.compile(r"[,;:+\n]|\band\b|\bor\b", re.I)
_LISTING_SEPARATORS = 2
_CARD_STRING = re.compile(r'"([^"\n]{0,60})"|>([^<>{}\n]{1,60})<')
BOUNDS = ("0", "1", "5", "10", "100")
FIELDS = ("Input", "Textarea", "Checkbox", "Switch", "Slider")
CHARTS = ("Bars", "Lines", "Slices")


def card_grammar(request: str | None, earlier: str = "") -> str:
    """GBNF of the whole answer. `earlier` is the code of the card that the request may change."""
    return to_gbnf(card_rules(request, earlier))


def card_rules(request: str | None, earlier: str = "") -> dict[str, Node]:
    """The same grammar as values, which can be sampled and matched."""
    return {**_shape(), **_strings(request or "", earlier)}


def _strings(request: str, earlier: str) -> dict[str, Node]:
    """The rules of labels, options, titles and numbers."""
    free: dict[str, Node] = {
        "label": Ref("free"),
        "option": Ref("free"),
        "title": Ref("free"),
        "point": Ref("free"),
        "number": Ref("num"),
    }
    free |= {"question": Ref("text"), "bound": Ref("num")}
    if not _lists(request, earlier):
        return free
    parts = spans.clauses(request) + [words for text in _card_strings(earlier) for words in spans.clauses(text)]
    rules = spans.span_rules(parts)
    if not rules:
        return free
    kept = [text for text in _card_strings(earlier) if text == spans.safe(text)]
    copied = [Ref("s"), *([spans.words_rule(kept)] if kept else []), Ref("common")]
    found = spans.numbers(f"{request}\n{earlier}")
    return {
        **rules,
        "label": alt(*copied),
        "option": Ref("label"),
        "title": alt(seq(Ref("s"), maybe(" ", Ref("noun"))), *copied[1:]),
        "point": alt(Ref("s"), spans.words_rule(POINTS)),
        "question": Ref("label"),
        "number": alt(*found) if len(found) > 2 else Ref("num"),
        "bound": alt(*dict.fromkeys([*found, *BOUNDS])) if len(found) > 2 else Ref("num"),
        "common": spans.words_rule(LABELS),
        "noun": spans.words_rule(NOUNS),
    }


def _lists(request: str, earlier: str) -> bool:
    """Whether the request says itself what stands in the card, so that other words are mistakes."""
    if not request.strip() or spans.is_unspaced(request) or _OPEN_TOPIC.search(spans.bounded(request)):
        return False
    if _EDIT.match(request):
        return bool(earlier)
    return len(_SEPARATOR.findall(spans.bounded(request))) >= _LISTING_SEPARATORS


def _card_strings(code: str) -> list[str]:
    found = (first or second for first, second in _CARD_STRING.findall(code))
    return [text for text in dict.fromkeys(found) if text.strip()][:60]


def _shape() -> dict[str, Node]:
    """The rules that do not depend on the request."""
    line, deep = INDENT * 3, INDENT * 4
    quoted, text = seq('"', Ref("option"), '"'), Ref("text")
    value = alt(Ref("figure"), Ref("option"), "–")
    data = ("data={[", listed(seq('["', Ref("point"), '", ', Ref("number"), "]"), 1, 7), "]}")
    return {
        "root": seq(
            Ref("sentence"),
            "\n\n",
            OPENING,
            _open("Card", "    ", title=Ref("title")),
            Ref("body"),
            "    </Card>\n",
            CLOSING,
        ),
        "body": alt(
            seq(maybe(Ref("note")), Rep(Ref("field"), 1, 6), Rep(Ref("asked"), 0, 3), Ref("button")),
            seq(maybe(Ref("note")), Rep(Ref("asked"), 1, 3), Ref("button")),
            seq(maybe(Ref("light")), Ref("heavy"), maybe(Ref("button"))),
            seq(Rep(Ref("light"), 1, 3), maybe(Ref("button"))),
        ),
        "asked": seq(Ref("choice"), Rep(Ref("field"), 0, 2)),
        "note": seq(line, "<Text>", text, "</Text>\n"),
        "light": alt(Ref("stats"), Ref("chart"), Ref("progress"), Ref("texts"), Ref("pills")),
        "heavy": alt(Ref("table"), Ref("timeline"), Ref("tabs"), Ref("accordion"), Ref("checklist")),
        **_inputs(line, quoted),
        "button": seq(line, _tag("Button", action=Ref("label")), ">", Ref("label"), "</Button>\n"),
        "stats": seq(f"{line}<StatGrid>\n", Rep(Ref("stat"), 1, 4), f"{line}</StatGrid>\n"),
        "stat": seq(deep, _tag("Stat", label=Ref("label"), value=value), " />\n"),
        "chart": seq(line, "<", alt(*CHARTS), maybe(' title="', Ref("title"), '"'), " ", *data, _unit(), " />\n"),
        "progress": Rep(
            seq(
                line, _tag("Progress", label=Ref("label")), " value={", Ref("number"), "} max={", Ref("bound"), "} />\n"
            ),
            1,
            4,
        ),
        "texts": Rep(seq(line, "<Text>", text, "</Text>\n"), 1, 3),
        "pills": seq(line, "<PillRow items={[", listed(quoted, 1, 6), "]} />\n"),
        "table": seq(
            line,
            "<DataTable columns={[",
            listed(alt(quoted, '""'), 2, 4),
            "]} rows={[",
            listed(Ref("row"), 1, 5),
            "]} />\n",
        ),
        "row": seq("[", listed(seq('"', value, '"'), 2, 4), "]"),
        "timeline": seq(
            line, "<Timeline items={[", listed(seq('["', Ref("point"), '", "', Ref("option"), '"]'), 1, 7), "]} />\n"
        ),
        "checklist": seq(
            line, _tag("Choice", label=Ref("label"), kind="check"), " options={[", listed(quoted, 1, 10), "]} />\n"
        ),
        "tabs": seq(f"{line}<Tabs>\n", Rep(Ref("tab"), 2, 3), f"{line}</Tabs>\n"),
        "tab": seq(
            deep,
            _tag("Tab", label=Ref("label")),
            ">\n",
            Rep(seq(f"{deep}  <Text>", text, "</Text>\n"), 1, 2),
            f"{deep}</Tab>\n",
        ),
        "accordion": seq(f"{line}<Accordion>\n", Rep(Ref("fold"), 1, 3), f"{line}</Accordion>\n"),
        "fold": seq(deep, _tag("AccordionItem", title=Ref("text")), ">", text, "</AccordionItem>\n"),
        "sentence": seq(Chars("[A-Z]"), Rep(Chars(r"""[^"\\{}<>`\x00-\x1F\x7F-\x9F]"""), 1, 90), "."),
        "free": seq(Chars(_CAPITAL), Rep(Chars(_SAFE), 0, 16), Rep(seq(" ", Ref("word")), 0, 3)),
        "text": seq(Chars(_CAPITAL), Rep(Chars(_SAFE), 0, 16), Rep(seq(" ", Ref("word")), 0, 9)),
        "word": Rep(Chars(_SAFE), 1, 16),
        "num": seq(alt("0", seq(Chars("[1-9]"), Rep(Chars("[0-9]"), 0, 5))), maybe(".", Rep(Chars("[0-9]"), 1, 2))),
        "figure": seq(
            maybe(Chars("[€$£+-]")), Chars("[0-9]"), Rep(Chars("[0-9.,:]"), 0, 6), maybe(Rep(Chars("[%a-zA-Z€]"), 1, 3))
        ),
    }


def _inputs(line: str, quoted: Node) -> dict[str, Node]:
    kinds = [
        kind for kind in _values("Input", "type") if kind not in ("text", "color", "week", "month", "datetime-local")
    ]
    labelled = {name: seq(line, _tag(name, label=Ref("label"))) for name in FIELDS}
    options = seq(" options={[", listed(quoted, 1, 6), "]}", maybe(' answer="', Ref("option"), '"'))
    return {
        "field": alt(*(Ref(name.lower()) for name in FIELDS)),
        "textarea": seq(labelled["Textarea"], " />\n"),
        "choice": seq(
            line,
            _tag("Choice", label=Ref("question")),
            maybe(' kind="', alt(*_values("Choice", "kind")), '"'),
            options,
            " />\n",
        ),
        "checkbox": seq(labelled["Checkbox"], " />\n"),
        "switch": seq(labelled["Switch"], maybe(" defaultChecked"), " />\n"),
        "slider": seq(labelled["Slider"], " min={", Ref("bound"), "} max={", Ref("bound"), "} />\n"),
        "input": seq(labelled["Input"], maybe(' type="', alt(*kinds), '"'), " />\n"),
    }


def _values(name: str, prop: str) -> list[str]:
    """The allowed values of a prop in the catalogue."""
    return re.findall(r"'([^']+)'", components()[name].props[prop])


def _tag(name: str, **props: Node | str) -> Node:
    """The head of an element up to its last prop, of a component that the catalogue lets the grammar emit."""
    component = components()[name]
    assert component.grammar, f"the catalogue keeps {name} out of the grammar"
    assert set(props) <= set(component.props), f"{name} has other props in the catalogue"
    parts: Sequence[Node] = [seq(f' {key}="', value, '"') for key, value in props.items()]
    return seq(f"<{name}", *parts)


def _open(name: str, indent: str, **props: Node | str) -> Node:
    return seq(indent, _tag(name, **props), ">\n")


def _unit() -> Node:
    return maybe(' unit="', alt("%", "€", "$", "kg", "km", "h", "min", "°C"), '"')
