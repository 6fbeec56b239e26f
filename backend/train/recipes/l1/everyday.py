"""Everyday sums: travel, petrol, pay by the period, interest alone, change at the till, a shared order.

Covers: tasks whose cell is one formula. Does not cover: speed from distance and time (money.py).
"""

from __future__ import annotations

from backend.train.recipes.l1.task import Draw, Family, Task


def travel(d: Draw) -> Task:
    """A distance from speed and time, or a time from distance and speed."""
    v, unit = d.int(20, 240), d.rng.choice(("km", "km", "miles"))
    speed = {"km": ("km/h", "km per hour", "kph"), "miles": ("mph", "miles per hour")}[unit]
    s = d.rng.choice(speed)
    if d.rng.random() < 0.4:
        h = d.number(2, 12, (0, 1)).code
        text = d.ask(
            """How far do I get in {h} hours at {v} {s}?
            {v} {s} for {h} hours, distance?
            A train runs {h} hours at {v} {s}. How far does it go?
            distance at {v} {s} in {h} h
            I drive {h} hours with {v} {s}; how many {u} is that?
            how many {u} in {h} hours at {v} {s}""",
            """At {v} {s}, what distance do {h} hours give?""",
            h=h,
            v=v,
            s=s,
            u=unit,
        )
        return Task(
            text=text,
            code=f"round({v} * {h}, 2)",
            finals=[f"The distance is {{v}} {unit}.", f"That is {{v}} {unit}."],
            topic=f"the distance in {h} hours",
        )
    far, minutes = d.number(20, 1500, (0, 0, 1)), d.rng.random() < 0.4
    word = "minutes" if minutes else "hours"
    text = d.ask(
        """How many {w} for {k} {u} at {v} {s}?
        How long does {k} {u} take at {v} {s}, in {w}?
        {k} {u} at {v} {s}: how many {w}?
        time for {k} {u} at {v} {s} in {w}
        We have {k} {u} to go at {v} {s}. How many {w} do we need?
        My ride is {k} {u} and I go {v} {s}. How many {w} is that?
        drive {k} {u}, speed {v} {s}, time in {w}""",
        """Needing {k} {u} with {v} {s}: number of {w}?""",
        k=far.text,
        u=unit,
        v=v,
        s=s,
        w=word,
    )
    return Task(
        text=text,
        code=f"round({far.code} / {v}{' * 60' if minutes else ''}, 2)",
        finals=[f"It takes {{v}} {word}."],
        topic=f"the {word} for {far.text} {unit}",
    )


def mileage(d: Draw) -> Task:
    """Consumption per 100 km, the fuel a trip needs, or its cost by miles per gallon."""
    km, kind = d.int(80, 1200), d.rng.randrange(3)
    if kind == 0:
        litres = d.number(8, 90, (0, 1)).code
        text = d.ask(
            """I used {l} litres for {k} km. How much is that per 100 km?
            consumption: {l} l on {k} km, l/100 km?
            {k} km with {l} litres, litres per 100 km
            My car burned {l} liters over {k} km, what is its consumption per 100 km?
            {l} l for {k} km in l/100km""",
            """Over {k} km went {l} litres; what per 100 km?""",
            l=litres,
            k=km,
        )
        return Task(
            text=text,
            code=f"round({litres} / {km} * 100, 2)",
            finals=["It uses {v} litres per 100 km."],
            topic=f"the consumption over {km} km",
        )
    if kind == 1:
        use = d.number(4, 12, (0, 1)).code
        text = d.ask(
            """How many litres do I need for {k} km at {u} l/100 km?
            My car takes {u} litres per 100 km. How much fuel for {k} km?
            fuel for {k} km, {u} l per 100 km
            {k} km at {u} l/100km, how many litres?
            litres for a trip of {k} km with {u} liters per 100 km""",
            """At {u} l/100 km, what do {k} km take?""",
            u=use,
            k=km,
        )
        return Task(
            text=text,
            code=f"round({km} / 100 * {use}, 2)",
            finals=["You need {v} litres."],
            topic=f"the fuel for {km} km",
        )
    mpg, cost = d.int(18, 60), d.number(2, 6, (2,)).code
    text = d.ask(
        """{k} miles at {m} mpg and ${c} a gallon, what does the gas cost?
        My car gets {m} miles per gallon and gas is {c} a gallon. What do {k} miles cost?
        gas cost for {k} miles, {m} mpg, {c} per gallon
        We drive {k} miles, {m} mpg, gas at ${c} per gallon. How much do we spend?
        fuel cost: {k} miles, {m} mpg, {c}/gallon""",
        """A road trip of {k} miles, {m} mpg, {c} for a gallon: cost of gas?""",
        k=km,
        m=mpg,
        c=cost,
    )
    return Task(
        text=text,
        code=f"round({km} / {mpg} * {cost}, 2)",
        finals=["The gas costs {v}."],
        topic=f"the gas for {km} miles",
    )


def earned(d: Draw) -> Task:
    """The compound interest alone, without what was put in."""
    n, pattern = d.money(100, 20000)
    p, y = d.number(1, 9, (0, 1, 2)).code, d.int(2, 25)
    text = d.ask(
        """How much interest do I earn on {n} at {p}% compounded yearly over {y} years?
        I put in {n} at {p}% a year for {y} years. How much of the end is interest?
        compound interest earned: {n}, {p}%, {y} years
        interest alone after {y} years on {n} at {p}% compounded
        by how much does {n} grow in {y} years at {p}% a year?
        what profit do I make on {n} at {p}% per year after {y} years""",
        """The gain on {n} within {y} years at {p}% yearly?""",
        n=n.text,
        p=p,
        y=y,
    )
    return Task(
        text=text,
        code=f"round({n.code} * (1 + {p} / 100) ** {y} - {n.code}, 2)",
        finals=[f"The interest is {pattern}.", f"You earn {pattern}."],
        topic=f"the interest on {n.text} over {y} years",
    )


_PERIODS = (
    ("year", "month", "/ 12"), ("month", "year", "* 12"), ("day", "week", "* 7"), ("day", "year", "* 365"),
    ("week", "day", "/ 7"), ("year", "day", "/ 365"), ("day", "month", "* 30"),
)  # fmt: skip


def period(d: Draw) -> Task:
    """An amount per year as one per month, and the like."""
    (n, pattern), (a, b, how) = d.money(100, 60000), d.rng.choice(_PERIODS)
    what = d.of(
        ("my rent", "the gym", "my salary", "our power bill", "the insurance", "coffee"), ("the loan", "parking")
    )
    text = d.ask(
        """{n} a {a}, how much is that per {b}?
        {n} per {a} in a {b}
        {w} is {n} a {a}. What is it per {b}?
        how much per {b} if it is {n} per {a}
        I pay {n} every {a} for {w}. How much is it a {b}?
        {n}/{a} per {b}
        what does {w} come to per {b} at {n} a {a}?""",
        """Each {a} takes {n} for {w}; so per {b}?""",
        n=n.text,
        a=a,
        b=b,
        w=what,
    )
    return Task(
        text=text,
        code=f"round({n.code} {how}, 2)",
        finals=[f"That is {pattern} per {b}.", f"It is {pattern} a {b}."],
        topic=f"{n.text} a {a} per {b}",
    )


def back(d: Draw) -> Task:
    """The change from a note, or what is left of a budget after several costs."""
    if d.rng.random() < 0.5:
        note = d.rng.choice((10, 20, 50, 100, 200))
        cost = f"{d.rng.uniform(1, note - 0.5):.2f}"
        text = d.ask(
            """I pay {c} with a {n} note. How much change do I get?
            change from {n} for {c}
            it costs {c}, I give {n}, what do I get back
            {c} paid with {n}, change?
            The bill is ${c} and I hand over ${n}. What is my change?
            how much do I get back from {n} if I pay {c}""",
            """From a {n} banknote for {c}: money back?""",
            n=note,
            c=cost,
        )
        return Task(
            text=text, code=f"round({note} - {cost}, 2)", finals=["You get {v} back."], topic=f"the change from {note}"
        )
    budget, costs = d.int(800, 4000), [str(d.int(15, 190)) for _ in range(d.int(2, 4))]
    text = d.ask(
        """I have {b} and spend {c}. What is left?
        budget {b}, expenses {c}, what remains?
        {b} minus {c}, how much is left
        My pay is {b}. I pay bills of {c}. How much do I still have?
        what's left of {b} after {c}
        I start the month with {b} and pay {c}. What do I have left?""",
        """Of {b}, gone are {c}: the rest?""",
        b=budget,
        c=", ".join(costs[:-1]) + " and " + costs[-1],
    )
    return Task(
        text=text,
        code=f"{budget} - sum([{', '.join(costs)}])",
        finals=["{v} is left.", "You have {v} left."],
        topic=f"what is left of {budget}",
    )


FAMILIES: tuple[tuple[Family, int], ...] = ((travel, 3), (mileage, 2), (earned, 1), (period, 2), (back, 2))
