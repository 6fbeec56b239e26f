"""Percentages: parts, tips, discounts, taxes, growth and shares.

Covers: tasks whose cell is one rounded expression. Does not cover: interest over years (money.py).
"""

from __future__ import annotations

from backend.train.recipes.l1.task import Draw, Family, Task


def part(d: Draw) -> Task:
    """P % of n, with "and q %?" after it."""
    n = d.money(12, 9000)[0] if d.rng.random() < 0.2 else d.number(12, 9000)
    p, q = (d.number(1, 99, (0, 0, 0, 1)).code for _ in range(2))
    text = d.ask(
        """What is {p}% of {n}?
        what's {p}% of {n}
        {p}% of {n}?
        {p} percent of {n}
        How much is {p}% of {n}?
        Calculate {p}% of {n}.
        I need {p} percent of {n}
        Take {p}% of {n} for me
        Compute {p} % of {n} please
        Give me {p}% of {n}
        can you work out {p}% of {n}?
        If I keep {p}% of {n}, how much is that?
        {p} pct of {n}
        {p}% from {n}, how much
        {n} * {p}%
        {p} percent from {n} please
        Find {p}% of {n}
        what would {p} percent of {n} come to
        I get a commission of {p}% on {n}. How much is it?
        {n} people were asked and {p}% said yes. How many is that?
        The deposit is {p}% of {n}. How much do I have to pay?
        We have {n} in total and spend {p} percent of it. How much do we spend?
        {p}% of the {n} seats are sold, how many seats?
        My share is {p}% and the total is {n}. What do I get?""",
        """Work out {p} per cent of {n}
        {n}: what would {p}% of it be?
        tell me {p}% of {n}
        How big is a {p}% slice of {n}?""",
        p=p,
        n=n.text,
    )
    follow = Task(
        text=d.ask(
            "and {q}%?\nand {q} percent?\nwhat about {q}%?\nNow {q}%\nok, and {q}% of it?",
            "{q}% as well\nsame with {q} percent",
            q=q,
        ),
        code=f"round({n.code} * {q} / 100, 2)",
        finals=[f"{q}% of {n.text} is {{v}}."],
        topic=f"{q}% of {n.text}",
    )
    finals = [f"{p}% of {n.text} is {{v}}."]
    return Task(
        text=text, code=f"round({n.code} * {p} / 100, 2)", finals=finals, topic=f"{p}% of {n.text}", follow_up=follow
    )


def tip(d: Draw) -> Task:
    """The tip, or the bill with its tip."""
    n, shape = d.money(12, 400)
    p, total = d.int(5, 25), d.rng.random() < 0.4
    meal = d.of(
        ("dinner", "lunch", "the restaurant", "brunch", "the taxi", "pizza", "a haircut", "drinks"),
        ("sushi", "the cab", "breakfast"),
    )
    if total:
        text = d.ask(
            """{m} was {n}, what do I pay with a {p}% tip?
            Bill for {m} is {n}. Total including {p}% tip?
            How much in total if {m} cost {n} and I tip {p}%?
            Add a {p}% tip to {n}
        {n} plus {p}% tip
        {n} + {p}% tip = ?
        total bill with {p} percent tip: {n}
        The bill says {n}. With {p}% for the waiter, what do I hand over?
        We had {m} for {n} and want to tip {p}%. What is the total?
        {m} {n}, tip {p}%, total?
        how much do I pay altogether for {m} at {n} with {p}% tip""",
            """I owe {n} for {m}; with {p}% tip on top?
            Total for {m} at {n} plus tip of {p}%""",
            m=meal,
            n=n.text,
            p=p,
        )
        return Task(
            text=text,
            code=f"round({n.code} * (100 + {p}) / 100, 2)",
            finals=[f"With the {p}% tip you pay {shape}.", f"The total with tip is {shape}."],
            topic=f"{n.text} with a {p}% tip",
        )
    text = d.ask(
        """What's a {p}% tip on {n}?
        tip of {p} percent on a {n} bill
        {m} was {n}. How much is a {p}% tip?
        I want to tip {p}% on {n}, how much is it?
        Calculate the tip: {n}, {p}%
        how much should I tip for {m} ({n}) at {p}%
        tip {p}% {n}
        {p}% tip, {n}
        just the tip: {p}% on {n}
        The waiter was great, so I leave {p}% on {n}. How much is that?
        We paid {n} for {m}. What would a {p} percent tip be?
        how big is a {p}% tip for a bill of {n}
        {m} cost us {n}; we tip {p}%. How much do we give?
        What do I leave as a tip at {p}% if the bill is {n}?""",
        """{p}% gratuity for {m}, bill {n}
        What tip do I leave on {n} at {p} per cent?""",
        m=meal,
        n=n.text,
        p=p,
    )
    return Task(
        text=text,
        code=f"round({n.code} * {p} / 100, 2)",
        finals=[f"The tip is {shape}.", f"A {p}% tip on {n.text} is {shape}."],
        topic=f"a {p}% tip on {n.text}",
    )


def discount(d: Draw) -> Task:
    """The price after a discount, or what it saves."""
    n, shape = d.money(8, 2500)
    p, saved = d.int(3, 80), d.rng.random() < 0.3
    thing = d.of(
        ("jacket", "laptop", "sofa", "pair of boots", "bike", "phone", "coat", "desk", "ticket", "camera"),
        ("lamp", "guitar", "watch", "mattress"),
    )
    if saved:
        text = d.ask(
            """How much do I save on a {n} {t} at {p}% off?
            {p}% off a {t} of {n}: what do I save?
            what is the discount in money on {n} with {p}% off
        how much cheaper is a {n} {t} with {p}% off
        I have a {p}% coupon for a {t} of {n}. How much does it save me?
        saving on {n} at {p}% discount
        The {t} is {n} and I get {p} percent off. How much money do I save?""",
            """A {t} at {n} with {p}% off, how much less is that?""",
            n=n.text,
            p=p,
            t=thing,
        )
        return Task(
            text=text,
            code=f"round({n.code} * {p} / 100, 2)",
            finals=[f"You save {shape}."],
            topic=f"the saving at {p}% off {n.text}",
        )
    text = d.ask(
        """A {t} costs {n} and is {p}% off. What's the price now?
        price of a {n} {t} after a {p}% discount
        {n} minus {p}%
        what do I pay for a {t} of {n} with {p}% off?
        The {t} was {n}, now reduced by {p} percent. New price?
        {p}% discount on {n}, final price please
        Reduce {n} by {p}%
        {n} with {p}% off
        {p}% off {n}
        {n} less {p}%
        {n} - {p}%
        sale price: {t}, {n}, {p}% off
        I have a {p}% voucher. What will a {t} of {n} cost me?
        A {t} normally costs {n}; today there is {p} percent off. What do I pay?
        how much is a {n} {t} at {p}% discount
        Decrease {n} by {p} percent
        The shop takes {p}% off. How much is the {t} that was {n}?""",
        """{t}, {n}, sale of {p}%: what does it cost now?
        Take {p} per cent off {n}
        What remains of {n} after cutting {p}%?""",
        n=n.text,
        p=p,
        t=thing,
    )
    return Task(
        text=text,
        code=f"round({n.code} * (100 - {p}) / 100, 2)",
        finals=[f"The price after the discount is {shape}.", f"With {p}% off it costs {shape}."],
        topic=f"{n.text} with {p}% off",
    )


def vat(d: Draw) -> Task:
    """Tax added to a net price, or taken out of a gross one."""
    n, shape = d.money(5, 6000)
    p = d.rng.choice((5, 7, 8, 10, 19, 20, 21, 22, 23, 25, d.int(3, 27)))
    tax = d.of(("VAT", "sales tax", "tax", "GST"), ("IVA", "value added tax"))
    if d.rng.random() < 0.5:
        text = d.ask(
            """Add {p}% {x} to {n}
            {n} plus {p}% {x}
            The net price is {n}. What is it with {p}% {x}?
            what does {n} come to including {p}% {x}?
            gross price for {n} net at {p}% {x}
            Increase {n} by {p}%
        {n} + {p}%
        {n} plus {p} percent
        {n} excl. {x}, {p}% {x}, total?
        Price before {x} is {n}. What do I pay with {p}% {x}?
        The bill is {n} without {x}. {x} is {p}%. What is the total?
        total incl. {p}% {x} for {n}
        My {n} goes up by {p}%. What is it then?
        raise {n} by {p} percent
        if {n} rises {p}%, what is the new amount
        I charge {n} and must add {x} of {p}%. What do I write on the invoice?""",
            """Net {n}, {x} {p}%: gross?
            Put {p} per cent {x} on {n}""",
            p=p,
            x=tax,
            n=n.text,
        )
        return Task(
            text=text,
            code=f"round({n.code} * (100 + {p}) / 100, 2)",
            finals=[f"With {p}% added it is {shape}.", f"Including {p}% the total is {shape}."],
            topic=f"{n.text} plus {p}%",
        )
    text = d.ask(
        """{n} includes {p}% {x}. What is the net price?
        remove {p}% {x} from {n}
        Price without {x}: {n} gross, rate {p}%
        I paid {n} including {p}% {x}, how much was it before {x}?
        {n} incl. {p}% {x}, price without {x}?
        take {p}% {x} out of {n}
        what is {n} without the {p}% {x}
        price before {x}: {n} with {p}% {x} included
        The receipt says {n} with {p}% {x} in it. What is the amount without {x}?
        after adding {p}% it is {n}. What was it before?""",
        """Gross {n} at {p}% {x}: net?
        Strip the {p}% {x} out of {n}""",
        p=p,
        x=tax,
        n=n.text,
    )
    return Task(
        text=text,
        code=f"round({n.code} / (100 + {p}) * 100, 2)",
        finals=[f"Without the {p}% it is {shape}.", f"The net price is {shape}."],
        topic=f"the net of {n.text} at {p}%",
    )


def change(d: Draw) -> Task:
    """The percentage change from a to b."""
    a, b = d.number(5, 5000, (0, 0, 1)), d.number(5, 5000, (0, 0, 1))
    what = d.of(
        ("rent", "revenue", "my weight", "traffic", "the price", "our sales", "the stock", "salary", "membership"),
        ("output", "the fare", "attendance", "the bill"),
    )
    text = d.ask(
        """{w} went from {a} to {b}. What's the change in percent?
        percentage change from {a} to {b}
        By how many percent did {w} change, {a} before and {b} now?
        growth from {a} to {b} in %
        {w}: {a} last year, {b} this year. Percent change?
        What percent increase is {a} to {b}?
        how much % up or down is {b} compared to {a}
        % change {a} -> {b}
        {a} to {b}, percent change
        from {a} to {b}: how many percent?
        {w} was {a} and is now {b}. By what percentage did it change?
        {w} used to be {a}. Now it is {b}. How much is that in percent?
        If {w} goes from {a} to {b}, what is the percentage increase or decrease?
        {w} rose or fell from {a} to {b}, in %?
        how much did {w} grow in percent, from {a} to {b}""",
        """{w} moved to {b} from {a}; as a percentage change?
        Relative change {a} to {b}?""",
        w=what,
        a=a.text,
        b=b.text,
    )
    # "to {b} from {a}" keeps the same meaning: the old value always divides.
    return Task(
        text=text,
        code=f"round(({b.code} - {a.code}) / {a.code} * 100, 2)",
        finals=["That is a change of {v}%.", "The change is {v}%."],
        topic=f"the change from {a.text} to {b.text}",
    )


def share(d: Draw) -> Task:
    """What percentage a is of b."""
    b = d.number(20, 4000, (0, 0, 1))
    a = d.number(2, max(3, int(float(b.code)) - 1), (0, 0, 1))
    group = d.of(
        (
            "students passed",
            "seats are taken",
            "emails were opened",
            "voters agreed",
            "tests failed",
            "guests came",
            "pages are read",
        ),
        ("trees survived", "orders shipped late", "members replied"),
    )
    text = d.ask(
        """What percent of {b} is {a}?
        {a} is what percentage of {b}?
        {a} out of {b} in percent
        {a} of {b} {g}. What percentage is that?
        express {a}/{b} as a percentage
        how many percent is {a} out of {b}
        {a}/{b} as %
        {a} of {b} in %
        {a} / {b} as a percent
        I got {a} out of {b} points. What percentage is that?
        There are {b} in total and {a} are mine. What percent do I have?
        We sold {a} of {b}. What percentage did we sell?
        what share of {b} is {a}, in percent
        Out of {b}, {a} {g}. How many percent?
        {b} in all, {a} {g}: percentage?""",
        """{a} from a total of {b}: what share in %?
        If {a} of {b} {g}, what per cent?""",
        a=a.text,
        b=b.text,
        g=group,
    )
    return Task(
        text=text,
        code=f"round({a.code} / {b.code} * 100, 2)",
        finals=[f"{a.text} is {{v}}% of {b.text}.", "That is {v}%."],
        topic=f"the share of {a.text} in {b.text}",
    )


FAMILIES: tuple[tuple[Family, int], ...] = ((part, 5), (tip, 3), (discount, 3), (vat, 3), (change, 2), (share, 2))
