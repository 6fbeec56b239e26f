# ruff: noqa: E501, SIM905 (wordings and words are data)
"""Small tables pasted as CSV or markdown: sum, mean, top row, filter, group.

Covers: two or three columns, three to five rows; the cell copies the column it needs. Does not cover: attached files.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backend.train.recipes.l1.task import Draw, Family, Task

_KEYS = {
    "name": "Ana Tom Priya Lukas Mei Sara Omar Julia Ben Chloe Ivan Lena Paul Rosa Kofi Aisha Noah Zoe".split(),
    "city": "Rome Oslo Lima Paris Kyoto Boston Cairo Delhi Accra Porto Dallas Lyon".split(),
    "product": "lamp chair desk mug sofa rug clock shelf kettle pillow vase stool".split(),
    "month": "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(),
    "team": "Red Blue Green Gold Black White Lions Bears Hawks".split(),
    "item": "rent food fuel phone gym books water power gifts travel".split(),
    "day": "Mon Tue Wed Thu Fri Sat Sun".split(),
    "fruit": "apple pear plum kiwi mango lemon melon cherry".split(),
    "country": "Spain Chile Japan Kenya India Norway Peru Canada".split(),
    "region": "North South East West Central Coast".split(),
}
_OTHER_KEYS = {
    "crop": "wheat barley oats maize rye hops".split(),
    "player": "Nadia Igor Pablo Wren Hugo Tess".split(),
    "river": "Rhine Nile Volga Ebro Tagus Loire".split(),
    "fund": "Alpha Beta Delta Sigma Omega Kappa".split(),
}
_VALUES = "price score sales amount hours stock visits points cost age units revenue profit temperature distance votes calories steps".split()
_OTHER_VALUES = ("yield", "goals", "length", "fee", "weight")


@dataclass(frozen=True, slots=True)
class _Table:
    key: str
    value: str
    keys: Sequence[str]
    values: Sequence[str]
    text: str

    def pairs(self) -> str:
        return "{" + ", ".join(f'"{k}": {v}' for k, v in zip(self.keys, self.values, strict=True)) + "}"

    def rows(self) -> str:
        return "[" + ", ".join(f'("{k}", {v})' for k, v in zip(self.keys, self.values, strict=True)) + "]"


def _table(d: Draw, low: int = 3, high: int = 5, repeat: bool = False) -> _Table:
    key, names = d.of(tuple(_KEYS.items()), tuple(_OTHER_KEYS.items()))
    value, extra = d.some(_VALUES, _OTHER_VALUES, 2)
    count = d.int(low, high)
    keys = [d.rng.choice(names[:3]) for _ in range(count)] if repeat else d.rng.sample(names, count)
    values = d.numbers(count, 2, d.rng.choice((50, 200, 900)))
    head, rows = [key, value], [[k, v] for k, v in zip(keys, values, strict=True)]
    if d.rng.random() < 0.25:
        return _Table(key, value, keys, values, _in_words(d, keys, values))
    if d.rng.random() < 0.3:
        head.append(extra)
        rows = [[*row, str(d.int(1, 90))] for row in rows]
    if d.rng.random() < 0.5:
        glue = d.rng.choice((",", ",", ", ", ";"))
        text = "\n".join(glue.join(row) for row in [head, *rows])
    else:
        lines = [head, ["---"] * len(head), *rows]
        text = "\n".join("| " + " | ".join(row) + " |" for row in lines)
    return _Table(key, value, keys, values, text)


def _in_words(d: Draw, keys: Sequence[str], values: Sequence[str]) -> str:
    """A table without a head: pairs in a line, or one a line."""
    glue = d.rng.choice((" ", ": ", " = ", " - "))
    pairs = [f"{k}{glue}{v}" for k, v in zip(keys, values, strict=True)]
    return ("\n" if d.rng.random() < 0.3 else d.rng.choice((", ", "; "))).join(pairs)


def _asked(d: Draw, question: str, table: _Table) -> str:
    return f"{question}\n{table.text}" if d.rng.random() < 0.6 else f"{table.text}\n{question}"


def total(d: Draw) -> Task:
    """The sum or mean of a column."""
    t, mean = _table(d), d.rng.random() < 0.4
    column = ", ".join(t.values)
    if mean:
        q = d.ask(
            """average {v}?
        What is the mean {v}?
        mean of the {v} column
        avg {v}
        mean {v}
        average of the {v} column
        What is the average {v} in this table?
        compute the average of {v}
        what's the {v} on average?""",
            "typical {v}, as a mean",
            v=t.value,
        )
        return Task(
            text=_asked(d, q, t),
            code=f"import statistics\nround(statistics.mean([{column}]), 2)",
            finals=[f"The average {t.value} is {{v}}."],
            topic=f"the average {t.value}",
        )
    q = d.ask(
        """sum the {v} column
        What is the total {v}?
        add up the {v}
        {v} total
        sum of {v}
        total {v}?
        how much {v} in total?
        What do all the {v} values add up to?
        Can you total the {v} column?
        sum {v}
        total of {v}:""",
        "overall {v}?\n{v} altogether?",
        v=t.value,
    )
    return Task(
        text=_asked(d, q, t),
        code=f"round(sum([{column}]), 2)",
        finals=[f"The total {t.value} is {{v}}."],
        topic=f"the total {t.value}",
    )


def top(d: Draw) -> Task:
    """The row with the highest or lowest value."""
    t, low = _table(d), d.rng.random() < 0.4
    word = d.rng.choice(("lowest", "smallest")) if low else d.rng.choice(("highest", "largest", "most"))
    q = d.ask(
        """Which {k} has the {w} {v}?
        {k} with the {w} {v}?
        {w} {v}?
        which row has the {w} {v}
        What is the {k} with the {w} {v} in this table?
        find the {k} that has the {w} {v}
        from this table, the {k} with the {w} {v}
        the {k} with the {w} {v} please
        who or what has the {w} {v}""",
        "Name the {k} whose {v} is {w}",
        k=t.key,
        w=word,
        v=t.value,
    )
    return Task(
        text=_asked(d, q, t),
        code=f"d = {t.pairs()}\n{'min' if low else 'max'}(d, key=d.get)",
        finals=[f"{{v}} has the {word} {t.value}."],
        topic=f"the {word} {t.value}",
    )


def kept(d: Draw) -> Task:
    """Rows over a limit, by name."""
    t = _table(d)
    cut, below = int(float(sorted(t.values, key=float)[len(t.values) // 2])), d.rng.random() < 0.3
    side, op = ("under", "<") if below else (d.rng.choice(("over", "above")), ">")
    q = d.ask(
        """Which {k} have {v} {s} {c}?
        list every {k} with {v} {s} {c}
        {k} where {v} is {s} {c}
        filter: {v} {s} {c}
        show each {k} with {v} {s} {c}
        Which entries have {v} {s} {c}?
        I only want {k} with {v} {s} {c}
        which {k} is {s} {c} in {v}
        only rows with {v} {s} {c}""",
        "Keep the {k} entries where {v} is {s} {c}",
        k=t.key,
        v=t.value,
        s=side,
        c=cut,
    )
    return Task(
        text=_asked(d, q, t),
        code=f"d = {t.pairs()}\n[k for k in d if d[k] {op} {cut}]",
        finals=[f"With {t.value} {side} {cut}: {{v}}."],
        topic=f"the rows with {t.value} {side} {cut}",
    )


def grouped(d: Draw) -> Task:
    """Totals for each key."""
    t = _table(d, 3, 4, repeat=True)
    q = d.ask(
        """total {v} per {k}
        Group by {k} and sum the {v}
        {v} by {k}
        sum {v} by {k}
        total the {v} of each {k}
        What is the total {v} for every {k}?
        How much {v} does each {k} have in total?
        {v} totals per {k}
        sum of {v} for each {k}""",
        "{v} added up by {k}",
        k=t.key,
        v=t.value,
    )
    code = f"d = {{}}\nfor k, v in {t.rows()}:\n    d[k] = round(d.get(k, 0) + v, 2)\nd"
    return Task(
        text=_asked(d, q, t),
        code=code,
        finals=[f"The {t.value} per {t.key}: {{v}}."],
        topic=f"the {t.value} per {t.key}",
    )


def ranked(d: Draw) -> Task:
    """Keys in the order of their values."""
    t = _table(d, 3, 4)
    q = d.ask(
        """Sort by {v}, highest first
        rank by {v}
        sort by {v} descending
        sort this table by {v}, largest first
        ranking by {v}
        rank the {k} entries from highest to lowest {v}
        in which order are they by {v}, highest first?
        from most to least {v}
        order the rows by {v} from high to low""",
        "Put the {k} entries in order of {v}, top first",
        k=t.key,
        v=t.value,
    )
    return Task(
        text=_asked(d, q, t),
        code=f"d = {t.pairs()}\nsorted(d, key=d.get, reverse=True)",
        finals=[f"By {t.value}: {{v}}."],
        topic=f"the order by {t.value}",
    )


FAMILIES: tuple[tuple[Family, int], ...] = ((total, 5), (top, 3), (kept, 2), (grouped, 2), (ranked, 2))
