"""Lists pasted into a request: sum, mean, median, extremes, counting, sorting, removing duplicates.

Covers: numbers and words in one flat list. Does not cover: rows with columns (tables.py).
"""

from __future__ import annotations

from backend.train.recipes.l1.task import Draw, Family, Task

_WORDS = [
    "apple",
    "banana",
    "cherry",
    "lemon",
    "mango",
    "peach",
    "plum",
    "kiwi",
    "grape",
    "melon",
    "tiger",
    "horse",
    "otter",
    "zebra",
    "falcon",
    "rabbit",
    "violet",
    "amber",
    "green",
    "red",
    "blue",
    "orange",
    "anna",
    "bob",
    "carl",
    "dina",
    "emil",
    "fay",
    "paris",
    "rome",
    "oslo",
    "lima",
    "tea",
    "coffee",
    "juice",
    "milk",
    "water",
    "bread",
    "soup",
    "rice",
]
_OTHER_WORDS = [
    "walnut",
    "ginger",
    "copper",
    "silver",
    "moose",
    "heron",
    "delhi",
    "cairo",
    "quartz",
    "cotton",
    "pepper",
    "radish",
    "lynx",
    "iris",
    "clay",
    "wool",
    "brick",
]

_STATS = {
    "sum": ("sum([{n}])", "sum total", "The sum is {v}."),
    "mean": ("import statistics\nround(statistics.mean([{n}]), 2)", "average mean avg", "The average is {v}."),
    "median": ("import statistics\nstatistics.median([{n}])", "median", "The median is {v}."),
    "max": ("max([{n}])", "largest highest maximum biggest max", "The largest is {v}."),
    "min": ("min([{n}])", "smallest lowest minimum min", "The smallest is {v}."),
    "range": ("max([{n}]) - min([{n}])", "range", "The range is {v}."),
    "stdev": (
        "import statistics\nround(statistics.stdev([{n}]), 2)",
        "standard-deviation",
        "The standard deviation is {v}.",
    ),
}


def stat(d: Draw) -> Task:
    """One figure of a list; the follow-up asks for another."""
    name, other = d.rng.sample(("sum", "sum", "mean", "mean", "mean", "median", "max", "min", "range", "stdev"), 2)
    numbers = d.numbers(d.int(4, 6 if name == "range" else 8), high=d.rng.choice((20, 100, 100, 2000)))
    if name == "range":
        numbers = [str(round(float(n))) for n in numbers]
    code, words, final = _STATS[name]
    n = ", ".join(numbers)
    word = d.rng.choice(words.split()).replace("-", " ")
    thing = d.of(
        (
            "these",
            "my scores",
            "the prices",
            "temperatures",
            "sales",
            "heights",
            "expenses",
            "steps",
            "these numbers",
            "the values",
        ),
        ("laps", "my weights", "rainfall", "readings"),
    )
    text = d.ask(
        """{s} of {l}
        What is the {s} of {l}?
        {t}: {l}. What's the {s}?
        Give me the {s} of {l}
        find the {s}: {l}
        I have {t} {l}, {s}?
        {l} - {s} please
        {t} were {l}; calculate the {s}
        Can you tell me the {s} for {l}?
        {s}: {l}
        {s} {l}
        {l} {s}?
        {l}: {s}
        the {s} of {t}: {l}
        {t} this week: {l}. What is the {s}?
        I noted {t}: {l}. Please find the {s}.
        My friends and I measured {l}. What's the {s}?
        what would be the {s} of {l}
        calculate the {s} of {l}
        Here are {t}: {l}. {s}?
        We had {l} visitors on the last days. What was the {s}?
        compute {s} for {l}""",
        """{s} over {l}
        Here come {t}: {l}. I want the {s}
        which is the {s} in {l}""",
        s=word,
        l=d.listed(_dressed(d, numbers)),
        t=thing,
    )
    code2, words2, final2 = _STATS[other]
    follow = None
    if other not in (name, "range"):
        w2 = d.rng.choice(words2.split()).replace("-", " ")
        follow = Task(
            text=d.ask(
                "now the {s}\nand the {s}?\nWhat about the {s}?\nthe {s} too please",
                "{s} of the same ones\nplus the {s}",
                s=w2,
            ),
            code=code2.format(n=n),
            finals=[final2],
            topic=f"the {w2} of the same list",
        )
    return Task(
        text=text,
        code=code.format(n=n),
        finals=[final],
        topic=f"the {word} of {len(numbers)} numbers",
        follow_up=follow,
    )


def count_over(d: Draw) -> Task:
    """How many lie above or below a limit, or which."""
    numbers, k = d.numbers(d.int(4, 8), high=99), d.int(20, 80)
    above, which = d.rng.random() < 0.6, d.rng.random() < 0.4
    side, op = (
        (d.rng.choice(("above", "over", "greater than")), ">")
        if above
        else (d.rng.choice(("below", "under", "less than")), "<")
    )
    items = d.listed(numbers)
    if which:
        text = d.ask(
            """Which of {l} are {s} {k}?
        {l}: which are {s} {k}
        only {s} {k}: {l}
        I have {l}. Which of them are {s} {k}?
        show me the numbers {s} {k} in {l}
        select everything {s} {k} from {l}
        Our scores were {l}. Which ones are {s} {k}?
        keep only the numbers {s} {k}: {l}
        Filter {l}, only {s} {k}""",
            "From {l} list those {s} {k}",
            l=items,
            s=side,
            k=k,
        )
        return Task(
            text=text,
            code=f"[n for n in [{', '.join(numbers)}] if n {op} {k}]",
            finals=[f"{side.capitalize()} {k}: {{v}}."],
            topic=f"the numbers {side} {k}",
        )
    text = d.ask(
        """How many of {l} are {s} {k}?
        {l}, how many {s} {k}
        count {s} {k}: {l}
        My temperatures were {l}. How many were {s} {k}?
        how many numbers are {s} {k} here: {l}
        We scored {l}. In how many games were we {s} {k}?
        how often is it {s} {k} in {l}
        count the values {s} {k} in {l}
        {l}: how many are {s} {k}""",
        "In {l}, number of entries {s} {k}?",
        l=items,
        s=side,
        k=k,
    )
    return Task(
        text=text,
        code=f"sum(n {op} {k} for n in [{', '.join(numbers)}])",
        finals=[f"{{v}} are {side} {k}."],
        topic=f"how many are {side} {k}",
    )


def order(d: Draw) -> Task:
    """Sorted numbers or words, up or down."""
    down = d.rng.random() < 0.4
    tail = ", reverse=True" if down else ""
    if d.rng.random() < 0.5:
        numbers = d.numbers(d.int(4, 8), high=150)
        way = (
            d.rng.choice(("descending", "from high to low", "largest first"))
            if down
            else d.rng.choice(("ascending", "from low to high", "in order", "smallest first"))
        )
        text = d.ask(
            """Sort {l} {w}
        put {l} {w}
        {l} sorted {w}
        sort {w} {l}
        can you sort {l} {w}?
        list {l} {w}
        Please bring these numbers into order, {w}: {l}
        My times are {l}. Show them {w}.
        rank {l} {w}
        order these {w}: {l}
        sort {w}: {l}""",
            "Arrange {l} {w}\n{l}, {w}",
            l=d.listed(numbers),
            w=way,
        )
        return Task(
            text=text,
            code=f"sorted([{', '.join(numbers)}]{tail})",
            finals=["Sorted: {v}.", "In order: {v}."],
            topic="a sorted list of numbers",
        )
    words = d.some(_WORDS, _OTHER_WORDS, d.int(3, 6))
    way = (
        d.rng.choice(("from z to a", "in reverse alphabetical order"))
        if down
        else d.rng.choice(("alphabetically", "in alphabetical order", "from a to z"))
    )
    text = d.ask(
        """Sort {l} {w}
        put these {w}: {l}
        {l} sorted {w}
        sort {w}: {l}
        list {l} {w}
        can you put {l} {w}?
        My shopping list: {l}. Sort it {w}.
        The guests are {l}. Show them {w}.
        I need these words {w}: {l}
        order {l} {w}
        alphabetise {w}: {l}""",
        "Arrange {l} {w}\nbring {l} in line {w}",
        l=d.listed(words),
        w=way,
    )
    return Task(
        text=text,
        code=f"sorted({_strings(words)}{tail})",
        finals=["Sorted: {v}.", "In order: {v}."],
        topic="a sorted list of words",
    )


def unique(d: Draw) -> Task:
    """Duplicates removed, or the most frequent item."""
    base = (
        d.some(_WORDS, _OTHER_WORDS, d.int(2, 4))
        if d.rng.random() < 0.5
        else [str(d.int(1, 60)) for _ in range(d.int(2, 4))]
    )
    items = base + [d.rng.choice(base) for _ in range(d.int(2, 3))]
    d.rng.shuffle(items)
    code_list = f"[{', '.join(items)}]" if items[0].isdigit() else _strings(items)
    kind = d.rng.randrange(3)
    if kind == 0:
        items_text = ", ".join(items)
        text = d.ask(
            """Which is the most frequent in {l}?
        most common item: {l}
        mode of {l}
        what is the mode of {l}
        {l}: mode?
        which value appears most often in {l}
        What comes up most often: {l}?
        People voted {l}. Which got the most votes?
        most frequent of {l}""",
            "What occurs most in {l}?",
            l=items_text,
        )
        return Task(
            text=text,
            code=f"import statistics\nstatistics.mode({code_list})",
            finals=["The most frequent is {v}."],
            topic="the most frequent item",
        )
    if kind == 1:
        text = d.ask(
            """How many different items are in {l}?
        count the distinct values: {l}
        number of unique entries in {l}
        how many distinct values in {l}
        {l}: how many unique?
        how many different ones are there: {l}
        unique count {l}
        We collected {l}. How many different ones did we get?
        without counting repeats, how many items are in {l}""",
            "{l}: distinct ones, how many?",
            l=", ".join(items),
        )
        return Task(
            text=text,
            code=f"len(set({code_list}))",
            finals=["There are {v} different items."],
            topic="the number of different items",
        )
    text = d.ask(
        """Remove duplicates from {l}
        deduplicate {l}
        {l} without repeats
        unique values of {l}, keep the order
        {l} without duplicates
        unique items of {l}
        remove the repeated ones: {l}
        delete duplicates: {l}
        My list has doubles: {l}. Clean it up.
        show each item of {l} only once
        list the distinct values of {l}""",
        "Drop the repeats in {l}\nleave each once: {l}",
        l=", ".join(items),
    )
    return Task(
        text=text,
        code=f"list(dict.fromkeys({code_list}))",
        finals=["Without duplicates: {v}."],
        topic="a list without duplicates",
    )


def weighted(d: Draw) -> Task:
    """A weighted mean, a missing score, a running difference."""
    a, b, p = d.int(40, 100), d.int(40, 100), d.int(20, 80)
    if d.rng.random() < 0.5:
        x, y = d.of(
            (("exam", "homework"), ("project", "test"), ("midterm", "final")), (("essay", "talk"), ("lab", "viva"))
        )
        text = d.ask(
            """My {x} score is {a} (weight {p}%) and my {y} is {b} (weight {q}%). Weighted average?
        weighted mean of {a} at {p}% and {b} at {q}%
        {x} {a} counts {p}%, {y} {b} counts {q}%: final grade?
        {a} ({p}%) and {b} ({q}%), weighted average
        weighted average: {a} with {p}%, {b} with {q}%
        The {x} counts {p}% and the {y} {q}%. I got {a} and {b}. What is my grade?
        My grade is {p}% {x} and {q}% {y}; I have {a} and {b}. What do I end up with?
        {x} {a}, {y} {b}, weights {p}% and {q}%, overall?""",
            "Grade from {x} {a} ({p}%) with {y} {b} ({q}%)?",
            x=x,
            y=y,
            a=a,
            b=b,
            p=p,
            q=100 - p,
        )
        return Task(
            text=text,
            code=f"round(({a} * {p} + {b} * {100 - p}) / 100, 2)",
            finals=["The weighted average is {v}."],
            topic="a weighted average",
        )
    scores, goal = [str(d.int(50, 95)) for _ in range(d.int(2, 4))], d.int(70, 90)
    text = d.ask(
        """I scored {l}. What do I need next to average {g}?
        scores so far {l}; which next score gives a mean of {g}?
        {l} so far, need an average of {g}, next score?
        My scores are {l}. What must I score next for an average of {g}?
        to average {g} after {l}, what do I need?
        what next score brings the average of {l} to {g}
        I want an average of {g} and have {l}. Which score do I need next?""",
        "With {l} behind me, what score lifts the mean to {g}?",
        l=", ".join(scores),
        g=goal,
    )
    return Task(
        text=text,
        code=f"{goal} * {len(scores) + 1} - sum([{', '.join(scores)}])",
        finals=["You need {v}."],
        topic=f"the score needed for {goal}",
    )


def _dressed(d: Draw, numbers: list[str]) -> list[str]:
    """The numbers as they stand, or as prices, at times."""
    roll = d.rng.random()
    if roll < 0.1:
        return [f"${n}" for n in numbers]
    return [f"{n} €" for n in numbers] if roll < 0.14 else numbers


def _strings(words: list[str]) -> str:
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"


FAMILIES: tuple[tuple[Family, int], ...] = ((stat, 8), (count_over, 3), (order, 4), (unique, 4), (weighted, 2))
