# ruff: noqa: E501 (wordings are data: one a line)
"""Chance and more work on lists: dice, coins, a random pick; the largest few, evens, products, running totals.

Covers: cells with `random`, whose value differs each time, and flat lists. Does not cover: one figure of a list (lists.py).
"""

from __future__ import annotations

from backend.train.recipes.l1.task import Draw, Family, Task

_OPTIONS = (
    "pizza",
    "sushi",
    "pasta",
    "curry",
    "soup",
    "salad",
    "tacos",
    "ramen",
    "Anna",
    "Ben",
    "Chloe",
    "Dina",
    "chess",
    "cards",
    "tennis",
    "swimming",
)
_OTHER_OPTIONS = ("lasagne", "stew", "Edgar", "Flora", "golf", "hockey", "paella")


def dice(d: Draw) -> Task:
    """A die or several, a coin, a random number."""
    kind = d.rng.randrange(4)
    if kind == 0:
        text = d.ask(
            "Roll a die\nroll a dice\nthrow a die for me\nroll a six-sided die\ndice roll please\nI need a die roll\nroll one die",
            "Give a die a throw",
        )
        return Task(
            text=text,
            code="import random\nrandom.randint(1, 6)",
            finals=["You rolled {v}.", "It is {v}."],
            topic="a die roll",
        )
    if kind == 1:
        n, sides = d.int(2, 5), d.rng.choice((6, 6, 6, 8, 10, 12, 20))
        text = d.ask(
            "Roll {n} dice with {s} sides\n{n}d{s}\nroll {n}d{s}\nthrow {n} dice ({s} sides)\nI need {n} rolls of a {s}-sided die",
            "Let {n} dice of {s} sides fall",
            n=n,
            s=sides,
        )
        code = f"import random\n[random.randint(1, {sides}) for _ in range({n})]"
        return Task(text=text, code=code, finals=["You rolled {v}."], topic=f"{n} dice rolls")
    if kind == 2:
        text = d.ask(
            "Flip a coin\ntoss a coin\nheads or tails?\nflip a coin for me\ncoin flip please\nthrow a coin: heads or tails\nlet a coin decide",
            "Spin me a coin",
        )
        return Task(
            text=text,
            code='import random\nrandom.choice([f"heads", f"tails"])',
            finals=["It is {v}.", "The coin shows {v}."],
            topic="a coin flip",
        )
    a, b = d.int(1, 50), d.int(60, 1000)
    text = d.ask(
        "Random number between {a} and {b}\npick a number from {a} to {b}\nrandom number {a}-{b}\ngive me a random number between {a} and {b}\ndraw a number from {a} to {b}\nI need a random integer from {a} to {b}",
        "Some number from {a} up to {b}, by chance",
        a=a,
        b=b,
    )
    return Task(
        text=text,
        code=f"import random\nrandom.randint({a}, {b})",
        finals=["I drew {v}.", "It is {v}."],
        topic="a random number",
    )


def pick(d: Draw) -> Task:
    """One of several options, or all in a random order."""
    words = d.some(_OPTIONS, _OTHER_OPTIONS, d.int(2, 5))
    code = "[" + ", ".join(f'"{word}"' for word in words) + "]"
    if d.rng.random() < 0.7:
        text = d.ask(
            """Pick one at random: {l}
            choose randomly between {l}
            I can't decide: {l}. Pick one for me
            random pick from {l}
            {o}?
            draw a name from {l}
            which one: {l}? choose at random
            Let chance decide between {l}""",
            """Draw lots among {l}""",
            l=d.listed(words),
            o=" or ".join(words) + ", pick one at random",
        )
        return Task(
            text=text,
            code=f"import random\nrandom.choice({code})",
            finals=["I picked {v}.", "It is {v}."],
            topic="a random pick",
        )
    text = d.ask(
        """Shuffle {l}
        put {l} in random order
        random order for {l}
        mix up the order of {l}
        {l} in a random order please""",
        """Give {l} an order by chance""",
        l=d.listed(words),
    )
    return Task(
        text=text,
        code=f"import random\nrandom.sample({code}, {len(words)})",
        finals=["In random order: {v}."],
        topic="a shuffled list",
    )


def few(d: Draw) -> Task:
    """The largest or smallest few, evens or odds, the list turned round."""
    numbers = [str(d.int(1, 300)) for _ in range(d.int(5, 8))]
    n, kind = ", ".join(numbers), d.rng.randrange(3)
    if kind == 0:
        k, low = d.int(2, 4), d.rng.random() < 0.4
        word = d.rng.choice(("smallest", "lowest")) if low else d.rng.choice(("largest", "highest", "biggest"))
        text = d.ask(
            "The {k} {w} of {l}\n{k} {w} numbers in {l}\nwhich are the {k} {w}: {l}\ntake the {k} {w} from {l}\nOur scores were {l}. Which are the {k} {w}?\ngive me the {k} {w} of {l}",
            "Out of {l}, the {k} {w} ones",
            k=k,
            w=word,
            l=d.listed(numbers),
        )
        return Task(
            text=text,
            code=f"sorted([{n}]{'' if low else ', reverse=True'})[:{k}]",
            finals=[f"The {k} {word} are {{v}}."],
            topic=f"the {k} {word} numbers",
        )
    if kind == 1:
        odd = d.rng.random() < 0.5
        word = "odd" if odd else "even"
        text = d.ask(
            "Which of {l} are {w}?\n{w} numbers in {l}\nonly the {w} ones: {l}\nkeep the {w} numbers of {l}\nlist the {w} numbers from {l}\n{l}: which are {w}",
            "Out of {l}, show the {w} ones",
            w=word,
            l=d.listed(numbers),
        )
        return Task(
            text=text,
            code=f"[n for n in [{n}] if n % 2 == {int(odd)}]",
            finals=[f"The {word} ones are {{v}}."],
            topic=f"the {word} numbers",
        )
    text = d.ask(
        "Reverse the list {l}\n{l} in reverse order\nreverse the order of {l}\nturn this list around: {l}\n{l} backwards",
        "From the last to the first: {l}",
        l=d.listed(numbers),
    )
    return Task(text=text, code=f"[{n}][::-1]", finals=["Reversed: {v}."], topic="a reversed list")


def running(d: Draw) -> Task:
    """Products, running totals, sums of squares."""
    numbers = [str(d.int(2, 40)) for _ in range(d.int(3, 6))]
    n, kind = ", ".join(numbers), d.rng.randrange(3)
    if kind == 0:
        text = d.ask(
            "Product of {l}\nmultiply {l}\nmultiply all of {l} together\nwhat is the product of {l}?\n{l} multiplied together\nwhat do {l} make when multiplied",
            "All of {l}, times each other",
            l=d.listed(numbers),
        )
        return Task(text=text, code=f"import math\nmath.prod([{n}])", finals=["The product is {v}."], topic="a product")
    if kind == 1:
        text = d.ask(
            "Running total of {l}\ncumulative sum of {l}\nadd {l} step by step\nwhat are the running totals for {l}?\ncumulative totals: {l}\nI saved {l} week by week. How much was it after each week?",
            "Sums so far along {l}",
            l=d.listed(numbers),
        )
        code = f"import itertools\nlist(itertools.accumulate([{n}]))"
        return Task(text=text, code=code, finals=["The running totals are {v}."], topic="running totals")
    text = d.ask(
        "Sum of the squares of {l}\nsquare {l} and add them\nadd the squares of {l}\nwhat is the sum of squares of {l}?\nsum of squares: {l}",
        "Squares of {l}, all added",
        l=d.listed(numbers),
    )
    return Task(
        text=text,
        code=f"sum(n ** 2 for n in [{n}])",
        finals=["The sum of the squares is {v}."],
        topic="a sum of squares",
    )


FAMILIES: tuple[tuple[Family, int], ...] = ((dice, 2), (pick, 2), (few, 2), (running, 2))
