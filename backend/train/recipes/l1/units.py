# ruff: noqa: E501 (wordings are data: one a line)
"""Unit conversions by fixed factors, and currencies by a rate that the request gives.

Covers: length, mass, volume, area, time, data, speed, temperature, currency. Does not cover: live exchange rates.
"""

from __future__ import annotations

from backend.train.recipes.l1.task import Draw, Family, Task

_FACTORS = (
    ("km", "miles", "/ 1.609344"), ("miles", "km", "* 1.609344"), ("kg", "pounds", "* 2.20462"), ("pounds", "kg", "/ 2.20462"),
    ("feet", "metres", "* 0.3048"), ("metres", "feet", "/ 0.3048"), ("inches", "cm", "* 2.54"), ("cm", "inches", "/ 2.54"),
    ("litres", "gallons", "/ 3.78541"), ("gallons", "litres", "* 3.78541"), ("ounces", "grams", "* 28.3495"),
    ("hours", "minutes", "* 60"), ("days", "hours", "* 24"), ("minutes", "seconds", "* 60"), ("weeks", "days", "* 7"),
    ("km/h", "m/s", "/ 3.6"), ("m/s", "km/h", "* 3.6"), ("GB", "MB", "* 1024"), ("km", "metres", "* 1000"), ("grams", "kg", "/ 1000"),
    ("acres", "square metres", "* 4046.86"), ("hectares", "acres", "* 2.47105"), ("mph", "km/h", "* 1.609344"), ("stone", "kg", "* 6.35029"),
)  # fmt: skip
_CURRENCIES = ("euros", "dollars", "pounds", "yen", "CHF", "rupees", "USD", "EUR", "pesos")
_OTHER_CURRENCIES = ("GBP", "zloty", "SEK", "won", "rand")


def convert(d: Draw) -> Task:
    """A quantity in another unit."""
    a, b, how = d.rng.choice(_FACTORS)
    n = d.number(2, 900)
    text = d.ask(
        """Convert {n} {a} to {b}
        {n} {a} in {b}
        How many {b} are {n} {a}?
        What is {n} {a} in {b}?
        {n} {a} to {b} please
        how much is {n} {a} in {b}""",
        """Express {n} {a} as {b}
        {n} {a} equals how many {b}?
        turn {n} {a} into {b}""",
        n=n.text,
        a=a,
        b=b,
    )
    m = d.number(2, 900)
    follow = Task(
        text=d.ask("and {m}?\nwhat about {m} {a}?\nand {m} {a}", "{m} {a} as well", m=m.text, a=a),
        code=f"round({m.code} {how}, 2)",
        finals=[f"{m.text} {a} are {{v}} {b}."],
        topic=f"{m.text} {a} in {b}",
    )
    return Task(
        text=text,
        code=f"round({n.code} {how}, 2)",
        finals=[f"{n.text} {a} are {{v}} {b}."],
        topic=f"{n.text} {a} in {b}",
        follow_up=follow,
    )


def temperature(d: Draw) -> Task:
    """Celsius and Fahrenheit."""
    n = str(d.int(-20, 230))
    to_f = d.rng.random() < 0.5
    a, b = ("Celsius", "Fahrenheit") if to_f else ("Fahrenheit", "Celsius")
    if d.rng.random() < 0.4:
        a, b = a[0], b[0]
    text = d.ask(
        "Convert {n}°{a} to °{b}\n{n} degrees {a} in {b}\nwhat is {n} {a} in {b}?\nHow warm is {n}°{a} in {b}?",
        "{n} {a} as {b}?\nturn {n}°{a} into {b}",
        n=n,
        a=a,
        b=b,
    )
    n_code = f"({n})" if n.startswith("-") else n
    return Task(
        text=text,
        code=f"round({n_code} * 9 / 5 + 32, 2)" if to_f else f"round(({n_code} - 32) * 5 / 9, 2)",
        finals=[f"{n}°{a[0]} is {{v}}°{b[0]}."],
        topic=f"{n}°{a[0]} in {b[0]}",
    )


def currency(d: Draw) -> Task:
    """An amount at a given rate, either way round."""
    a, b = d.some(_CURRENCIES, _OTHER_CURRENCIES, 2)
    n, r = (
        d.number(5, 5000, (0, 0, 2)),
        d.rng.choice((f"{d.rng.uniform(0.05, 3):.2f}", f"{d.rng.uniform(0.5, 2):.4f}", f"{d.rng.uniform(3, 150):.1f}")),
    )
    back = d.rng.random() < 0.4
    if back:
        text = d.ask(
            """1 {a} = {r} {b}. How many {a} are {n} {b}?
            {n} {b} in {a} if one {a} costs {r} {b}
            I have {n} {b}; 1 {a} is {r} {b}. What do I get in {a}?""",
            """One {a} trades at {r} {b}: {n} {b} makes how many {a}?""",
            a=a,
            b=b,
            r=r,
            n=n.text,
        )
        return Task(
            text=text,
            code=f"round({n.code} / {r}, 2)",
            finals=[f"{n.text} {b} are {{v}} {a}."],
            topic=f"{n.text} {b} in {a}",
        )
    text = d.ask(
        """Convert {n} {a} to {b} at {r}
        {n} {a} in {b}, rate {r}
        1 {a} = {r} {b}. How much is {n} {a} in {b}?
        exchange {n} {a} into {b} at a rate of {r}
        if one {a} is {r} {b}, what are {n} {a}?""",
        """Swap {n} {a} for {b}; a {a} buys {r} {b}. Result?""",
        a=a,
        b=b,
        r=r,
        n=n.text,
    )
    return Task(
        text=text,
        code=f"round({n.code} * {r}, 2)",
        finals=[f"{n.text} {a} are {{v}} {b}."],
        topic=f"{n.text} {a} in {b}",
    )


FAMILIES: tuple[tuple[Family, int], ...] = ((convert, 6), (temperature, 2), (currency, 4))
