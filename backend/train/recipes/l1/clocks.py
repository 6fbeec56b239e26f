"""Clock times in hours and minutes: the time between two, also over midnight and with am and pm; when to leave.

Covers: elapsed time as hours and minutes, a time before another. Does not cover: whole minutes between (dates.py).
"""

from __future__ import annotations

from backend.train.recipes.l1.task import Draw, Family, Task


def _clock(d: Draw, hour: int, minute: int, halves: bool) -> tuple[str, str]:
    """A clock time as a person writes it, and its hours as the cell writes them."""
    if halves and 0 < hour != 12:
        late = hour > 12
        number = hour - 12 if late else hour
        half = d.rng.choice(("pm", " pm", "PM")) if late else d.rng.choice(("am", " am", "AM"))
        return f"{number}:{minute:02d}{half}", f"({number} + 12)" if late else str(number)
    return f"{hour}:{minute:02d}", str(hour)


def elapsed(d: Draw) -> Task:
    """The time between two clock times."""
    late, halves = d.rng.random() < 0.25, d.rng.random() < 0.35
    h, m = (d.int(17, 23) if late else d.int(5, 14)), d.rng.choice((0, 5, 10, 15, 20, 30, 35, 40, 45, 50, d.int(1, 59)))
    h2, m2 = (
        (d.int(1, 11) if late else h + d.int(1, 8)),
        d.rng.choice((0, 5, 10, 15, 20, 25, 30, 40, 45, 55, d.int(1, 59))),
    )
    (a, a_code), (b, b_code) = _clock(d, h, m, halves), _clock(d, h2, m2, halves)
    text = d.ask(
        """How long is it from {a} to {b}?
        time between {a} and {b}
        how much time is between {a} and {b}
        {a} to {b}, how long?
        {a} - {b} in hours and minutes
        I worked from {a} to {b}. How long did I work?
        I slept from {a} to {b}. How long was that?
        The flight leaves at {a} and lands at {b}. How long does it take?
        how many hours and minutes from {a} until {b}
        My shift is {a} to {b}, how long is it
        The shop is open from {a} to {b}. How many hours and minutes is that?""",
        """Open {a} till {b}: for what length of time?
        {a} through {b}, hours and minutes?""",
        a=a,
        b=b,
    )
    code = f't = ({b_code} * 60 + {m2} - ({a_code} * 60 + {m})) % 1440\nf"{{t // 60}} h {{t % 60}} min"'
    return Task(text=text, code=code, finals=["It is {v}.", "That takes {v}."], topic=f"the time from {a} to {b}")


def leave(d: Draw) -> Task:
    """The time some minutes or hours before another."""
    h, m, n = (
        d.int(7, 20),
        d.rng.choice((0, 10, 15, 20, 30, 45, 50)),
        d.rng.choice((15, 20, 25, 35, 40, 45, 50, 55, 75, 90, d.int(5, 150))),
    )
    halves = d.rng.random() < 0.3
    a, code = _clock(d, h, m, halves)
    text = d.ask(
        """I must be there at {a} and the trip takes {n} minutes. When do I leave?
        {n} minutes before {a}
        {a} minus {n} minutes
        {a} - {n} min
        what time is {n} minutes before {a}?
        The bus is at {a} and I need {n} min to get ready. When should I start?
        dinner at {a}, cooking takes {n} minutes, when do I begin
        when do I have to leave to arrive at {a} if it takes {n} min""",
        """Due at {a}, {n} minutes away: set off when?""",
        a=a,
        n=n,
    )
    cell = f't = {code} * 60 + {m} - {n}\nf"{{t // 60 % 24}}:{{t % 60:02d}}"'
    return Task(text=text, code=cell, finals=["It is {v}.", "At {v}."], topic=f"{n} minutes before {a}")


def onward(d: Draw) -> Task:
    """A clock time with am or pm plus hours and minutes."""
    h, m = d.int(1, 11), d.rng.choice((0, 5, 10, 15, 20, 30, 40, 45))
    a, code = _clock(d, h + 12 * d.int(0, 1), m, True)
    dh, dm = d.int(1, 9), d.rng.choice((0, 10, 15, 20, 25, 30, 40, 45))
    span = (
        f"{dh} hours"
        if dm == 0
        else d.rng.choice((f"{dh} hours {dm} minutes", f"{dh}h{dm}", f"{dh} h {dm} min", f"{dh}:{dm}"))
    )
    text = d.ask(
        """{a} + {s}
        {a} plus {s}
        what time is it {s} after {a}?
        It is {a} and I have to wait {s}. Until when?
        The film starts at {a} and lasts {s}. When does it end?
        {s} from {a}
        I start at {a} and work {s}, when do I finish""",
        """Off at {a}, on the road for {s}: there when?""",
        a=a,
        s=span,
    )
    cell = f't = {code} * 60 + {m} + {dh} * 60 + {dm}\nf"{{t // 60 % 24}}:{{t % 60:02d}}"'
    return Task(text=text, code=cell, finals=["It ends at {v}.", "That is {v}."], topic=f"the time {span} after {a}")


FAMILIES: tuple[tuple[Family, int], ...] = ((elapsed, 3), (leave, 2), (onward, 2))
