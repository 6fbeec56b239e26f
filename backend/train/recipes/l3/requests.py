"""Requests with their cards: every word of the card stands in the request.

Covers: one builder per kind of request; each draws words, fills a wording and builds the card from the same words.
Does not cover: requests that leave the content open (defaults.py), follow-ups (edits.py).
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from backend.train.recipes.l3 import pieces
from backend.train.recipes.l3.pieces import Card, Piece, cap
from backend.train.recipes.l3.vocabulary import WORDS, FieldWord, Options, Split, Words
from backend.train.recipes.l3.wordings import WORDINGS

ACTIONS: Mapping[str, Sequence[str]] = {
    "booking": ("Book",),
    "sign-up": ("Sign up",),
    "registration": ("Register",),
    "order": ("Order",),
    "application": ("Apply",),
    "feedback": ("Send",),
    "survey": ("Send",),
    "tracker": ("Save",),
    "calculator": ("Calculate",),
    "quiz": ("Check",),
    "picker": ("Choose",),
    "poll": ("Vote",),
    "settings": ("Save",),
    "preferences": ("Save",),
}
DEFAULT_ACTION = "Send"
OTHER_ACTIONS: Mapping[Split, Sequence[str]] = {
    "train": (
        "Reserve",
        "Submit",
        "Join",
        "Add",
        "Done",
        "Continue",
        "Log it",
        "Get started",
        "Confirm",
        "Count me in",
    ),
    "held_out": ("Hand in", "Enrol", "Let us know"),
}
ASPECTS: Mapping[Split, Sequence[str]] = {
    "train": (
        "service",
        "food",
        "staff",
        "price",
        "location",
        "comfort",
        "cleanliness",
        "speed",
        "music",
        "teacher",
        "pace",
        "content",
        "design",
        "support",
        "quality",
        "atmosphere",
    ),
    "held_out": ("aroma", "lighting", "view", "humour", "safety"),
}
AREAS = ("comments", "suggestions", "ideas", "remarks")
SERIES: Sequence[Sequence[str]] = (
    ("Mon", "Tue", "Wed", "Thu", "Fri"),
    ("Jan", "Feb", "Mar", "Apr"),
    ("Q1", "Q2", "Q3", "Q4"),
    ("week 1", "week 2", "week 3"),
    ("2022", "2023", "2024", "2025"),
    ("north", "south", "east", "west"),
    ("rent", "food", "travel", "fun"),
    ("morning", "noon", "evening"),
    ("shop", "web", "phone"),
)
TITLES: Mapping[Split, Sequence[str]] = {
    "train": (
        "Welcome",
        "My week",
        "Team page",
        "Start here",
        "Summer plan",
        "Club desk",
        "Join us",
        "Front desk",
        "Happy hours",
        "Big day",
    ),
    "held_out": ("Night shift", "Old harbour", "Second season"),
}


@dataclass(slots=True)
class Draw:
    """The words drawn for one request: slots of the wording, pieces of the card."""

    rng: random.Random
    split: Split
    slots: dict[str, str] = field(default_factory=dict[str, str])
    shown: list[Piece] = field(default_factory=list[Piece])

    @property
    def words(self) -> Words:
        """The tables to draw from."""
        return WORDS[self.split]

    def some(self, table: Sequence[str], least: int, most: int) -> list[str]:
        """A few different entries, in random order."""
        return self.rng.sample(table, min(len(table), self.rng.randint(least, most)))

    def listing(self, names: Sequence[str]) -> str:
        """The names as a person lists them."""
        *rest, last = names
        if not rest:
            return last
        return self.rng.choice(
            (f"{', '.join(rest)} and {last}",) * 3
            + (f"{', '.join(rest)}, {last}", f"{', '.join(rest)}, and {last}", "; ".join(names), " + ".join(names))
        )

    def pairs(self, pairs: Sequence[tuple[str, object]]) -> str:
        """Named values as a person lists them."""
        pattern = self.rng.choice(("{} {}", "{} {}", "{}: {}", "{} = {}"))
        return ", ".join(pattern.format(name, value) for name, value in pairs)


def _fields(draw: Draw, least: int = 2, most: int = 4, kinds: Sequence[str] = ()) -> list[FieldWord]:
    table = [word for word in draw.words.fields if not kinds or word.kind in kinds]
    common = [word for word in WORDS["train"].fields if word.name in ("name", "email", "phone", "date", "notes")]
    found: dict[str, FieldWord] = {}
    for _ in range(draw.rng.randint(least, most)):
        usual = not kinds and draw.rng.random() < 0.25
        word = draw.rng.choice(common if usual else table)
        found[word.name] = word
    return list(found.values())


def _form(draw: Draw) -> None:
    fields = _fields(draw)
    named = [word.name for word in fields]
    draw.shown += [pieces.control(word) for word in fields]
    if draw.rng.random() < 0.25:
        options = draw.rng.choice(draw.words.options)
        if options.name not in named:
            named.append(f"{options.name} ({_choices(draw, options)})")
            draw.shown.append(pieces.choice(options))
    draw.slots["list"] = draw.listing(named)


def _choices(draw: Draw, options: Options) -> str:
    *rest, last = options.values
    values = draw.rng.choice(
        (", ".join(options.values), f"{', '.join(rest)} or {last}", f"{', '.join(rest)} and {last}")
    )
    return (
        values
        if draw.rng.random() < 0.5
        else values
        if any(word.isupper() for word in options.values)
        else values.lower()
    )


def _order_options(draw: Draw) -> None:
    chosen = draw.rng.sample(draw.words.options, 2)
    draw.shown += [pieces.choice(options) for options in chosen]
    draw.slots["lists"] = " and ".join(f"{options.name} ({', '.join(options.values)})" for options in chosen)


def _survey(draw: Draw) -> None:
    rates, area = draw.some(ASPECTS[draw.split], 1, 3), draw.rng.choice(AREAS)
    draw.slots |= {"rates": draw.listing(rates), "area": area}
    draw.shown += [Piece("Slider", {"label": cap(rate), "min": 1, "max": 5}) for rate in rates]
    draw.shown.append(Piece("Textarea", {"label": cap(area)}))


def _quiz(draw: Draw) -> None:
    topic = draw.rng.choice([question.topic for question in draw.words.questions])
    known = [question for question in draw.words.questions if question.topic == topic]
    count = draw.rng.randint(1, min(2, len(known)))
    draw.slots |= {"topic": topic, "n": str(count), "d": topic}
    for question in draw.rng.sample(known, count):
        choices = draw.rng.sample(question.choices, len(question.choices))
        draw.shown.append(pieces.question(question.text, choices, question.choices[0]))


def _value(draw: Draw) -> str:
    return draw.rng.choice(
        (
            str(draw.rng.randint(1, 999)),
            f"{draw.rng.randint(1, 99)}%",
            f"{draw.rng.randint(1, 9)}.{draw.rng.randint(1, 9)}",
            f"€{draw.rng.randint(2, 900)}",
            f"{draw.rng.randint(1, 40)},{draw.rng.randint(100, 999)}",
        )
    )


def _stats(draw: Draw) -> None:
    pairs = [(name, _value(draw)) for name in draw.some(draw.words.measures, 2, 3)]
    in_front = draw.rng.random() < 0.4
    draw.slots["stats"] = draw.listing([f"{v} {n}" for n, v in pairs]) if in_front else draw.pairs(pairs)
    draw.shown.append(pieces.stats(pairs))


def _chart(draw: Draw, *, titled: bool = False) -> None:
    shape, measure = draw.rng.choice(list(pieces.CHARTS)), draw.rng.choice(draw.words.measures)
    series = draw.rng.choice(SERIES)
    points = [(name, draw.rng.randint(1, draw.rng.choice((9, 60, 400)))) for name in series[: draw.rng.randint(3, 5)]]
    draw.slots |= {"chart": shape, "measure": measure, "points": draw.pairs(points)}
    draw.shown.append(pieces.chart(shape, points, cap(measure) if titled else ""))


def _dashboard(draw: Draw) -> None:
    _stats(draw)
    _chart(draw, titled=True)


def _tracker(draw: Draw) -> None:
    fields = _fields(draw, 1, 3, ("number", "date", "time", "area"))
    draw.slots["list"] = draw.listing([word.name for word in fields])
    draw.shown += [pieces.control(word) for word in fields]


def _compare(draw: Draw) -> None:
    things = draw.some(draw.words.things, 2, 2)
    rows = draw.some(ASPECTS[draw.split], 2, 3)
    draw.slots["things"] = draw.rng.choice((" and ", " with ", " or ")).join(things)
    if draw.rng.random() < 0.5:
        draw.slots["columns"] = draw.listing(rows)
        cells = [[cap(row), pieces.UNKNOWN, pieces.UNKNOWN] for row in rows]
    else:
        cells = [[cap(row), str(draw.rng.randint(2, 90)), str(draw.rng.randint(2, 90))] for row in rows]
        draw.slots["columns"] = ", ".join(
            f"{row} {cell[1]} and {cell[2]}" for row, cell in zip(rows, cells, strict=True)
        )
    draw.shown.append(pieces.table(["", *map(cap, things)], cells))


def _priced(draw: Draw, table: Sequence[str], head: str) -> None:
    pairs = [(name, f"€{draw.rng.randint(1, 90)}") for name in draw.some(table, 2, 4)]
    draw.slots["prices"] = draw.pairs(pairs)
    draw.shown.append(pieces.table([head, "Price"], [[cap(name), price] for name, price in pairs]))


def _tabs(draw: Draw) -> None:
    days = draw.rng.choice(
        (("Friday", "Saturday", "Sunday"), ("Day 1", "Day 2", "Day 3"), ("Before", "During", "After"))
    )
    views = [(day, draw.listing(draw.some(draw.words.events, 1, 2))) for day in days[: draw.rng.randint(2, 3)]]
    draw.slots["tabs"] = "; ".join(f"{day}: {what}" for day, what in views)
    tabs = tuple(Piece("Tab", {"label": day}, (pieces.text(what),)) for day, what in views)
    draw.shown.append(Piece("Tabs", {}, tabs))


def _checklist(draw: Draw) -> None:
    items = draw.some(draw.words.items, 3, 6)
    draw.slots["items"] = draw.listing(items)
    draw.shown.append(pieces.choice(Options("list", tuple(items)), "check"))


def _calculator(draw: Draw) -> None:
    numbers = _fields(draw, 2, 3, ("number",))
    draw.slots["numbers"] = draw.listing([word.name for word in numbers])
    draw.shown += [pieces.control(word) for word in numbers]


def _settings(draw: Draw) -> None:
    names = draw.some(draw.words.switches, 2, 4)
    draw.slots["switches"] = draw.listing(names)
    draw.shown += [Piece("Switch", {"label": cap(name)}) for name in names]


def _progress(draw: Draw) -> None:
    parts: list[str] = []
    for task in draw.some(draw.words.tasks, 2, 3):
        whole = draw.rng.choice((100, 100, 10, 12, 50))
        done = draw.rng.randint(1, whole - 1)
        parts.append(f"{task} {done}%" if whole == 100 else f"{task} {done} of {whole}")
        draw.shown.append(pieces.progress(task, done, whole))
    draw.slots["progress"] = draw.listing(parts)


def _steps(draw: Draw) -> None:
    events = draw.some(draw.words.events, 3, 4)
    start = draw.rng.randint(7, 15)
    times = draw.rng.choice(
        (
            [f"{start + i}:{draw.rng.choice(('00', '15', '30'))}" for i in range(4)],
            ["Monday", "Tuesday", "Wednesday", "Thursday"],
            ["March", "April", "May", "June"],
            ["week 1", "week 2", "week 4", "week 6"],
        )
    )
    steps = list(zip(times, events, strict=False))
    draw.slots["steps"] = ", ".join(f"{when} {what}" for when, what in steps)
    draw.shown.append(pieces.timeline(steps))


def _pick(draw: Draw, kind: str = "") -> None:
    options = draw.rng.choice(draw.words.options)
    draw.slots |= {"option": options.name, "d": options.name, "choices": _choices(draw, options)}
    draw.shown.append(pieces.choice(options, "radio" if kind else ""))


def _contact(draw: Draw) -> None:
    facts = [
        ("phone", f"{draw.rng.randint(100, 999)} {draw.rng.randint(1000, 9999)}"),
        ("city", draw.rng.choice(("Lisbon", "Graz", "Leeds", "Oslo"))),
        ("job", draw.rng.choice(("plumber", "teacher", "nurse", "baker", "vet"))),
        ("room", str(draw.rng.randint(2, 400))),
    ]
    chosen = draw.rng.sample(facts, draw.rng.randint(2, 3))
    draw.slots |= {"person": draw.rng.choice(draw.words.people), "facts": draw.pairs(chosen)}
    draw.shown += [pieces.text(f"{name}: {value}") for name, value in chosen]


def _scores(draw: Draw) -> None:
    people = draw.some(draw.words.people, 3, 4)
    scores = sorted((draw.rng.randint(5, 400) for _ in people), reverse=True)
    pairs = list(zip(people, map(str, scores), strict=True))
    draw.slots["scores"] = draw.pairs(pairs)
    draw.shown.append(pieces.table(["Name", "Score"], pairs))


def _faq(draw: Draw) -> None:
    known = draw.rng.sample(draw.words.answers, draw.rng.randint(2, 3))
    draw.slots["n"] = str(len(known))
    draw.shown.append(Piece("Accordion", {}, tuple(Piece("AccordionItem", {"title": q}, a) for q, a in known)))


# Kinds whose card asks for something end in a button; the weight is the share among the requests.
BUILDERS: Mapping[str, tuple[Callable[[Draw], None], bool, int]] = {
    "form": (_form, True, 22),
    "bare_form": (_form, True, 4),
    "survey": (_survey, True, 6),
    "quiz": (_quiz, True, 4),
    "dashboard": (_dashboard, False, 7),
    "stats": (_stats, False, 4),
    "chart": (_chart, False, 9),
    "tracker": (_tracker, True, 6),
    "compare": (_compare, False, 6),
    "pricing": (lambda d: _priced(d, d.words.things, "Plan"), False, 4),
    "tabs": (_tabs, False, 4),
    "checklist": (_checklist, False, 6),
    "calculator": (_calculator, True, 4),
    "settings": (_settings, True, 5),
    "progress": (_progress, False, 5),
    "timeline": (_steps, False, 4),
    "picker": (_pick, True, 4),
    "poll": (lambda d: _pick(d, "radio"), True, 4),
    "contact": (_contact, False, 3),
    "menu": (lambda d: _priced(d, d.words.items, "Item"), False, 3),
    "schedule": (_steps, False, 4),
    "leaderboard": (_scores, False, 3),
    "faq": (_faq, False, 2),
    "order_options": (_order_options, True, 5),
}


def full_request(rng: random.Random, split: Split) -> Card:
    """A request that names everything, with its card."""
    kind = rng.choices(list(BUILDERS), [weight for _, _, weight in BUILDERS.values()])[0]
    build, asks, _ = BUILDERS[kind]
    noun, wording = rng.choice(WORDINGS[split][kind])
    draw = Draw(rng, split, {"d": rng.choice(WORDS[split].domains)})
    build(draw)
    title = _title(kind, noun, wording, draw)
    request, action = wording, ACTIONS.get(noun, (DEFAULT_ACTION,))[0]
    extra = rng.random()
    if extra < 0.06:
        title = rng.choice(TITLES[split])
        request = f"{wording}, {rng.choice(('titled', 'called', 'with the title'))} {title}"
    elif asks and extra < 0.16:
        action = rng.choice(OTHER_ACTIONS[split])
        request = f"{wording}, {rng.choice(('with a {} button', 'button {}', 'the button says {}')).format(action)}"
    if asks:
        draw.shown.append(pieces.button(action))
    sentence = f"Here is {title}." if extra < 0.06 else pieces.announced(title)
    if kind == "chart":
        sentence = f"Here is the {draw.slots['chart']} chart of {draw.slots['measure']}."
    if kind == "contact":
        sentence = f"Here is the contact card of {draw.slots['person']}."
    return Card(kind, spoken(rng, request.format(**draw.slots)), title, tuple(draw.shown), sentence)


def _title(kind: str, noun: str, wording: str, draw: Draw) -> str:
    if kind == "chart":
        return cap(draw.slots["measure"])
    if kind == "contact":
        return draw.slots["person"]
    subject = draw.slots["d"] if "{d}" in wording or kind in ("quiz", "picker", "poll") else ""
    return cap(f"{subject} {noun}".strip())


def spoken(rng: random.Random, request: str) -> str:
    """The request as one of many people would type it."""
    before = rng.choice(
        ("",) * 8 + ("please make ", "can you make ", "hi, ", "now ", "I need ", "show me ", "could I get ")
    )
    if before.strip() and before[0] in "pcIs" and not request.startswith(("a ", "an ")):
        before = ""
    request = f"{before}{request}{rng.choice(('',) * 5 + (', please', ' please', ', thanks', '.', '!'))}"
    return cap(request) if rng.random() < 0.5 else request
