# ruff: noqa: E501 (wordings are data: one a line)
"""Parts said in words and chains of percentages: a third of, off and then off again, the price before.

Covers: fractions of an amount, two changes in a row, the amount before a change, ratios in lowest terms.
Does not cover: one percentage of one amount (percent.py).
"""

from __future__ import annotations

from backend.train.recipes.l1.task import Draw, Family, Task

_FRACTIONS = (
    ("half", 1, 2), ("a half", 1, 2), ("a third", 1, 3), ("one third", 1, 3), ("two thirds", 2, 3), ("a quarter", 1, 4), ("one quarter", 1, 4),
    ("three quarters", 3, 4), ("a fifth", 1, 5), ("two fifths", 2, 5), ("three fifths", 3, 5), ("a sixth", 1, 6), ("an eighth", 1, 8), ("a tenth", 1, 10),
)  # fmt: skip


def fraction(d: Draw) -> Task:
    """A fraction in words of an amount."""
    n, pattern = d.money(20, 5000)
    words, top, bottom = d.rng.choice(_FRACTIONS)
    text = d.ask(
        """What is {f} of {n}?
        {f} of {n}
        how much is {f} of {n}
        what's {f} of {n}?
        I spend {f} of my {n} on rent. How much is that?
        {f} of the {n} is mine, how much do I get?
        calculate {f} of {n}
        We used {f} of {n}. How much did we use?
        I give {f} of {n} to my sister, how much does she get""",
        """How large is {f} of {n}?
        Find {f} when the whole is {n}""",
        f=words,
        n=n.text,
    )
    code = f"round({n.code} / {bottom}, 2)" if top == 1 else f"round({n.code} * {top} / {bottom}, 2)"
    again, top, bottom = d.rng.choice(_FRACTIONS)
    follow = Task(
        text=d.ask("and {f}?\nwhat about {f}?\n{f} of it?\nnow {f}", "and if it were {f}?", f=again),
        code=f"round({n.code} / {bottom}, 2)" if top == 1 else f"round({n.code} * {top} / {bottom}, 2)",
        finals=[f"{again.capitalize()} of {n.text} is {pattern}."],
        topic=f"{again} of {n.text}",
    )
    return Task(
        text=text,
        code=code,
        finals=[f"{words.capitalize()} of {n.text} is {pattern}."],
        topic=f"{words} of {n.text}",
        follow_up=follow,
    )


def chain(d: Draw) -> Task:
    """Two changes in percent, one after the other."""
    n, pattern = d.money(20, 3000)
    p, q = d.int(5, 50), d.int(3, 25)
    if d.rng.random() < 0.5:
        text = d.ask(
            """{n}, {p}% off, then another {q}% off. Final price?
            What do I pay for {n} with {p}% off and an extra {q}% off?
            {n} minus {p}% minus {q}%
            The coat is {n}, reduced by {p}%, and my coupon takes {q}% more off. What does it cost?
            first {p}% discount, then {q}% discount on {n}
            {n} with {p}% and then {q}% discount
            stacked discounts of {p}% and {q}% on {n}, price?""",
            """From {n} take {p}% and from the rest {q}%: what remains?""",
            n=n.text,
            p=p,
            q=q,
        )
        code = f"round({n.code} * (100 - {p}) / 100 * (100 - {q}) / 100, 2)"
    else:
        text = d.ask(
            """{n} with {p}% discount, then plus {q}% VAT
            What do I pay for {n} after {p}% off with {q}% tax added?
            {n} less {p}%, plus {q}% sales tax
            The laptop is {n}, there is {p}% off, and {q}% VAT comes on top. Final price?
            {n} minus {p}% plus {q}%
            price {n}, discount {p}%, tax {q}%, total?
            {n} falls by {p}% and then rises by {q}%. What is it now?""",
            """Off {n} goes {p}%, on the rest comes {q}% duty: end price?""",
            n=n.text,
            p=p,
            q=q,
        )
        code = f"round({n.code} * (100 - {p}) / 100 * (100 + {q}) / 100, 2)"
    return Task(
        text=text,
        code=code,
        finals=[f"The final price is {pattern}.", f"In the end it is {pattern}."],
        topic=f"{n.text} after {p}% and {q}%",
    )


def before(d: Draw) -> Task:
    """The amount before a discount."""
    n, pattern = d.money(10, 900)
    p = d.int(5, 70)
    text = d.ask(
        """After {p}% off it costs {n}. What was the original price?
        I paid {n} after a {p}% discount. What was the price before?
        original price if {p}% off gives {n}
        {n} after {p}% discount, before?
        The sale price is {n}, that is {p}% off. What did it cost before the sale?
        price before a {p}% reduction: now {n}
        what was the full price if I paid {n} with {p}% off""",
        """Now {n}, marked down by {p}%: the old price?""",
        n=n.text,
        p=p,
    )
    return Task(
        text=text,
        code=f"round({n.code} / (100 - {p}) * 100, 2)",
        finals=[f"The original price was {pattern}.", f"Before the discount it was {pattern}."],
        topic=f"the price before {p}% off",
    )


def lowest(d: Draw) -> Task:
    """A ratio in lowest terms."""
    k, a, b = d.int(2, 15), d.int(1, 12), d.int(1, 12)
    a, b = k * a, k * b
    text = d.ask(
        """Simplify the ratio {a}:{b}
        {a}:{b} in lowest terms
        what is {a}:{b} as a simple ratio
        ratio of {a} to {b}, simplified
        A photo is {a} by {b} pixels. What is its aspect ratio?
        There are {a} girls and {b} boys. What is the ratio, simplified?
        reduce the ratio {a} to {b}""",
        """Smallest whole numbers for {a}:{b}?""",
        a=a,
        b=b,
    )
    code = f'import math\ng = math.gcd({a}, {b})\nf"{{{a} // g}}:{{{b} // g}}"'
    return Task(text=text, code=code, finals=["The ratio is {v}."], topic=f"the ratio {a}:{b}")


FAMILIES: tuple[tuple[Family, int], ...] = ((fraction, 3), (chain, 2), (before, 1), (lowest, 1))
