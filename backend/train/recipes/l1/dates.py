# ruff: noqa: E501 (wordings are data: one a line)
"""Dates, durations and clock times, with fixed offsets for time zones.

Covers: datetime only; "today" is `date.today()`. Does not cover: named time zones and daylight saving.
"""

from __future__ import annotations

import datetime

from backend.train.recipes.l1.task import Draw, Family, Task

_EVENTS = (
    "my exam",
    "the wedding",
    "our trip",
    "the deadline",
    "her birthday",
    "the launch",
    "the concert",
    "my holiday",
    "the race",
    "moving day",
)
_OTHER_EVENTS = ("the audit", "the recital", "graduation", "the match")
_CITIES = ("Berlin", "Tokyo", "New York", "Lagos", "Lima", "Sydney", "Madrid", "Dubai")
_OTHER_CITIES = ("Oslo", "Hanoi", "Quito", "Perth")


def between(d: Draw) -> Task:
    """Days or weeks between two dates."""
    a = d.day(1990, 2030)
    b = d.later(a, 3, 900)
    weeks = d.rng.random() < 0.2
    unit = "weeks" if weeks else "days"
    text = d.ask(
        """How many {u} between {a} and {b}?
        {u} from {a} to {b}
        number of {u} between {a} and {b}
        How many {u} are there from {a} until {b}?
        count the {u} from {a} to {b} please
        It started on {a} and ended on {b}. How many {u}?
        {a} to {b}, {u}?
        {a} - {b} in {u}
        {u} between {a} and {b}
        how many {u} is it from {a} to {b}
        how long is it from {a} to {b} in {u}
        We arrive on {a} and leave on {b}. How many {u} do we stay?
        The lease runs from {a} to {b}. How many {u} is that?
        What is the difference in {u} between {a} and {b}?
        My holiday goes from {a} to {b}, how many {u}?
        I started on {a}. By {b}, how many {u} have passed?""",
        """{a} through to {b}: length in {u}?
        From {a}, how many {u} to {b}?""",
        a=a.text,
        b=b.text,
        u=unit,
    )
    code = f"from datetime import date\n({b.code} - {a.code}).days" + (" // 7" if weeks else "")
    return Task(
        text=text,
        code=code,
        finals=[f"There are {{v}} {unit} between them.", f"It is {{v}} {unit}."],
        topic=f"the {unit} from {a.text} to {b.text}",
    )


def weekday(d: Draw) -> Task:
    """The weekday of a date."""
    a = d.day(1930, 2035)
    text = d.ask(
        """What day of the week is {a}?
        weekday of {a}
        Which weekday was {a}?
        {a} is a what day?
        on what day does {a} fall?
        I was born on {a}. Which day of the week was it?
        what day was {a}
        {a}, which weekday?
        {a} day of week
        day of the week for {a}?
        What weekday will {a} be?
        Our wedding is on {a}. Which weekday is that?
        My son was born on {a}; what day of the week was that?
        tell me the weekday of {a}
        was {a} on a weekend? which weekday was it""",
        """Is {a} a Monday, a Friday, or what?
        Name the day of the week for {a}""",
        a=a.text,
    )
    return Task(
        text=text,
        code=f'from datetime import date\n{a.code}.strftime("%A")',
        finals=[f"{a.text} is a {{v}}.", "It is a {v}."],
        topic=f"the weekday of {a.text}",
    )


def shifted(d: Draw) -> Task:
    """A date plus or minus days or weeks."""
    a, n = d.day(2000, 2031), d.int(2, 200)
    unit, back = d.rng.choice(("days", "days", "weeks")), d.rng.random() < 0.35
    sign, word = ("-", d.rng.choice(("before",))) if back else ("+", d.rng.choice(("after", "from")))
    text = d.ask(
        """What date is {n} {u} {w} {a}?
        {n} {u} {w} {a}
        Which date comes {n} {u} {w} {a}?
        give me the date {n} {u} {w} {a}
        date {n} {u} {w} {a}
        when is {n} {u} {w} {a}?
        what day is it {n} {u} {w} {a}, as a date
        calculate the date {n} {u} {w} {a}
        I need the date that is {n} {u} {w} {a}
        The invoice is due {n} {u} {w} {a}. Which date is that?
        The parcel arrives {n} {u} {w} {a}, on which date?""",
        """Find the day {n} {u} {w} {a}
        date, {n} {u} {w} {a}?""",
        n=n,
        u=unit,
        w=word,
        a=a.text,
    )
    code = f"from datetime import date, timedelta\nstr({a.code} {sign} timedelta({unit}={n}))"
    return Task(text=text, code=code, finals=["That is {v}.", "The date is {v}."], topic=f"{n} {unit} {word} {a.text}")


def months(d: Draw) -> Task:
    """A date plus months."""
    a, n = d.day(2010, 2030), d.int(1, 30)
    text = d.ask(
        """Add {n} months to {a}
        What date is {n} months after {a}?
        {a} plus {n} months
        a contract of {n} months starts on {a}. When does it end?
        {a} + {n} months
        date {n} months from {a}
        {n} months from {a}
        My warranty of {n} months begins on {a}. Until when is it valid?
        I rent from {a} for {n} months. On which date is it over?
        when is {n} months after {a}?""",
        """{n} months on from {a}: which date?""",
        n=n,
        a=a.text,
    )
    code = f"from datetime import date\nm = {a.value.month} - 1 + {n}\nstr(date({a.value.year} + m // 12, m % 12 + 1, {a.value.day}))"
    return Task(text=text, code=code, finals=["That is {v}.", "The date is {v}."], topic=f"{n} months after {a.text}")


def until(d: Draw) -> Task:
    """Days from today to a date, or since one."""
    past = d.rng.random() < 0.3
    a = d.day(2015, 2024) if past else d.day(2029, 2033)
    what = d.of(_EVENTS, _OTHER_EVENTS)
    if past:
        text = d.ask(
            """How many days since {a}?
            {w} was on {a}. How many days ago is that?
            days passed since {a}
        days since {a}
        how many days ago was {a}?
        how long ago was {a} in days
        I quit smoking on {a}. How many days is that?
        We met on {a}; how many days have we known each other?
        number of days from {a} to today""",
            """{w} took place {a}; how many days back?""",
            a=a.text,
            w=what,
        )
        return Task(
            text=text,
            code=f"from datetime import date\n(date.today() - {a.code}).days",
            finals=["That was {v} days ago.", "{v} days have passed."],
            topic=f"the days since {a.text}",
        )
    text = d.ask(
        """How many days until {a}?
        days left until {a}
        {w} is on {a}. How many days from today?
        how long until {a}, in days?
        countdown in days to {a}
        days until {a}
        days to {a}
        days till {a}?
        how many days are left until {a}
        how many days from now to {a}
        {w}: {a}. Days left?
        How many more days until {w} on {a}?
        We leave on {a}. How many sleeps is that?
        from today to {a}, how many days""",
        """{w} is {a}; how many days to wait?""",
        a=a.text,
        w=what,
    )
    return Task(
        text=text,
        code=f"from datetime import date\n({a.code} - date.today()).days",
        finals=["There are {v} days left.", "It is {v} days from today."],
        topic=f"the days until {a.text}",
    )


def from_today(d: Draw) -> Task:
    """The date or weekday some days from today."""
    n, unit = d.int(2, 120), d.rng.choice(("days", "days", "weeks"))
    if d.rng.random() < 0.5:
        text = d.ask(
            """What date is it in {n} {u}?
            which date is {n} {u} from today
            today plus {n} {u}
        date in {n} {u}
        {n} {u} from today
        in {n} {u}, what's the date?
        what will the date be {n} {u} from today?
        My parcel comes in {n} {u}. On which date?
        I am back in {n} {u}. What date is that?
        add {n} {u} to today""",
            """{n} {u} from now: the date?""",
            n=n,
            u=unit,
        )
        code = f"from datetime import date, timedelta\nstr(date.today() + timedelta({unit}={n}))"
        return Task(text=text, code=code, finals=["That is {v}."], topic=f"the date in {n} {unit}")
    if d.rng.random() < 0.3:
        text = d.ask(
            """What's today's date?
        which date is it today
        today's date please
        what's the date
        what is the date today?
        today's date?
        which day is it today, as a date""",
            "Tell me the date of today",
        )
        return Task(
            text=text,
            code="from datetime import date\nstr(date.today())",
            finals=["Today is {v}."],
            topic="today's date",
        )
    text = d.ask(
        """What weekday is it in {n} {u}?
        which day of the week is {n} {u} from today
        weekday in {n} {u}
        in {n} {u}, which weekday is it?
        what day of the week will it be in {n} {u}
        My exam is in {n} {u}. On which weekday is it?
        day of the week {n} {u} from today""",
        "{n} {u} from now is which weekday?",
        n=n,
        u=unit,
    )
    code = f'from datetime import date, timedelta\n(date.today() + timedelta({unit}={n})).strftime("%A")'
    return Task(text=text, code=code, finals=["It will be a {v}."], topic=f"the weekday in {n} {unit}")


def age(d: Draw) -> Task:
    """An age on a given date or today."""
    born = d.day(1940, 2010)
    other = d.day(2018, 2031)
    now = d.rng.random() < 0.4
    if now:
        text = d.ask(
            """I was born on {a}. How old am I?
        age of someone born {a}
        born {a}, how old today?
        age if born on {a}
        {a} is my birthday. How old am I now?
        How old is someone who was born on {a}?
        date of birth {a}, age?
        My mother was born on {a}; how old is she?
        birthday {a}, how many years old
        calculate my age, born {a}
        how old am i if i was born {a}""",
            "Birth date {a}: current age?",
            a=born.text,
        )
        code = f"from datetime import date\nt = date.today()\nt.year - {born.value.year} - ((t.month, t.day) < ({born.value.month}, {born.value.day}))"
    else:
        text = d.ask(
            """How old is someone born on {a} on {b}?
        born {a}, age on {b}?
        I was born {a}. How old will I be on {b}?
        born on {a}: how old on {b}
        age on {b} if born {a}
        date of birth {a}, age on {b}
        My dog was born on {a}. How old is it on {b}?
        She was born on {a}. What is her age on {b}?
        how old is a person on {b} who was born {a}""",
            "Birth date {a}; age reached by {b}?",
            a=born.text,
            b=other.text,
        )
        code = f"from datetime import date\nt = {other.code}\nt.year - {born.value.year} - ((t.month, t.day) < ({born.value.month}, {born.value.day}))"
    return Task(
        text=text, code=code, finals=["The age is {v}.", "{v} years old."], topic=f"the age of someone born {born.text}"
    )


def calendar_fact(d: Draw) -> Task:
    """Leap years and the length of a month."""
    y = d.int(1880, 2120)
    if d.rng.random() < 0.6:
        text = d.ask(
            """Is {y} a leap year?
        {y} leap year?
        was {y} a leap year or not
        leap year {y}?
        check whether {y} is a leap year
        is there a 29 February in {y}?
        did the year {y} have 366 days
        I was told {y} is a leap year. Is it?
        {y}: leap or not?
        does {y} have 366 days?""",
            "Does February have 29 days in {y}?",
            y=y,
        )
        return Task(
            text=text,
            code=f"import calendar\ncalendar.isleap({y})",
            finals=["{v}"],
            when_true=f"Yes, {y} is a leap year.",
            when_false=f"No, {y} is not a leap year.",
            topic=f"whether {y} is a leap year",
        )
    m = d.rng.randint(1, 12)
    name = d.written(datetime.date(y, m, 1)).value.strftime("%B")
    text = d.ask(
        """How many days does {m} {y} have?
        days in {m} {y}
        how long is {m} {y} in days
        number of days in {m} {y}
        {m} {y}, how many days
        I rent for all of {m} {y}. How many days is that?
        how many days are in {m} {y}
        length of {m} {y}""",
        "{m} {y}: how many days long?",
        m=name,
        y=y,
    )
    return Task(
        text=text,
        code=f"import calendar\ncalendar.monthrange({y}, {m})[1]",
        finals=[f"{name} {y} has {{v}} days."],
        topic=f"the days in {name} {y}",
    )


def clock(d: Draw) -> Task:
    """A start plus a duration, or the time between two clock times."""
    h, m, dh, dm = (
        d.int(5, 16),
        d.rng.choice((0, 5, 10, 15, 20, 30, 40, 45, 50, d.int(1, 59))),
        d.int(1, 7),
        d.rng.choice((5, 10, 15, 20, 25, 30, 40, 45, 50, 55)),
    )
    thing = d.of(("meeting", "train", "film", "shift", "flight", "class"), ("ferry", "play", "hike"))
    if d.rng.random() < 0.5:
        text = d.ask(
            """The {t} starts at {h}:{m:02d} and takes {dh} h {dm} min. When does it end?
            {h}:{m:02d} plus {dh} hours {dm} minutes
            what time is it {dh} hours and {dm} minutes after {h}:{m:02d}?
            A {t} leaves at {h}:{m:02d} and lasts {dh} hours {dm} minutes, arrival time?
        {h}:{m:02d} + {dh}h{dm:02d}
        {h}:{m:02d} + {dh}:{dm:02d}
        {h}:{m:02d} plus {dh}h {dm}min
        add {dh} h {dm} min to {h}:{m:02d}
        It is {h}:{m:02d} now and the {t} takes {dh} hours and {dm} minutes. When is it over?
        I start at {h}:{m:02d} and need {dh} hours {dm} minutes. When am I done?
        The roast goes in at {h}:{m:02d} and takes {dh} h {dm} min. When is it ready?
        We leave at {h}:{m:02d}, the drive is {dh} h {dm} min. When do we get there?
        when does a {t} that starts at {h}:{m:02d} end if it lasts {dh}h{dm:02d}
        what time is {dh} h {dm} min after {h}:{m:02d}""",
            """{t} from {h}:{m:02d}, {dh} h {dm} min long: over at?""",
            t=thing,
            h=h,
            m=m,
            dh=dh,
            dm=dm,
        )
        code = f't = {h} * 60 + {m} + {dh} * 60 + {dm}\nf"{{t // 60 % 24}}:{{t % 60:02d}}"'
        return Task(
            text=text, code=code, finals=["It ends at {v}.", "That is {v}."], topic=f"the time after {h}:{m:02d}"
        )
    h2, m2 = h + dh, dm
    text = d.ask(
        """How many minutes from {h}:{m:02d} to {h2}:{m2:02d}?
        minutes between {h}:{m:02d} and {h2}:{m2:02d}
        The {t} runs from {h}:{m:02d} to {h2}:{m2:02d}. How many minutes is that?
        {h}:{m:02d}-{h2}:{m2:02d}, minutes?
        {h}:{m:02d} to {h2}:{m2:02d} in minutes
        minutes from {h}:{m:02d} to {h2}:{m2:02d}
        My {t} was from {h}:{m:02d} to {h2}:{m2:02d}. How many minutes did it take?
        The {t} starts at {h}:{m:02d} and ends at {h2}:{m2:02d}. How long is it in minutes?
        how many minutes pass between {h}:{m:02d} and {h2}:{m2:02d}""",
        """{t}: {h}:{m:02d} until {h2}:{m2:02d}, length in minutes?""",
        t=thing,
        h=h,
        m=m,
        h2=h2,
        m2=m2,
    )
    return Task(
        text=text,
        code=f"{h2} * 60 + {m2} - ({h} * 60 + {m})",
        finals=["It is {v} minutes."],
        topic=f"the minutes from {h}:{m:02d}",
    )


def durations(d: Draw) -> Task:
    """Minutes as hours, or several durations added."""
    if d.rng.random() < 0.5:
        n = d.int(61, 2000)
        text = d.ask(
            """How many hours and minutes are {n} minutes?
        convert {n} minutes to hours and minutes
        {n} minutes in hours
        {n} min as hours and minutes
        how long is {n} minutes in hours and minutes
        The film lasts {n} minutes. How many hours and minutes is that?
        I slept {n} minutes, in hours and minutes please
        what is {n} min in h and min
        {n} min in h:mm""",
            "{n} minutes written as hours:minutes?",
            n=n,
        )
        return Task(
            text=text,
            code=f't = {n}\nf"{{t // 60}} h {{t % 60}} min"',
            finals=[f"{n} minutes are {{v}}."],
            topic=f"{n} minutes in hours",
        )
    parts = [(d.int(0, 5), d.int(1, 59)) for _ in range(d.int(2, 4))]
    listed = ", ".join(f"{h}:{m:02d}" for h, m in parts)
    text = d.ask(
        """Add the times {l}
        total of {l} (hours:minutes)
        {l} added up as hours:minutes
        add these hours: {l}
        My shifts were {l} long. What is the total time?
        add up {l} (h:mm)
        how much time is {l} together
        sum of the times {l}
        I worked {l}. Total time?""",
        "Sum these durations: {l}",
        l=listed,
    )
    code = f'm = {" + ".join(f"{h} * 60 + {m}" for h, m in parts)}\nf"{{m // 60}}:{{m % 60:02d}}"'
    return Task(text=text, code=code, finals=["The total is {v}."], topic="a total of durations")


def zone(d: Draw) -> Task:
    """A clock time moved by fixed hours or between two UTC offsets."""
    h, m, city = d.int(0, 23), d.rng.choice((0, 15, 30, 45, 10)), d.of(_CITIES, _OTHER_CITIES)
    if d.rng.random() < 0.5:
        n, ahead = d.int(1, 11), d.rng.random() < 0.5
        side = "ahead" if ahead else "behind"
        text = d.ask(
            """{c} is {n} hours {s}. What time is it there when it is {h}:{m:02d} here?
            It's {h}:{m:02d} here and {c} is {n} h {s}, what time is it in {c}?
            {h}:{m:02d} my time, {c} is {n} hours {s}: local time there?
        {h}:{m:02d} here, {c} {n} h {s}, time there?
        time in {c} at {h}:{m:02d} if it is {n} hours {s}
        {c} is {n} hours {s} of us. We call at {h}:{m:02d}. What time is it there?
        My friend in {c} is {n} hours {s}. It is {h}:{m:02d} for me, and for her?
        what's the time in {c}, {n} hours {s}, when we have {h}:{m:02d}""",
            """Clock in {c} ({n} hours {s} of me) when mine says {h}:{m:02d}?""",
            c=city,
            n=n,
            s=side,
            h=h,
            m=m,
        )
        return Task(
            text=text,
            code=f'f"{{({h} {"+" if ahead else "-"} {n}) % 24}}:{m:02d}"',
            finals=[f"It is {{v}} in {city}."],
            topic=f"the time in {city}",
        )
    a, b = d.rng.sample(range(-9, 12), 2)
    text = d.ask(
        """Convert {h}:{m:02d} from UTC{a:+d} to UTC{b:+d}
        what is {h}:{m:02d} UTC{a:+d} in UTC{b:+d}?
        {h}:{m:02d} at UTC{a:+d}, time at UTC{b:+d}?
        {h}:{m:02d} UTC{a:+d} to UTC{b:+d}
        meeting at {h}:{m:02d} UTC{a:+d}, what time is that in UTC{b:+d}?
        I am in UTC{b:+d}. When is {h}:{m:02d} UTC{a:+d} for me?
        change {h}:{m:02d} from UTC{a:+d} to UTC{b:+d}""",
        "A call at {h}:{m:02d} UTC{a:+d} is when in UTC{b:+d}?",
        h=h,
        m=m,
        a=a,
        b=b,
    )
    return Task(
        text=text,
        code=f'f"{{({h} - {f"({a})" if a < 0 else a} + {f"({b})" if b < 0 else b}) % 24}}:{m:02d}"',
        finals=[f"It is {{v}} at UTC{b:+d}."],
        topic=f"a time in UTC{b:+d}",
    )


FAMILIES: tuple[tuple[Family, int], ...] = (
    (between, 5), (weekday, 4), (shifted, 4), (months, 2), (until, 3), (from_today, 3), (age, 3), (calendar_fact, 2),
    (clock, 3), (durations, 2), (zone, 2),
)  # fmt: skip
