# ruff: noqa: E501 (wordings are data: one a line)
"""Money and everyday word problems: splitting, interest, rates, pay, packs, fuel, savings.

Covers: tasks whose cell is a formula over amounts from the request. Does not cover: percentages of one amount (percent.py).
"""

from __future__ import annotations

from backend.train.recipes.l1.task import Draw, Family, Task

_THINGS = (
    "notebooks",
    "apples",
    "tickets",
    "candles",
    "chairs",
    "pens",
    "mugs",
    "plants",
    "batteries",
    "books",
    "tiles",
    "shirts",
    "eggs",
    "bottles",
    "stamps",
    "cables",
    "sandwiches",
    "boxes",
)
_OTHER_THINGS = ("pears", "ropes", "bricks", "jars", "posters", "buns", "spoons", "bulbs", "ribbons")
_NAMES = ("Ana", "Tom", "Priya", "Lukas", "Mei", "Sara", "Omar", "Julia", "Ben", "Chloe")
_OTHER_NAMES = ("Nadia", "Igor", "Pablo", "Wren", "Hugo")


def split_bill(d: Draw) -> Task:
    """A bill over several people, perhaps with a tip."""
    n, shape = d.money(20, 900)
    k, p = d.int(2, 12), d.int(5, 25)
    who = d.of(("people", "friends", "of us", "roommates", "colleagues"), ("guests", "players", "cousins"))
    if d.rng.random() < 0.4:
        text = d.ask(
            """Split {n} between {k} {w} with a {p}% tip
            {k} {w}, bill {n}, tip {p}%. How much each?
            We are {k} and the bill is {n}; add {p}% tip, what does each pay?
            what's each share of {n} plus {p}% tip for {k} {w}
        {n} / {k} with {p}% tip
        {n} plus {p}% tip split {k} ways
        dinner was {n}, we are {k} and tip {p}%. How much per person?
        Add {p}% to {n} and split it between {k} {w}
        The bill of {n} gets a {p}% tip and is shared by {k} {w}. What does each pay?
        per person: {n}, {p} percent tip, {k} {w}""",
            """Bill {n}, {k} {w}, {p}% tip on top: per head?""",
            n=n.text,
            k=k,
            w=who,
            p=p,
        )
        return Task(
            text=text,
            code=f"round({n.code} * (100 + {p}) / 100 / {k}, 2)",
            finals=[f"Each pays {shape}."],
            topic=f"{n.text} with {p}% tip over {k}",
        )
    text = d.ask(
        """Split {n} between {k} {w}
        {n} divided among {k} {w}
        {k} {w} share a bill of {n}. How much does each pay?
        the bill is {n} and there are {k} {w}, what's my part
        How much per person is {n} for {k} {w}?
        {n} / {k} {w}
        {n} split {k} ways
        {n} for {k} {w}, each?
        share {n} equally among {k}
        We are {k} and paid {n} together. How much is it per person?
        The trip cost {n} and {k} {w} pay the same. What does one pay?
        rent is {n}, we are {k} {w}, how much each
        what does each of {k} {w} owe if the total is {n}""",
        """{k} {w} go halves on {n}: what is one part?
        Each one's share when {k} {w} cover {n}""",
        n=n.text,
        k=k,
        w=who,
    )
    return Task(
        text=text,
        code=f"round({n.code} / {k}, 2)",
        finals=[f"Each pays {shape}.", f"That is {shape} each."],
        topic=f"{n.text} over {k}",
    )


def interest(d: Draw) -> Task:
    """Compound interest, yearly or monthly, and simple interest."""
    n, shape = d.money(100, 50000)
    p, y = d.number(1, 12, (0, 1, 1, 2)).code, d.int(2, 30)
    kind = d.rng.random()
    if kind < 0.55:
        text = d.ask(
            """I invest {n} at {p}% a year for {y} years, compounded yearly. What do I end up with?
            {n} at {p}% compound interest for {y} years
            What will {n} grow to in {y} years at {p}% per year?
            future value of {n}, {p}% annual, {y} years
            put {n} away at {p} percent yearly, how much after {y} years?
        compound interest: {n}, {p}%, {y} years
        {n}, {p}% per year, {y} years, compound
        {n} at {p}% for {y} years
        I put {n} in a savings account at {p}% a year. How much is there after {y} years?
        My savings are {n} and earn {p} percent every year. What do I have in {y} years?
        balance after {y} years: {n} at {p}% annual interest
        If {n} grows {p}% each year, what is it after {y} years?
        how much will {n} be worth in {y} years with {p}% interest per year""",
            """{y} years of {p}% a year on {n}: final amount?
            How large is {n} after {y} years earning {p}% annually?""",
            n=n.text,
            p=p,
            y=y,
        )
        code = f"round({n.code} * (1 + {p} / 100) ** {y}, 2)"
    elif kind < 0.75:
        text = d.ask(
            """{n} at {p}% compounded monthly for {y} years
            What is {n} worth after {y} years at {p}% with monthly compounding?
        {n}, {p}% interest compounded every month, {y} years
        I invest {n} at {p}% a year, compounded monthly. How much is it after {y} years?
        monthly compounding: {n}, {p}%, {y} years""",
            """{n}, {p}% a year paid every month, {y} years: result?""",
            n=n.text,
            p=p,
            y=y,
        )
        code = f"round({n.code} * (1 + {p} / 1200) ** (12 * {y}), 2)"
    else:
        text = d.ask(
            """Simple interest on {n} at {p}% for {y} years?
            how much simple interest does {n} earn in {y} years at {p}%
        simple interest: {n}, {p}%, {y} years
        I lend {n} at {p}% simple interest for {y} years. What is the interest?
        interest on {n} for {y} years at {p}%, simple, not compound""",
            """{p}% simple interest, {y} years, on {n}: how much interest?""",
            n=n.text,
            p=p,
            y=y,
        )
        return Task(
            text=text,
            code=f"round({n.code} * {p} / 100 * {y}, 2)",
            finals=[f"The interest is {shape}."],
            topic=f"simple interest on {n.text}",
        )
    return Task(
        text=text,
        code=code,
        finals=[f"After {y} years it is {shape}.", f"It grows to {shape}."],
        topic=f"{n.text} at {p}% over {y} years",
    )


def basket(d: Draw) -> Task:
    """Two kinds of things at their prices, sometimes with the change from a note."""
    (a, b), (x, y) = d.some(_THINGS, _OTHER_THINGS, 2), (d.number(1, 30, (0, 2, 2)).code for _ in range(2))
    i, j = d.int(2, 15), d.int(2, 15)
    note = d.rng.choice((500, 1000)) if d.rng.random() < 0.3 else 0
    if note:
        text = d.ask(
            """I buy {i} {a} at {x} each and {j} {b} at {y} each and pay with {o}. How much change?
            {i} {a} for {x} apiece, {j} {b} for {y} apiece, paid {o}: change?
        {i} {a} at {x} and {j} {b} at {y}, I pay with {o}, change?
        I give {o} for {i} {a} at {x} each and {j} {b} at {y} each. What do I get back?
        change from {o} after {i} {a} ({x} each) and {j} {b} ({y} each)""",
            """From {o}, I get {i} {a} ({x} each) and {j} {b} ({y} each). What is left?""",
            i=i,
            a=a,
            x=x,
            j=j,
            b=b,
            y=y,
            o=note,
        )
        return Task(
            text=text,
            code=f"round({note} - ({i} * {x} + {j} * {y}), 2)",
            finals=["The change is {v}.", "You get {v} back."],
            topic=f"the change from {note}",
        )
    text = d.ask(
        """{i} {a} at {x} each and {j} {b} at {y} each, total?
        I bought {i} {a} for {x} each and {j} {b} for {y} each. What did I spend?
        How much are {i} {a} ({x} each) plus {j} {b} ({y} each)?
        Total price: {i} {a} at {x}, {j} {b} at {y}
        what do {i} {a} at {x} and {j} {b} at {y} cost together
        {i}x{x} + {j}x{y}, total?
        {i} {a} @ {x}, {j} {b} @ {y}: total
        cost of {i} {a} at {x} each and {j} {b} at {y} each
        I need {i} {a} and {j} {b}. The {a} cost {x} each, the {b} {y} each. How much is it all?
        My basket has {i} {a} at {x} and {j} {b} at {y}. What do I pay?
        {a} are {x} each and {b} are {y} each. What do {i} {a} and {j} {b} cost?""",
        """Sum up {i} {a}, {x} apiece, with {j} {b}, {y} apiece
        One order: {i} x {a} ({x}) and {j} x {b} ({y}). Cost?""",
        i=i,
        a=a,
        x=x,
        j=j,
        b=b,
        y=y,
    )
    return Task(
        text=text,
        code=f"round({i} * {x} + {j} * {y}, 2)",
        finals=["The total is {v}.", "Together they cost {v}."],
        topic=f"the price of the {a} and {b}",
    )


def story(d: Draw) -> Task:
    """Starting amount, something given away, something gained."""
    who, thing = d.of(_NAMES, _OTHER_NAMES), d.of(_THINGS, _OTHER_THINGS)
    a, b, c = d.int(30, 400), d.int(2, 29), d.int(2, 90)
    text = d.ask(
        """{w} has {a} {t}, gives away {b} and buys {c} more. How many {t} are there now?
        There were {a} {t}. {b} were sold and {c} arrived. How many now?
        {w} starts with {a} {t}, loses {b}, then finds {c}. How many {t}?
        From {a} {t} we use {b} and get {c} new ones, how many {t} do we have?
        {w} had {a} {t}, lost {b} and got {c}. How many now?
        {a} {t}, minus {b}, plus {c}: how many?
        A box holds {a} {t}. I take out {b} and put in {c}. How many are inside?
        {w} bought {a} {t}, gave {b} to a friend and later bought {c} more. How many {t} does {w} have?
        we had {a} {t}, used {b}, ordered {c}. how many left""",
        """{w} owned {a} {t}; {b} broke and {c} were added. Count now?
        {a} {t} in the store, {b} leave, {c} come. What is there at the end?""",
        w=who,
        a=a,
        b=b,
        c=c,
        t=thing,
    )
    return Task(
        text=text,
        code=f"{a} - {b} + {c}",
        finals=[f"There are {{v}} {thing} now.", f"That leaves {{v}} {thing}."],
        topic=f"the number of {thing}",
    )


def packs(d: Draw) -> Task:
    """How many packs cover a need, or what is left after equal parts."""
    thing, n, k = d.of(_THINGS, _OTHER_THINGS), d.int(30, 900), d.int(3, 24)
    if d.rng.random() < 0.5:
        text = d.ask(
            """{t} come in packs of {k}. How many packs for {n} {t}?
            I need {n} {t}, {k} per pack. How many packs do I buy?
            how many boxes of {k} hold {n} {t}?
            {n} {t}, a crate holds {k}, how many crates?
        packs of {k}, need {n} {t}, how many packs
        {n} {t} in boxes of {k}: how many boxes?
        A bus seats {k}. How many buses do {n} people need?
        How many packs of {k} {t} must I buy to have {n}?
        one shelf holds {k} {t}, how many shelves for {n} {t}?
        I pack {n} {t}, {k} to a box. How many boxes do I need?""",
            """A bag carries {k} {t}; bags needed for {n}?""",
            t=thing,
            k=k,
            n=n,
        )
        return Task(
            text=text,
            code=f"import math\nmath.ceil({n} / {k})",
            finals=["You need {v}.", "It takes {v}."],
            topic=f"packs of {k} for {n} {thing}",
        )
    text = d.ask(
        """{n} {t} are shared equally by {k} people. How many each and how many are left?
        Divide {n} {t} into {k} equal groups, with the remainder
        What is {n} divided by {k} with remainder?
        {n} divided by {k}, remainder
        {n} / {k} with remainder
        {n} {t} for {k} children: how many each, how many left over?
        How often does {k} go into {n}, and what is left?
        share {n} {t} between {k}, and how many remain""",
        """{k} people take equal parts of {n} {t}: each gets, and left over?""",
        t=thing,
        k=k,
        n=n,
    )
    return Task(
        text=text,
        code=f"divmod({n}, {k})",
        finals=["The quotient and remainder are {v}.", "Each gets, and left over: {v}."],
        topic=f"{n} shared by {k}",
    )


def pay(d: Draw) -> Task:
    """Hours times a rate."""
    h, r = d.number(3, 60, (0, 1)), d.money(9, 120)
    text = d.ask(
        """I worked {h} hours at {r} an hour. What do I earn?
        {h} hours at {r} per hour
        pay for {h} h, rate {r}/h
        My rate is {r} hourly and I did {h} hours, what do I invoice?
        {h} h x {r}
        {h} hours, {r}/hour, total pay
        I earn {r} an hour. What do I get for {h} hours?
        what's my pay for {h} hours at {r} per hour
        The job took {h} hours and pays {r} an hour. How much is that?
        wage {r} per hour, {h} hours worked: salary?
        The plumber takes {r} an hour and stays {h} hours. What does it cost?""",
        """{r} an hour over {h} hours makes?
        What does {h} hours of work at {r} hourly bring?""",
        h=h.text,
        r=r[0].text,
    )
    return Task(
        text=text,
        code=f"round({h.code} * {r[0].code}, 2)",
        finals=[f"You earn {r[1]}.", f"That makes {r[1]}."],
        topic=f"{h.text} hours at {r[0].text}",
    )


def fuel(d: Draw) -> Task:
    """Consumption and price over a distance."""
    km, use, cost = d.int(40, 1200), d.number(4, 12, (0, 1)).code, d.number(1, 3, (2,)).code
    text = d.ask(
        """My car uses {u} l per 100 km and fuel is {c} per litre. What does {k} km cost?
        fuel cost for {k} km at {u} l/100km and {c} a litre
        {k} km, {u} litres per 100, {c} per litre: how much?
        fuel: {k} km, {u} l/100 km, {c}/l
        How much is the petrol for {k} km if I need {u} litres per 100 km at {c} a litre?
        We drive {k} km. The car takes {u} l per 100 km, petrol is {c} per litre. What do we pay for fuel?
        petrol money for a trip of {k} km, {u} l/100 km, {c} per litre
        gas cost: {k} km with {u} liters per 100 km at {c} per liter
        trip of {k} km, consumption {u} litres per 100 km, price {c} a litre, fuel cost?""",
        """Driving {k} km: consumption {u} l/100 km, price {c}/l. Cost?""",
        u=use,
        c=cost,
        k=km,
    )
    return Task(
        text=text,
        code=f"round({km} / 100 * {use} * {cost}, 2)",
        finals=["The fuel costs {v}.", "It costs {v}."],
        topic=f"the fuel for {km} km",
    )


def saving(d: Draw) -> Task:
    """Months until a goal, or the total after months."""
    (goal, _), per = d.money(400, 20000), d.int(25, 390)
    thing = d.of(
        ("a bike", "a trip", "a piano", "a new laptop", "a car", "the deposit"), ("a boat", "a kitchen", "a telescope")
    )
    if d.rng.random() < 0.5:
        text = d.ask(
            """{t} costs {g}. If I save {p} a month, how many months?
            How long to save {g} for {t} at {p} per month?
            saving {p} monthly, when do I reach {g}?
        {g} at {p} a month, how many months
        I want {t} for {g} and put {p} aside monthly. How many months do I need?
        How many months of saving {p} until I have {g}?
        goal {g}, {p} per month, months needed?
        I can pay {p} a month. How many months until {g} is paid off?""",
            """Putting {p} aside each month, months until {g}?""",
            t=thing,
            g=goal.text,
            p=per,
        )
        return Task(
            text=text,
            code=f"import math\nmath.ceil({goal.code} / {per})",
            finals=["It takes {v} months."],
            topic=f"the months to save {goal.text}",
        )
    months = d.int(3, 48)
    text = d.ask(
        """I save {p} a month for {m} months, how much is that?
        {p} per month over {m} months
        what do {m} monthly payments of {p} add up to
        {p} a month, {m} months, total
        {m} x {p} a month
        total of {m} months at {p} per month
        If I put away {p} every month, how much do I have after {m} months?
        My subscription is {p} a month. What do I pay in {m} months?""",
        """{m} months, {p} each: sum?""",
        p=per,
        m=months,
    )
    return Task(text=text, code=f"{per} * {months}", finals=["That adds up to {v}."], topic=f"{months} months of {per}")


def unit_price(d: Draw) -> Task:
    """Price per piece, or which of two offers is cheaper."""
    thing = d.of(_THINGS, _OTHER_THINGS)
    a, b, x, y = d.int(2, 12), d.int(13, 40), d.number(3, 30, (2,)).code, d.number(20, 90, (2,)).code
    if d.rng.random() < 0.5:
        text = d.ask(
            """{a} {t} cost {x}. What is the price of one?
            price per piece: {a} {t} for {x}
            {x} for {a} {t}, how much each?
        {a} {t} = {x}, one = ?
        {a} {t} for {x}: unit price
        I paid {x} for {a} {t}. What did one cost?
        A pack of {a} {t} is {x}. How much is a single one?
        how much is each if {a} {t} cost {x}""",
            """What does a single one cost when {a} {t} are {x}?""",
            a=a,
            t=thing,
            x=x,
        )
        return Task(
            text=text,
            code=f"round({x} / {a}, 2)",
            finals=["One costs {v}.", "That is {v} each."],
            topic=f"the price of one of {a} {thing}",
        )
    text = d.ask(
        """Which is cheaper per piece: {a} {t} for {x} or {b} for {y}?
        {a} {t} at {x} or {b} {t} at {y}, which is the better deal?
        cheaper: {a} {t} for {x} or {b} {t} for {y}?
        The shop has {a} {t} for {x} and {b} {t} for {y}. Which should I buy?
        {a} for {x} vs {b} for {y}, which is cheaper each
        which is better value, {a} {t} for {x} or {b} {t} for {y}""",
        """Better value: {x} for {a} {t}, or {y} for {b}?""",
        a=a,
        t=thing,
        x=x,
        b=b,
        y=y,
    )
    return Task(
        text=text,
        code=f'min(({x} / {a}, "{a} for {x}"), ({y} / {b}, "{b} for {y}"))[1]',
        finals=["The better deal is {v}.", "Cheaper per piece: {v}."],
        topic="the cheaper offer",
    )


def ratio(d: Draw) -> Task:
    """Parts of a total, scaled recipes, speed."""
    kind = d.rng.randrange(3)
    if kind == 0:
        a, b, n = d.int(1, 9), d.int(1, 9), d.int(20, 900)
        text = d.ask(
            """Divide {n} in the ratio {a}:{b}
            Split {n} as {a} to {b}
            {n} shared {a}:{b}, how much is each part?
        ratio {a}:{b}, total {n}
        {n} in the ratio {a} to {b}
        We share {n} in the ratio {a}:{b}. How much does each of us get?
        mix {n} ml in a ratio of {a}:{b}, how much of each
        Two people split {n} {a}:{b}. What are the shares?""",
            """Two parts of {n} in proportion {a}:{b}?""",
            n=n,
            a=a,
            b=b,
        )
        return Task(
            text=text,
            code=f"round({n} * {a} / ({a} + {b}), 2), round({n} * {b} / ({a} + {b}), 2)",
            finals=["The parts are {v}."],
            topic=f"{n} split {a}:{b}",
        )
    if kind == 1:
        g, a, b = d.int(20, 900), d.int(2, 8), d.int(9, 30)
        food = d.of(("flour", "rice", "butter", "sugar", "lentils", "pasta"), ("oats", "cheese", "beans"))
        text = d.ask(
            """A recipe for {a} needs {g} g of {f}. How much for {b} people?
            {g} g {f} serves {a}; for {b}?
            scale {g} grams of {f} from {a} servings to {b}
        {g} g {f} for {a} people, for {b} people?
        {f}: {g} g for {a}, how much for {b}
        The recipe takes {g} g of {f} and serves {a}. We are {b}. How much {f} do I need?
        If {a} people need {g} g of {f}, how much do {b} people need?
        I cook for {b} but the recipe is for {a} with {g} g {f}. How many grams?""",
            """{f}: {g} g feeds {a}, and {b} would need?""",
            a=a,
            b=b,
            g=g,
            f=food,
        )
        return Task(text=text, code=f"round({g} / {a} * {b}, 2)", finals=["You need {v} g."], topic=f"{food} for {b}")
    km, h = d.number(20, 900, (0, 1)), d.number(2, 9, (0, 1)).code
    text = d.ask(
        """I drove {k} km in {h} hours. Average speed?
        average speed for {k} km in {h} h
        {k} km took {h} hours, how fast was that?
        {k} km in {h} h, speed
        {k} km / {h} h
        The train needs {h} hours for {k} km. What is its average speed?
        I cycled {k} km in {h} hours, how fast was I?
        what speed is {k} km in {h} hours in km/h
        We covered {k} km in {h} hours. What was our average speed?""",
        """Speed when {h} hours cover {k} km?""",
        k=km.text,
        h=h,
    )
    return Task(
        text=text,
        code=f"round({km.code} / {h}, 2)",
        finals=["The average speed is {v} km/h."],
        topic=f"the speed over {km.text} km",
    )


def sums(d: Draw) -> Task:
    """A bare expression."""
    a, b, c = (d.number(2, 900) for _ in range(3))
    kind = d.rng.randrange(6)
    signs = (("plus", "+"), ("minus", "-"), ("times", "*"), ("divided by", "/"))
    (w, op), (w2, op2) = d.rng.choice(signs), d.rng.choice((("+", "+"), ("-", "-"), ("x", "*")))
    if kind < 3:
        expression, code = f"{a.text} {w} {b.text}", f"{a.code} {op} {b.code}"
    elif kind < 5:
        expression, code = f"({a.code} {w2} {b.code}) * {c.code}", f"({a.code} {op2} {b.code}) * {c.code}"
    else:
        expression, code = f"{a.text} {w2} {b.text} + {c.text}", f"{a.code} {op2} {b.code} + {c.code}"
    text = d.ask(
        """What is {e}?
        {e}
        calculate {e}
        {e} = ?
        how much is {e}
        Work out {e}
        {e} =
        compute {e}
        what does {e} make
        Can you do {e}?
        I need {e}
        {e}, how much is that?
        what do I get for {e}
        tell me {e}""",
        """Result of {e}?
        solve {e}
        {e} makes?""",
        e=expression,
    )
    return Task(text=text, code=f"round({code}, 2)", finals=["The result is {v}.", "It is {v}."], topic=expression)


FAMILIES: tuple[tuple[Family, int], ...] = (
    (split_bill, 3), (interest, 3), (basket, 3), (story, 2), (packs, 2), (pay, 2),
    (fuel, 1), (saving, 2), (unit_price, 2), (ratio, 3), (sums, 4),
)  # fmt: skip
