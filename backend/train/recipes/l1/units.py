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
    ("cups", "ml", "* 236.588"), ("tablespoons", "ml", "* 14.7868"), ("teaspoons", "ml", "* 4.92892"), ("fluid ounces", "ml", "* 29.5735"),
    ("pints", "ml", "* 473.176"), ("grams", "ounces", "/ 28.3495"), ("pounds", "grams", "* 453.592"), ("ml", "cups", "/ 236.588"),
    ("yards", "metres", "* 0.9144"), ("metres", "yards", "/ 0.9144"), ("nautical miles", "km", "* 1.852"), ("knots", "km/h", "* 1.852"),
    ("km/h", "mph", "/ 1.609344"), ("square feet", "square metres", "/ 10.7639"), ("square metres", "square feet", "* 10.7639"),
    ("MB", "GB", "/ 1024"), ("TB", "GB", "* 1024"), ("MB", "KB", "* 1024"), ("bytes", "bits", "* 8"), ("hours", "seconds", "* 3600"),
    ("minutes", "hours", "/ 60"), ("seconds", "minutes", "/ 60"), ("hours", "days", "/ 24"), ("days", "weeks", "/ 7"), ("days", "minutes", "* 1440"),
    ("ml", "litres", "/ 1000"), ("litres", "ml", "* 1000"), ("cm", "metres", "/ 100"), ("metres", "cm", "* 100"), ("mm", "cm", "/ 10"),
    ("metres", "km", "/ 1000"), ("tonnes", "kg", "* 1000"), ("kg", "grams", "* 1000"), ("kg", "stone", "/ 6.35029"), ("years", "months", "* 12"),
    ("dozen", "pieces", "* 12"), ("metres", "inches", "/ 0.0254"), ("feet", "inches", "* 12"), ("feet", "cm", "* 30.48"),
)  # fmt: skip
_ALIASES = {
    "km": ("kilometres", "kilometers"), "miles": ("mi",), "kg": ("kilos", "kilograms"), "pounds": ("lbs", "lb"), "feet": ("ft",),
    "metres": ("m", "meters"), "inches": ("in", "inch"), "cm": ("centimetres", "centimeters"), "litres": ("l", "liters"),
    "grams": ("g",), "ounces": ("oz",), "hours": ("h", "hrs"), "minutes": ("min", "mins"), "seconds": ("s", "sec"), "km/h": ("kph", "kmh"),
    "GB": ("gigabytes",), "MB": ("megabytes",), "gallons": ("gal",), "tablespoons": ("tbsp",), "teaspoons": ("tsp",), "ml": ("millilitres",),
    "square metres": ("sqm", "m²"), "square feet": ("sq ft",), "yards": ("yd",),
}  # fmt: skip
"""Other ways to write a unit, in requests for training."""
_CURRENCIES = ("euros", "dollars", "pounds", "yen", "CHF", "rupees", "USD", "EUR", "pesos")
_OTHER_CURRENCIES = ("GBP", "zloty", "SEK", "won", "rand")


def convert(d: Draw) -> Task:
    """A quantity in another unit."""
    a, b, how = d.rng.choice(_FACTORS)
    if d.rng.random() < 0.3:
        a, b = (d.rng.choice((unit, *_ALIASES.get(unit, ()))) for unit in (a, b))
    n = d.number(2, 900)
    text = d.ask(
        """Convert {n} {a} to {b}
        {n} {a} in {b}
        How many {b} are {n} {a}?
        {n} {a} -> {b}
        {n}{a} in {b}?
        how many {b} in {n} {a}
        {n} {a} = ? {b}
        change {n} {a} to {b}
        I have {n} {a}. How many {b} is that?
        The sign says {n} {a}. What is that in {b}?
        My recipe says {n} {a}, but I need {b}
        what's {n} {a} in {b}
        convert {n} {a} into {b}
        I only know {b}: how much is {n} {a}?
        {n} {a}, in {b} please
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
        """Convert {n}°{a} to °{b}
        {n} degrees {a} in {b}
        what is {n} {a} in {b}?
        {n}°{a} in {b}
        {n} {a} to {b}
        {n}{a} in {b}?
        {n} degrees {a} to {b}
        The oven is at {n} degrees {a}. What is that in {b}?
        It is {n}°{a} outside. How much is that in {b}?
        what's {n}°{a} in degrees {b}
        my thermometer shows {n} {a}, what is it in {b}
        change {n} {a} into {b}
        How warm is {n}°{a} in {b}?""",
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
            I have {n} {b}; 1 {a} is {r} {b}. What do I get in {a}?
        {n} {b} to {a}, 1 {a} = {r} {b}
        {n} {b} in {a} (1 {a} = {r} {b})
        A {a} costs {r} {b}. How many {a} can I buy for {n} {b}?
        The hotel is {n} {b} and 1 {a} is {r} {b}. How much is it in {a}?
        how many {a} do I get for {n} {b} when 1 {a} is {r} {b}""",
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
        {n} {a} to {b} @ {r}
        {n} {a} to {b}, rate {r}
        The rate is {r} {b} per {a}. What are {n} {a} in {b}?
        I change {n} {a} to {b} at {r}. What do I get?
        {n} {a} in {b} at an exchange rate of {r}
        My ticket is {n} {a}. With 1 {a} = {r} {b}, how much is it in {b}?
        how many {b} for {n} {a} if 1 {a} = {r} {b}
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


def height(d: Draw) -> Task:
    """Feet and inches, or pounds and ounces, as one metric number."""
    if d.rng.random() < 0.6:
        a, b = d.int(4, 6), d.int(0, 11)
        text = d.ask(
            """{a}'{b}" in cm
            {a} feet {b} inches in cm
            I am {a} foot {b} tall. How many cm is that?
            convert {a} ft {b} in to centimetres
            how tall is {a}'{b}" in centimeters?
            What is {a} feet {b} in cm?
            {a} ft {b} in to cm""",
            """Height {a} ft {b} in, as cm?""",
            a=a,
            b=b,
        )
        return Task(
            text=text,
            code=f"round(({a} * 12 + {b}) * 2.54, 2)",
            finals=[f"{a} feet {b} inches are {{v}} cm."],
            topic=f"{a} feet {b} inches in cm",
        )
    a, b = d.int(2, 12), d.int(1, 15)
    text = d.ask(
        """{a} lb {b} oz in grams
        {a} pounds {b} ounces in grams
        The baby weighs {a} pounds {b} ounces. How many grams is that?
        convert {a} lbs {b} oz to grams
        how many grams are {a} pounds and {b} ounces?""",
        """A weight of {a} lb {b} oz, as grams?""",
        a=a,
        b=b,
    )
    return Task(
        text=text,
        code=f"round(({a} * 16 + {b}) * 28.3495, 2)",
        finals=[f"{a} pounds {b} ounces are {{v}} grams."],
        topic=f"{a} pounds {b} ounces in grams",
    )


def bmi(d: Draw) -> Task:
    """The body mass index from kilograms and centimetres or metres."""
    kg, cm = d.int(45, 120), d.int(150, 200)
    metres = d.rng.random() < 0.4
    tall, code = (f"{cm / 100:.2f} m", f"{cm / 100:.2f}") if metres else (f"{cm} cm", f"({cm} / 100)")
    text = d.ask(
        """BMI for {k} kg and {t}
        I weigh {k} kg and am {t} tall. What is my BMI?
        bmi {k} kg, {t}
        what's the body mass index at {k} kilos and {t}?
        My height is {t} and my weight {k} kg, BMI?
        calculate my BMI: {t}, {k} kg""",
        """Body mass index of somebody with {k} kg at {t}?""",
        k=kg,
        t=tall,
    )
    return Task(
        text=text, code=f"round({kg} / {code} ** 2, 1)", finals=["The BMI is {v}."], topic=f"the BMI at {kg} kg"
    )


FAMILIES: tuple[tuple[Family, int], ...] = ((convert, 9), (temperature, 3), (currency, 4), (height, 1), (bmi, 1))
