# ruff: noqa: E501 (wordings are data: one a line)
"""Facts about whole numbers, powers and roots, geometry, number bases and small searches.

Covers: primes, factors, gcd, bases, sequences, puzzles solved by trying. Does not cover: symbolic algebra.
"""

from __future__ import annotations

from backend.train.recipes.l1.task import Draw, Family, Task

_BASES = (("binary", "b", 2), ("hexadecimal", "x", 16), ("hex", "x", 16), ("octal", "o", 8))


def prime(d: Draw) -> Task:
    """Whether a number is prime."""
    n = d.rng.choice((d.int(2, 200), d.int(200, 3000), d.rng.choice((97, 101, 211, 307, 499, 601, 997, 1009, 2003))))
    text = d.ask(
        """Is {n} prime?
        is {n} a prime number
        prime: {n}?
        {n} is prime?
        is {n} prime or composite
        Is the number {n} prime?
        can you tell whether {n} is a prime number
        My house number is {n}. Is that a prime?
        is {n} only divisible by itself and one?
        {n} a prime?
        {n} prime or not?
        check if {n} is prime""",
        "Does {n} have divisors besides 1 and itself?\nprimality of {n}?",
        n=n,
    )
    return Task(
        text=text,
        code=f"n = {n}\nn > 1 and all(n % k for k in range(2, n))",
        finals=["{v}"],
        when_true=f"Yes, {n} is prime.",
        when_false=f"No, {n} is not prime.",
        topic=f"whether {n} is prime",
    )


def factors(d: Draw) -> Task:
    """Divisors or prime factors."""
    n = d.int(12, 420)
    if d.rng.random() < 0.5:
        text = d.ask(
            """What are the divisors of {n}?
        all factors of {n}
        divisors of {n}
        factors of {n}?
        {n}: divisors
        What are all the factors of {n}?
        which whole numbers go into {n}
        by which numbers is {n} divisible?
        Into which group sizes can I divide {n} people evenly?
        list all the factors of {n}
        list the divisors of {n}
        which numbers divide {n}?""",
            "{n} can be divided evenly by?",
            n=n,
        )
        return Task(
            text=text,
            code=f"[k for k in range(1, {n} + 1) if {n} % k == 0]",
            finals=[f"The divisors of {n} are {{v}}."],
            topic=f"the divisors of {n}",
        )
    text = d.ask(
        """Prime factors of {n}?
        factorise {n}
        {n} as a product of primes
        prime factors {n}
        prime decomposition of {n}
        What are the prime factors of {n}?
        factor {n} into primes
        write {n} as a product of prime numbers
        find the prime factorization of {n}
        prime factorization of {n}""",
        "Break {n} into primes",
        n=n,
    )
    code = f"n, k, f = {n}, 2, []\nwhile n > 1:\n    while n % k == 0:\n        f.append(k)\n        n //= k\n    k += 1\nf"
    return Task(
        text=text, code=code, finals=[f"The prime factors of {n} are {{v}}."], topic=f"the prime factors of {n}"
    )


def common(d: Draw) -> Task:
    """Greatest common divisor and least common multiple; fractions."""
    k = d.int(2, 15)
    a, b = k * d.int(2, 40), k * d.int(2, 40)
    kind = d.rng.randrange(3)
    if kind == 0:
        text = d.ask(
            """gcd of {a} and {b}
        What is the greatest common divisor of {a} and {b}?
        gcd {a} {b}
        gcd({a}, {b})
        greatest common divisor of {a}, {b}
        largest common factor of {a} and {b}
        What is the highest common factor of {a} and {b}?
        I have {a} roses and {b} tulips. What is the most equal bunches I can make?
        what is the biggest number that goes into {a} and {b}
        biggest number that divides both {a} and {b}
        HCF of {a} and {b}""",
            "Largest shared divisor, {a} with {b}?",
            a=a,
            b=b,
        )
        return Task(
            text=text,
            code=f"import math\nmath.gcd({a}, {b})",
            finals=["The greatest common divisor is {v}."],
            topic=f"the gcd of {a} and {b}",
        )
    if kind == 1:
        text = d.ask(
            """lcm of {a} and {b}
        What is the least common multiple of {a} and {b}?
        lcm {a} {b}
        lcm({a}, {b})
        least common multiple of {a}, {b}
        lowest common multiple of {a} and {b}?
        One bus comes every {a} minutes, another every {b}. After how many minutes do they meet again?
        smallest common multiple of {a} and {b}
        smallest number that both {a} and {b} divide""",
            "First multiple shared by {a} and {b}?",
            a=a,
            b=b,
        )
        return Task(
            text=text,
            code=f"import math\nmath.lcm({a}, {b})",
            finals=["The least common multiple is {v}."],
            topic=f"the lcm of {a} and {b}",
        )
    text = d.ask(
        """Simplify {a}/{b}
        {a}/{b} simplified
        simplest form of {a}/{b}
        reduce {a}/{b}
        what is {a}/{b} in its simplest form?
        simplify the fraction {a}/{b}
        {a}/{b} as a reduced fraction
        reduce the fraction {a}/{b}
        {a}/{b} in lowest terms""",
        "Shorten {a}/{b} as far as possible",
        a=a,
        b=b,
    )
    return Task(
        text=text,
        code=f"from fractions import Fraction\nstr(Fraction({a}, {b}))",
        finals=["In lowest terms it is {v}."],
        topic=f"{a}/{b} in lowest terms",
    )


def base(d: Draw) -> Task:
    """To and from binary, hexadecimal, octal; any base."""
    name, letter, size = d.rng.choice(_BASES)
    n = d.int(5, 4000)
    written = format(n, letter)
    kind = d.rng.random()
    if kind < 0.5:
        text = d.ask(
            """Convert {n} to {b}
        {n} in {b}
        what is {n} in {b}?
        {n} to {b}
        {n} as {b}
        convert the number {n} into {b}
        how do you write {n} in {b}
        What does {n} look like in {b}?
        decimal {n} in {b}
        I need {n} in {b}
        {b} of {n}""",
            "Write {n} in {b} digits",
            n=n,
            b=name,
        )
        return Task(
            text=text, code=f'format({n}, "{letter}")', finals=[f"{n} is {{v}} in {name}."], topic=f"{n} in {name}"
        )
    text = d.ask(
        """Convert {b} {w} to decimal
        what is {w} ({b}) in decimal?
        {b} {w} in decimal
        {w} {b} to decimal
        decimal of {b} {w}
        what number is {b} {w}?
        {b} {w} to a normal number
        The {b} code is {w}. Which decimal number is it?
        convert {w} from {b} to decimal
        {b} {w} as a decimal number""",
        "{b} number {w}: decimal value?",
        w=written,
        b=name,
    )
    return Task(
        text=text,
        code=f'int("{written}", {size})',
        finals=[f"{written} is {{v}} in decimal."],
        topic=f"{name} {written} in decimal",
    )


def power(d: Draw) -> Task:
    """Powers, roots, factorials, sums of sequences."""
    kind, n, k = d.rng.randrange(6), d.int(2, 30), d.int(2, 6)
    if kind == 0:
        text = d.ask(
            """{n} to the power of {k}
        {n}^{k}
        {n} to the {k}th power
        {n} to the power {k}
        how much is {n}^{k}
        calculate {n} to the power of {k}
        what's {n} to the {k}
        {n} multiplied by itself, {k} factors
        {n} raised to the power of {k}
        What is {n}^{k}?
        {n} ** {k}""",
            "Raise {n} to the {k}",
            n=n,
            k=k,
        )
        return Task(text=text, code=f"{n} ** {k}", finals=["It is {v}."], topic=f"{n} to the power {k}")
    if kind == 1:
        m = d.int(2, 9000)
        text = d.ask(
            """Square root of {m}
        what's the square root of {m}?
        root of {m}
        sqrt({m})
        √{m}
        how much is the square root of {m}
        What number times itself is {m}?
        A square has an area of {m}. How long is one side?
        square root {m}
        sqrt {m}""",
            "Which number squared gives {m}?",
            m=m,
        )
        return Task(
            text=text,
            code=f"import math\nround(math.sqrt({m}), 4)",
            finals=[f"The square root of {m} is {{v}}."],
            topic=f"the square root of {m}",
        )
    if kind == 2:
        m = d.int(4, 18)
        text = d.ask(
            """{m} factorial
        What is {m}!?
        factorial of {m}
        {m}!
        how much is {m}!
        compute {m} factorial
        In how many orders can {m} people stand in a row?
        how many ways are there to arrange {m} cards
        {m}! = ?
        in how many ways can {m} people queue?""",
            "Orders of {m} books on a shelf?",
            m=m,
        )
        return Task(text=text, code=f"import math\nmath.factorial({m})", finals=["It is {v}."], topic=f"{m} factorial")
    if kind == 3:
        m = d.int(20, 2000)
        text = d.ask(
            """Sum of the numbers from 1 to {m}
        add all integers from 1 to {m}
        1 + 2 + 3 up to {m}
        sum from 1 to {m}
        sum of the first {m} numbers
        add up 1 to {m}
        What is the sum of all whole numbers up to {m}?
        1 to {m} added up
        what is 1 + 2 + ... + {m}?""",
            "Everything from 1 up to {m}, added?",
            m=m,
        )
        return Task(
            text=text, code=f"sum(range(1, {m} + 1))", finals=["The sum is {v}."], topic=f"the sum from 1 to {m}"
        )
    if kind == 4:
        m = d.int(1000, 99_999_999)
        text = d.ask(
            """Sum of the digits of {m}
        add the digits of {m}
        digit sum {m}
        sum of digits in {m}
        add up all the digits of {m}
        how much are the digits of {m} together?
        My ticket number is {m}. What is its digit sum?
        digit sum of {m}""",
            "What do the digits in {m} add up to?",
            m=m,
        )
        return Task(
            text=text,
            code=f'sum(int(c) for c in "{m}")',
            finals=["The digit sum is {v}."],
            topic=f"the digit sum of {m}",
        )
    m = n + k
    text = d.ask(
        """How many ways to choose {k} out of {m}?
        {m}C{k}
        choose {k} from {m}
        how many ways to pick {k} of {m}
        We are {m} and {k} go in the first car. How many possible groups?
        number of combinations of {k} out of {m}
        how many teams of {k} can {m} players form?
        {m} choose {k}
        combinations of {k} from {m}""",
        "Groups of {k} among {m} people: count?",
        k=k,
        m=m,
    )
    return Task(
        text=text, code=f"import math\nmath.comb({m}, {k})", finals=["There are {v} ways."], topic=f"{m} choose {k}"
    )


def shape(d: Draw) -> Task:
    """Areas, perimeters, volumes."""
    a, b, c = d.number(2, 90, (0, 0, 1)).code, d.number(2, 90, (0, 0, 1)).code, d.number(2, 30, (0, 1)).code
    kind, unit = d.rng.randrange(5), d.rng.choice(("m", "cm", "feet"))
    if kind == 0:
        text = d.ask(
            """Area of a {a} by {b} {u} rectangle
        A room is {a} x {b} {u}, what's the area?
        {a} x {b} {u}, area?
        area {a} by {b} {u}
        rectangle {a} {u} by {b} {u}: area
        The garden is {a} {u} long and {b} {u} wide. How big is it?
        How much carpet do I need for a room of {a} by {b} {u}?
        what is the area of {a} x {b} {u}
        My wall is {a} {u} wide and {b} {u} high. What area do I paint?
        how many square {u} is {a} by {b} {u}""",
            "Floor of {a} times {b} {u}: its area?",
            a=a,
            b=b,
            u=unit,
        )
        return Task(
            text=text,
            code=f"round({a} * {b}, 2)",
            finals=[f"The area is {{v}} square {unit}."],
            topic="the area of a rectangle",
        )
    if kind == 1:
        text = d.ask(
            """Area of a circle with radius {a} {u}
        circle radius {a} {u}, area?
        area of a circle, r = {a} {u}
        circle with radius {a} {u}: area
        A pizza has a radius of {a} {u}. What is its area?
        what's the area of a circle of radius {a} {u}
        The round pond has a radius of {a} {u}. How big is its surface?
        How large is a circle of radius {a} {u}?""",
            "A round plate, radius {a} {u}: area?",
            a=a,
            u=unit,
        )
        return Task(
            text=text,
            code=f"import math\nround(math.pi * {a} ** 2, 2)",
            finals=[f"The area is {{v}} square {unit}."],
            topic="the area of a circle",
        )
    if kind == 2:
        text = d.ask(
            """Volume of a box {a} x {b} x {c} {u}
        a tank is {a} by {b} by {c} {u}. Volume?
        volume {a} x {b} x {c} {u}
        box of {a} x {b} x {c} {u}, volume
        A box is {a} {u} long, {b} {u} wide and {c} {u} high. What is its volume?
        how many cubic {u} is {a} x {b} x {c} {u}
        My pool is {a} by {b} {u} and {c} {u} deep. What volume is that?""",
            "How much fits in {a} by {b} by {c} {u}?",
            a=a,
            b=b,
            c=c,
            u=unit,
        )
        return Task(
            text=text,
            code=f"round({a} * {b} * {c}, 2)",
            finals=[f"The volume is {{v}} cubic {unit}."],
            topic="the volume of a box",
        )
    if kind == 3:
        text = d.ask(
            """Perimeter of a {a} by {b} {u} rectangle
        how much fence for a {a} x {b} {u} garden?
        perimeter {a} x {b} {u}
        perimeter of a rectangle of {a} by {b} {u}
        A field is {a} {u} long and {b} {u} wide. What is its perimeter?
        how far is it round a {a} by {b} {u} rectangle
        I fence a garden of {a} by {b} {u}. How many {u} of fence do I need?""",
            "Edge all round {a} by {b} {u}?",
            a=a,
            b=b,
            u=unit,
        )
        return Task(
            text=text,
            code=f"round(2 * ({a} + {b}), 2)",
            finals=[f"The perimeter is {{v}} {unit}."],
            topic="the perimeter of a rectangle",
        )
    text = d.ask(
        """Hypotenuse of a right triangle with legs {a} and {b}
        diagonal of a {a} by {b} rectangle
        hypotenuse {a} {b}
        diagonal {a} x {b}
        right triangle with legs {a} and {b}: hypotenuse?
        A screen is {a} wide and {b} high. How long is its diagonal?
        how long is the diagonal of {a} by {b}""",
        "Legs {a} and {b}: length of the long side?",
        a=a,
        b=b,
    )
    return Task(
        text=text,
        code=f"import math\nround(math.hypot({a}, {b}), 2)",
        finals=["It is {v} long."],
        topic="the hypotenuse",
    )


def search(d: Draw) -> Task:
    """Two numbers by sum and product, coins, the first multiple, a linear equation."""
    kind = d.rng.randrange(4)
    if kind == 0:
        a, b = d.int(1, 40), d.int(1, 40)
        text = d.ask(
            """Which two numbers have sum {s} and product {p}?
        two integers add to {s} and multiply to {p}
        two numbers, sum {s}, product {p}
        sum {s}, product {p}: which numbers?
        I think of two numbers. Their sum is {s} and their product is {p}. Which are they?
        what two numbers add up to {s} and multiply to {p}
        find two numbers with sum {s}, product {p}""",
            "A pair making {s} when added and {p} when multiplied?",
            s=a + b,
            p=a * b,
        )
        return Task(
            text=text,
            code=f"[(a, {a + b} - a) for a in range({a + b} + 1) if a * ({a + b} - a) == {a * b}][0]",
            finals=["The numbers are {v}."],
            topic=f"the numbers with sum {a + b}",
        )
    if kind == 1:
        k, m, n = d.int(3, 30), d.int(3, 30), d.int(50, 900)
        text = d.ask(
            """What is the smallest number above {n} divisible by {k} and {m}?
        first multiple of both {k} and {m} over {n}
        smallest number over {n} divisible by {k} and {m}
        next number after {n} that is divisible by {k} and {m}
        first number above {n} that both {k} and {m} divide
        Which number greater than {n} is the first multiple of {k} and {m}?""",
            "Lowest value past {n} that {k} and {m} divide?",
            k=k,
            m=m,
            n=n,
        )
        return Task(
            text=text,
            code=f"n = {n} + 1\nwhile n % {k} or n % {m}:\n    n += 1\nn",
            finals=["It is {v}."],
            topic=f"a multiple of {k} and {m}",
        )
    if kind == 2:
        a, x, b = d.int(2, 19), d.int(-20, 60), d.int(1, 90)
        text = d.ask(
            """Solve {a}x + {b} = {c}
        find x: {a}x + {b} = {c}
        {a}x + {b} = {c}
        {a}x + {b} = {c}, x?
        {a}x + {b} = {c} solve for x
        x in {a}x + {b} = {c}
        If {a} times a number plus {b} is {c}, what is the number?
        solve the equation {a}x + {b} = {c}
        what is x if {a}x + {b} = {c}?""",
            "For which x is {a}x + {b} equal to {c}?",
            a=a,
            b=b,
            c=a * x + b,
        )
        return Task(
            text=text,
            code=f"round(({a * x + b} - {b}) / {a}, 2)",
            finals=["x is {v}.", "x = {v}"],
            topic=f"x in {a}x + {b} = {a * x + b}",
        )
    a, b = sorted((d.int(1, 40), d.int(41, 99)))
    k = d.int(3, 12)
    text = d.ask(
        """How many multiples of {k} are between {a} and {b}?
        count the numbers from {a} to {b} divisible by {k}
        multiples of {k} from {a} to {b}, how many
        how many numbers between {a} and {b} can be divided by {k}?
        number of multiples of {k} between {a} and {b}
        How many of the numbers from {a} to {b} are multiples of {k}?""",
        "From {a} to {b}, numbers that {k} divides: how many?",
        a=a,
        b=b,
        k=k,
    )
    return Task(
        text=text,
        code=f"sum(n % {k} == 0 for n in range({a}, {b} + 1))",
        finals=["There are {v}."],
        topic=f"the multiples of {k}",
    )


FAMILIES: tuple[tuple[Family, int], ...] = (
    (prime, 2),
    (factors, 2),
    (common, 3),
    (base, 3),
    (power, 4),
    (shape, 3),
    (search, 3),
)
