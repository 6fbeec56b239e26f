# ruff: noqa: E501 (wordings are data: one a line)
"""Dates without a year and weekdays by name: a date without a year is in this year, `date.today().year`.

Covers: spans, weekdays and shifts of such dates, the next one of its kind, next Friday, ages by year, workdays.
Does not cover: dates that are complete (dates.py).
"""

from __future__ import annotations

import datetime

from backend.train.recipes.l1.task import Draw, Family, Task

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_FEASTS = (
    ("Christmas", 12, "24 + 1"), ("Christmas Eve", 12, "24"), ("New Year", 1, "1"), ("New Year's Eve", 12, "31"), ("Halloween", 10, "31"),
)  # fmt: skip
_EVENTS = ("the school trip", "my leave", "the fair", "the course", "our stay", "the project", "summer camp")
_OTHER_EVENTS = ("the tour", "the exhibition")
_YEAR = "from datetime import date\ny = date.today().year\n"


def _day(d: Draw, months: tuple[int, int] = (1, 12)) -> datetime.date:
    return datetime.date(2026, d.int(*months), d.int(1, 28))


def span(d: Draw) -> Task:
    """Days or weeks between two dates of this year, or into the next."""
    a, b = _day(d, (1, 11)), _day(d, (2, 12))
    over, weeks = d.rng.random() < 0.12, d.rng.random() < 0.15
    if a == b:
        b += datetime.timedelta(days=9)
    if (a > b) != over:
        a, b = b, a
    unit = "weeks" if weeks else "days"
    text = d.ask(
        """How many {u} are there between {a} and {b}?
        How many {u} between {a} and {b}?
        {u} between {a} and {b}
        {u} from {a} to {b}
        {a} to {b}, how many {u}
        how many {u} is it from {a} to {b}?
        number of {u} from {a} until {b}
        {w} goes from {a} to {b}. How many {u} is that?
        {w} starts on {a} and ends on {b}, how many {u}?
        I am away from {a} to {b}. How many {u} am I gone?
        how long is {a} to {b} in {u}
        from {a} until {b} in {u} please
        count the {u} between {a} and {b}""",
        """{a} up to {b}: length in {u}?
        What number of {u} separates {a} from {b}?
        {w}, {a} till {b}: total {u}?""",
        u=unit,
        a=d.yearless(a),
        b=d.yearless(b),
        w=d.of(_EVENTS, _OTHER_EVENTS),
    )
    year = "y + 1" if b < a else "y"
    c = a + datetime.timedelta(days=d.int(3, 25))
    follow = Task(
        text=d.ask(
            "and until {c}?\nand from {a} to {c}?\nwhat about {a} to {c}\nand to {c}?",
            "and as far as {c}?",
            a=d.yearless(a),
            c=d.yearless(c),
        ),
        code=f"{_YEAR}(date(y, {c.month}, {c.day}) - date(y, {a.month}, {a.day})).days",
        finals=["It is {v} days."],
        topic="the days between two other dates",
    )
    return Task(
        text=text,
        code=f"{_YEAR}(date({year}, {b.month}, {b.day}) - date(y, {a.month}, {a.day})).days"
        + (" // 7" if weeks else ""),
        finals=[f"There are {{v}} {unit} between them.", f"It is {{v}} {unit}."],
        topic=f"the {unit} between two dates",
        follow_up=None if weeks or c.year != a.year else follow,
    )


def named(d: Draw) -> Task:
    """The weekday of a date of this year."""
    a = _day(d)
    text = d.ask(
        """What day of the week is {a}?
        weekday of {a}
        Which weekday is {a} this year?
        {a}, what weekday?
        on which day of the week does {a} fall
        My birthday is {a}. Which weekday is it this year?
        what day is {a}
        The party is on {a}. Which day of the week is that?
        is {a} on a weekend? which weekday""",
        """Name the weekday for {a}
        {a} falls on a what?""",
        a=d.yearless(a),
    )
    b = _day(d)
    follow = Task(
        text=d.ask("and {b}?\nwhat about {b}?\nand which weekday is {b}", "{b} as well?", b=d.yearless(b)),
        code=f'{_YEAR}date(y, {b.month}, {b.day}).strftime("%A")',
        finals=["It is a {v}."],
        topic=f"the weekday of {d.yearless(b)}",
    )
    code = f'{_YEAR}date(y, {a.month}, {a.day}).strftime("%A")'
    return Task(
        text=text, code=code, finals=["It is a {v}."], topic=f"the weekday of {d.yearless(a)}", follow_up=follow
    )


def moved(d: Draw) -> Task:
    """A date of this year plus or minus days or weeks."""
    a, n, unit = _day(d), d.int(2, 120), d.rng.choice(("days", "days", "weeks"))
    back = d.rng.random() < 0.3
    text = d.ask(
        """What date is {n} {u} {w} {a}?
        {n} {u} {w} {a}
        date {n} {u} {w} {a}
        which date is {n} {u} {w} {a}
        The bill is due {n} {u} {w} {a}. When is that?
        when is {n} {u} {w} {a}?
        my course ends {n} {u} {w} {a}, which date is it""",
        """Give the day {n} {u} {w} {a}""",
        n=n,
        u=unit,
        w="before" if back else d.rng.choice(("after", "from")),
        a=d.yearless(a),
    )
    code = f"from datetime import date, timedelta\ny = date.today().year\nstr(date(y, {a.month}, {a.day}) {'-' if back else '+'} timedelta({unit}={n}))"
    return Task(text=text, code=code, finals=["That is {v}.", "The date is {v}."], topic=f"a date {n} {unit} away")


def coming(d: Draw) -> Task:
    """Days until the next time a date or a feast comes round."""
    a = _day(d)
    when, month, day = (d.yearless(a), a.month, str(a.day)) if d.rng.random() < 0.7 else d.rng.choice(_FEASTS)
    text = d.ask(
        """How many days until {a}?
        days until {a}
        days till {a}
        how many days are left until {a}?
        how long until {a}, in days
        My exam is on {a}. How many days do I have?
        how many days to go to {a}
        countdown to {a}
        My birthday is {a}, how many days is it still?
        how many sleeps until {a}""",
        """Number of days before {a} comes?
        {a}: days to wait?""",
        a=when,
    )
    code = f"from datetime import date\nt = date.today()\n(date(t.year + ((t.month, t.day) > ({month}, {day})), {month}, {day}) - t).days"
    return Task(
        text=text,
        code=code,
        finals=["There are {v} days left.", "It is {v} days from today."],
        topic=f"the days until {when}",
    )


def by_name(d: Draw) -> Task:
    """The next or last Friday, from today or from a date, and the days until it."""
    index, name = d.rng.choice(tuple(enumerate(_WEEKDAYS)))
    start = d.day(2020, 2030)
    given, kind = d.rng.random() < 0.3, d.rng.random()
    first = f"Today is {start.text}. " if given else ""
    today = start.code if given else "date.today()"
    if kind < 0.3:
        text = d.ask(
            """{f}How many days until {n}?
            {f}days until next {n}
            {f}how many days is it to {n}
            {f}The match is on {n}. How many days is that from today?
            {f}How long until {n}?""",
            """{f}{n} comes in how many days?""",
            f=first,
            n=name,
        )
        code = f"from datetime import date\nt = {today}\n({index} - t.weekday() - 1) % 7 + 1"
        return Task(text=text, code=code, finals=[f"It is {{v}} days until {name}."], topic=f"the days until {name}")
    last = kind > 0.8
    word = "last" if last else "next"
    text = d.ask(
        """{f}What date is {w} {n}?
        {f}date of {w} {n}
        {f}which date is {w} {n}?
        {f}what's the date of {w} {n}
        {f}{w} {n}, which date?
        {f}I need the date of {w} {n}
        {f}on which date is {w} {n}""",
        """{f}Tell me on what date {w} {n} is""",
        f=first,
        w=word,
        n=name,
    )
    move = (
        f"- timedelta(days=(t.weekday() - {index} - 1) % 7 + 1)"
        if last
        else f"+ timedelta(days=({index} - t.weekday() - 1) % 7 + 1)"
    )
    code = f"from datetime import date, timedelta\nt = {today}\nstr(t {move})"
    return Task(text=text, code=code, finals=["That is {v}.", f"{name} is {{v}}."], topic=f"the date of {word} {name}")


def of_year(d: Draw) -> Task:
    """The number of a day in its year, or of its week."""
    a, week = d.day(1990, 2035), d.rng.random() < 0.5
    if week:
        text = d.ask(
            """In which calendar week is {a}?
            week number of {a}
            what week of the year is {a}
            {a}, which week?
            which ISO week does {a} belong to""",
            """Calendar week holding {a}?""",
            a=a.text,
        )
        code = f"from datetime import date\n{a.code}.isocalendar().week"
        return Task(text=text, code=code, finals=["It is week {v}."], topic=f"the week of {a.text}")
    text = d.ask(
        """Which day of the year is {a}?
        day number of {a}
        {a} is day number what of the year
        how many days into the year is {a}
        what day of the year is {a}, counted from 1 January""",
        """Within its year, {a} is day number?""",
        a=a.text,
    )
    code = f"from datetime import date\n{a.code}.timetuple().tm_yday"
    return Task(text=text, code=code, finals=["It is day {v} of the year."], topic=f"the day number of {a.text}")


def years(d: Draw) -> Task:
    """An age by years alone, and leap years in a span."""
    if d.rng.random() < 0.6:
        a, b = d.int(1935, 2015), d.int(2018, 2060)
        text = d.ask(
            """Born in {a}, how old in {b}?
            I was born in {a}. How old will I be in {b}?
            age in {b} if born {a}
            My house was built in {a}. How old is it in {b}?
            how many years from {a} to {b}
            {a} to {b}, how many years?
            How many years are there between {a} and {b}?""",
            """Of {a} vintage, the age by {b}?""",
            a=a,
            b=b,
        )
        return Task(
            text=text, code=f"{b} - {a}", finals=["It is {v} years.", "{v} years."], topic=f"the years from {a} to {b}"
        )
    a = d.int(1890, 2090)
    b = a + d.int(8, 30)
    text = d.ask(
        """Which leap years are between {a} and {b}?
        leap years from {a} to {b}
        list the leap years between {a} and {b}
        all leap years {a}-{b}
        what years from {a} to {b} are leap years""",
        """From {a} up to {b}, every leap year?""",
        a=a,
        b=b,
    )
    code = f"import calendar\n[y for y in range({a}, {b} + 1) if calendar.isleap(y)]"
    return Task(text=text, code=code, finals=["The leap years are {v}."], topic=f"the leap years from {a} to {b}")


def workdays(d: Draw) -> Task:
    """Days from Monday to Friday in a span, both ends counted."""
    a = d.day(2015, 2031)
    b = d.later(a, 4, 90)
    text = d.ask(
        """How many working days are there from {a} to {b}?
        working days between {a} and {b}
        weekdays from {a} to {b}, without weekends
        business days {a} to {b}
        I am off from {a} to {b}. How many workdays is that?
        how many days from {a} to {b} without Saturdays and Sundays""",
        """{a} through {b}: number of business days?""",
        a=a.text,
        b=b.text,
    )
    code = (
        f"from datetime import date, timedelta\na, b = {a.code}, {b.code}\n"
        "sum((a + timedelta(days=k)).weekday() < 5 for k in range((b - a).days + 1))"
    )
    return Task(text=text, code=code, finals=["There are {v} working days."], topic="the working days in a span")


FAMILIES: tuple[tuple[Family, int], ...] = (
    (span, 5), (named, 2), (moved, 2), (coming, 3), (by_name, 3), (of_year, 1), (years, 2), (workdays, 1),
)  # fmt: skip
