# ruff: noqa: E501 (wordings are data: one a line)
"""More about whole numbers: primes in a span, Roman numerals, roots, sequences, divisibility, solids.

Covers: cells of one to six lines. Does not cover: whether one number is prime, factors, bases (integers.py).
"""

from __future__ import annotations

from backend.train.recipes.l1.task import Draw, Family, Task

_ROMAN = (
    ("M", 1000), ("CM", 900), ("D", 500), ("CD", 400), ("C", 100), ("XC", 90), ("L", 50), ("XL", 40), ("X", 10), ("IX", 9),
    ("V", 5), ("IV", 4), ("I", 1),
)  # fmt: skip


def roman_numeral(n: int) -> str:
    """`n` in Roman numerals."""
    text = ""
    for sign, value in _ROMAN:
        text += n // value * sign
        n %= value
    return text


def primes(d: Draw) -> Task:
    """The primes in a span, how many, or the next one."""
    kind, a = d.rng.randrange(3), d.int(2, 150)
    b = a + d.int(12, 40)
    if kind == 0:
        text = d.ask(
            "Primes between {a} and {b}\nlist the primes from {a} to {b}\nwhich numbers from {a} to {b} are prime?\nall prime numbers between {a} and {b}\nprime numbers {a} to {b}\nWhat primes are there between {a} and {b}?",
            "From {a} up to {b}, every prime",
            a=a,
            b=b,
        )
        code = f"[n for n in range({a}, {b} + 1) if all(n % k for k in range(2, n))]"
        return Task(text=text, code=code, finals=["The primes are {v}."], topic=f"the primes from {a} to {b}")
    if kind == 1:
        text = d.ask(
            "How many primes are between {a} and {b}?\nnumber of primes from {a} to {b}\ncount the primes between {a} and {b}\nhow many prime numbers from {a} to {b}\nprimes from {a} to {b}, how many",
            "From {a} up to {b}, the count of primes?",
            a=a,
            b=b,
        )
        code = f"sum(all(n % k for k in range(2, n)) for n in range({a}, {b} + 1))"
        return Task(
            text=text, code=code, finals=["There are {v} primes."], topic=f"the number of primes from {a} to {b}"
        )
    text = d.ask(
        "What is the next prime after {a}?\nnext prime after {a}\nfirst prime above {a}\nsmallest prime larger than {a}\nwhich prime comes after {a}?",
        "Past {a}, the nearest prime?",
        a=a,
    )
    code = f"n = {a} + 1\nwhile not all(n % k for k in range(2, n)):\n    n += 1\nn"
    return Task(text=text, code=code, finals=["The next prime is {v}."], topic=f"the prime after {a}")


def roman(d: Draw) -> Task:
    """To and from Roman numerals."""
    n = d.rng.choice((d.int(1, 100), d.int(1, 3999), d.int(1800, 2040)))
    if d.rng.random() < 0.5:
        text = d.ask(
            "{n} in Roman numerals\nwrite {n} in Roman numerals\nWhat is {n} in Roman numerals?\nconvert {n} to Roman\n{n} as a roman numeral\nroman numeral for {n}\nhow did the Romans write {n}\nroman numerals: {n}",
            "Put {n} the Roman way",
            n=n,
        )
        code = (
            f'n, r = {n}, ""\nfor a, b, c in f"IVX XLC CDM".split():\n'
            '    r = ["", a, a * 2, a * 3, a + b, b, b + a, b + a * 2, b + a * 3, a + c][n % 10] + r\n    n //= 10\nn * "M" + r'
        )
        return Task(text=text, code=code, finals=[f"{n} is {{v}}."], topic=f"{n} in Roman numerals")
    w = roman_numeral(n)
    text = d.ask(
        "What number is {w}?\n{w} in numbers\nRoman numeral {w} as a number\nconvert {w} from Roman numerals\n{w} roman to decimal\nwhat does the Roman numeral {w} mean\nThe church says {w}. Which year is that?\nroman {w}",
        "Decode the Roman {w}",
        w=w,
    )
    code = (
        'd = dict(zip(f"IVXLCDM", [1, 5, 10, 5 * 10, 100, 500, 1000]))\n'
        f'v = [d[c] for c in "{w}"]\nsum(-a if a < b else a for a, b in zip(v, v[1:] + [0]))'
    )
    return Task(text=text, code=code, finals=[f"{w} is {{v}}."], topic=f"the Roman numeral {w}")


def root(d: Draw) -> Task:
    """Squares, cubes, higher roots, powers of ten, logarithms."""
    kind, n = d.rng.randrange(4), d.int(2, 60)
    if kind == 0:
        text = d.ask(
            "{n} squared\nwhat is {n} squared?\nsquare of {n}\n{n}²\nhow much is {n} squared\nthe square of {n} please",
            "{n} by itself, as a square?",
            n=n,
        )
        return Task(text=text, code=f"{n} ** 2", finals=[f"{n} squared is {{v}}."], topic=f"{n} squared")
    if kind == 1:
        text = d.ask(
            "{n} cubed\nwhat is {n} cubed?\ncube of {n}\n{n}³\nhow much is {n} cubed\nvolume of a cube with side {n}",
            "The third power of {n}?",
            n=n,
        )
        return Task(text=text, code=f"{n} ** 3", finals=["It is {v}."], topic=f"{n} cubed")
    m = d.rng.choice((n**3, d.int(10, 9000)))
    if kind == 2:
        text = d.ask(
            "Cube root of {m}\nwhat's the cube root of {m}?\nthird root of {m}\n∛{m}\ncubic root of {m}\nA cube holds {m} cubic cm. How long is its edge?",
            "Which number cubed gives {m}?",
            m=m,
        )
        code = f"round({m} ** (1 / 3), 4)"
        return Task(
            text=text,
            code=code,
            finals=[f"The cube root of {m} is {{v}}.", "It is {v}."],
            topic=f"the cube root of {m}",
        )
    base, name = d.rng.choice((("log10", "log base 10"), ("log2", "log base 2"), ("log", "natural log")))
    text = d.ask(
        "{b} of {m}\nwhat is the {b} of {m}?\n{b}({m})\ncompute the {b} of {m}\nhow much is the {b} of {m}",
        "{m} under the {b}?",
        b=name,
        m=m,
    )
    return Task(
        text=text, code=f"import math\nround(math.{base}({m}), 4)", finals=["It is {v}."], topic=f"the {name} of {m}"
    )


def sequence(d: Draw) -> Task:
    """Fibonacci numbers, a multiplication table, every kth number."""
    kind, n = d.rng.randrange(3), d.int(5, 15)
    if kind == 0:
        text = d.ask(
            "First {n} Fibonacci numbers\nlist {n} Fibonacci numbers\nthe first {n} fibonacci numbers please\nfibonacci, {n} terms\nwhat are the first {n} numbers of the Fibonacci sequence?",
            "Fibonacci from its start, {n} of them",
            n=n,
        )
        code = f"a, b, f = 0, 1, []\nfor _ in range({n}):\n    f.append(a)\n    a, b = b, a + b\nf"
        return Task(text=text, code=code, finals=["They are {v}."], topic=f"{n} Fibonacci numbers")
    k = d.int(2, 25)
    if kind == 1:
        text = d.ask(
            "Multiplication table of {k}\ntimes table for {k}\nthe {k} times table\n{k} times table up to 10\nwrite the multiplication table of {k}",
            "Table of {k}, ten lines",
            k=k,
        )
        return Task(
            text=text,
            code=f"[{k} * n for n in range(1, 11)]",
            finals=[f"The table of {k}: {{v}}."],
            topic=f"the table of {k}",
        )
    text = d.ask(
        "First {n} multiples of {k}\nlist {n} multiples of {k}\n{n} multiples of {k}\nwhat are the first {n} multiples of {k}?\ncount by {k}, {n} times",
        "Multiples of {k}, {n} from the start",
        n=n,
        k=k,
    )
    return Task(
        text=text, code=f"[{k} * n for n in range(1, {n} + 1)]", finals=["They are {v}."], topic=f"multiples of {k}"
    )


def divisible(d: Draw) -> Task:
    """Whether one number divides another, evenness, and remainders."""
    kind, k = d.rng.randrange(3), d.int(3, 30)
    n = k * d.int(3, 60) + d.rng.choice((0, d.int(0, k - 1)))
    if kind == 0:
        text = d.ask(
            "Is {n} divisible by {k}?\n{n} divisible by {k}?\ndoes {k} divide {n}\ncan {n} be divided by {k} without a remainder?\nis {n} a multiple of {k}\nCan I share {n} sweets evenly among {k} children?",
            "Does {k} fit evenly into {n}?",
            n=n,
            k=k,
        )
        return Task(
            text=text,
            code=f"{n} % {k} == 0",
            finals=["{v}"],
            when_true=f"Yes, {n} is divisible by {k}.",
            when_false=f"No, {n} is not divisible by {k}.",
            topic=f"whether {k} divides {n}",
        )
    if kind == 1:
        text = d.ask(
            "Is {n} even?\nis {n} an even number\n{n}: even?\ncan {n} be halved without a remainder?\nis the number {n} even",
            "Does {n} count as even?",
            n=n,
        )
        return Task(
            text=text,
            code=f"{n} % 2 == 0",
            finals=["{v}"],
            when_true=f"Yes, {n} is even.",
            when_false=f"No, {n} is odd.",
            topic=f"whether {n} is even",
        )
    text = d.ask(
        "{n} mod {k}\nremainder of {n} divided by {k}\nwhat is {n} modulo {k}?\nwhat is left when I divide {n} by {k}\nremainder: {n} by {k}",
        "{n} over {k} leaves what?",
        n=n,
        k=k,
    )
    return Task(text=text, code=f"{n} % {k}", finals=["The remainder is {v}."], topic=f"{n} modulo {k}")


_PLANE = (
    ("circumference of a circle with radius {a} {u}", "round(2 * math.pi * {a}, 2)", "{u}"),
    ("circumference of a circle with diameter {a} {u}", "round(math.pi * {a}, 2)", "{u}"),
    ("area of a circle with diameter {a} {u}", "round(math.pi * ({a} / 2) ** 2, 2)", "square {u}"),
    ("area of a triangle with base {a} {u} and height {b} {u}", "round({a} * {b} / 2, 2)", "square {u}"),
    ("area of a square with side {a} {u}", "round({a} ** 2, 2)", "square {u}"),
    ("perimeter of a square with side {a} {u}", "round(4 * {a}, 2)", "{u}"),
    ("volume of a cylinder with radius {a} {u} and height {b} {u}", "round(math.pi * {a} ** 2 * {b}, 2)", "cubic {u}"),
    ("volume of a sphere with radius {a} {u}", "round(4 / 3 * math.pi * {a} ** 3, 2)", "cubic {u}"),
    ("surface of a sphere with radius {a} {u}", "round(4 * math.pi * {a} ** 2, 2)", "square {u}"),
    ("volume of a cone with radius {a} {u} and height {b} {u}", "round(math.pi * {a} ** 2 * {b} / 3, 2)", "cubic {u}"),
    ("volume of a cube with edge {a} {u}", "round({a} ** 3, 2)", "cubic {u}"),
)


def solid(d: Draw) -> Task:
    """Circles, triangles, squares, cylinders, spheres, cones, cubes."""
    wording, formula, unit = d.rng.choice(_PLANE)
    slots = {
        "a": d.number(2, 60, (0, 0, 1)).code,
        "b": d.number(2, 40, (0, 0, 1)).code,
        "u": d.rng.choice(("m", "cm", "inches")),
    }
    what = wording.format(**slots)
    text = d.ask(
        "What is the {q}?\n{q}\nthe {q}?\ncalculate the {q}\nhow much is the {q}\nI need the {q}\nfind the {q} please\nMy homework asks for the {q}",
        "Get me the {q}\nThe {q} would be?",
        q=what,
    )
    code = formula.format(**slots)
    return Task(
        text=text,
        code=f"import math\n{code}" if "math." in code else code,
        finals=[f"The {what.split()[0]} is {{v}} {unit.format(**slots)}."],
        topic=f"the {what}",
    )


FAMILIES: tuple[tuple[Family, int], ...] = (
    (primes, 2),
    (roman, 3),
    (root, 2),
    (sequence, 1),
    (divisible, 2),
    (solid, 3),
)
