"""Requests that leave the content open, with the fields one would expect.

Covers: well-known cards as a table, and defaults by kind for any domain.
Does not cover: requests that name their fields (requests.py).
"""

import random
from collections.abc import Mapping
from typing import cast, get_args

from backend.train.recipes.l3 import pieces
from backend.train.recipes.l3.pieces import Card, Piece, cap
from backend.train.recipes.l3.requests import spoken
from backend.train.recipes.l3.vocabulary import WORDS, FieldKind, FieldWord, Options, Split

# request | title | action | elements: `Label:kind`, `Label=option,option`, `Label~min-max` (slider), `Label?` (switch)
KNOWN: Mapping[Split, str] = {
    "train": """
a mood tracker / how was my day / track my mood | Mood tracker | Save | Mood=Great,Okay,Bad; Notes:area
a habit tracker / help me build a habit | Habit tracker | Save | Habit:text; Done today:check
a water tracker / did I drink enough | Water tracker | Save | Glasses of water:number
an expense tracker / log what I spend | Expense tracker | Add | Item:text; Amount:number; Date:date
a workout log / log my training | Workout log | Save | Exercise:text; Repetitions:number; Weight:number
a reading log / note the books I read | Reading log | Add | Book title:text; Author:text; Pages read:number
a sleep diary / log my sleep | Sleep diary | Save | Bedtime:time; Wake-up time:time; Quality~1-5
a to-do list / my tasks | To-do list | Add | Task:text; Due date:date; Priority=Low,Normal,High
a tip calculator / split the bill | Tip calculator | Calculate | Bill:number; Tip percent:number; People:number
a loan calculator | Loan calculator | Calculate | Loan amount:number; Interest rate:number; Years:number
a BMI calculator | BMI calculator | Calculate | Height:number; Weight:number
a unit converter / convert units | Unit converter | Convert | Value:number; From:text; To:text
an invitation reply / RSVP card | Invitation reply | Reply | Name:text; Coming=Yes,No,Maybe; Number of guests:number
a contact form / let people write to me | Contact form | Send | Name:text; Email:email; Message:area
a login form | Login | Log in | Email:email; Password:password
a newsletter sign-up | Newsletter sign-up | Sign up | Email:email
an address form / where should I ship it | Address | Save | Street:text; City:text; Postcode:text; Country:text
a job application | Job application | Apply | Name:text; Email:email; Portfolio link:url; Message:area
a bug report form / report a problem | Bug report | Send | Title:text; What happened:area; Priority=Low,Normal,High
a profile editor / edit my profile | Profile | Save | Name:text; Email:email; Bio:area
a date picker / pick a day | Pick a date | Choose | Date:date
a time picker | Pick a time | Choose | Time:time
a volume control / a volume slider | Volume | Save | Volume~0-100
a colour picker | Pick a colour | Choose | Colour=Red,Green,Blue,Yellow
a yes or no question | Your answer | Send | Answer=Yes,No
a meal planner / plan my meals | Meal planner | Save | Breakfast:text; Lunch:text; Dinner:text
a study planner | Study planner | Add | Subject:text; Date:date; Hours:number
a shopping list | Shopping list | Add | Item:text; Quantity:number
a trip planner / plan a trip | Trip planner | Plan | Destination:text; Start date:date; End date:date; Budget:number
a hotel search / find a hotel | Hotel search | Search | City:text; Arrival date:date; Departure date:date; Guests:number
a flight search | Flight search | Search | From:text; To:text; Date:date; Class=Economy,Business
a search box | Search | Search | Search:search
a reminder form / set a reminder | Reminder | Save | Title:text; Date:date; Time:time
a notification panel / notification settings | Notifications | Save | Email alerts?; Push messages?; Sound?
an appearance panel / theme settings | Appearance | Save | Theme=Light,Dark,System; Large text?
a thermostat | Thermostat | Set | Temperature~10-30; Heating?
a pizza order / order a pizza | Pizza order | Order | Size=Small,Medium,Large; Topping=Cheese,Mushroom,Ham; Address:text
a timer | Timer | Start | Minutes:number
a star rating / rate my answer | Rating | Send | Rating~1-5; Comments:area
a guest book | Guest book | Sign | Name:text; Message:area
""",
    "held_out": """
a pain diary | Pain diary | Save | Pain~1-10; Notes:area
a fuel calculator | Fuel calculator | Calculate | Distance:number; Fuel used:number; Price:number
a lost and found form | Lost and found | Send | Item:text; Location:text; Date:date
a lamp control | Lamp | Save | Brightness~0-100; Night light?
""",
}
ASKING: Mapping[str, tuple[str, str]] = {
    "booking": ("Book", "Name:text; Email:email; Date:date; Time:time"),
    "sign-up": ("Sign up", "Name:text; Email:email"),
    "registration": ("Register", "Name:text; Email:email; Phone:tel"),
    "order": ("Order", "Name:text; Item:text; Quantity:number"),
    "feedback": ("Send", "Rating~1-5; Comments:area"),
    "survey": ("Send", "Satisfaction=Happy,Neutral,Unhappy; Comments:area"),
    "tracker": ("Save", "Date:date; Amount:number; Notes:area"),
    "planner": ("Save", "Title:text; Date:date; Notes:area"),
    "form": ("Send", "Name:text; Email:email; Message:area"),
    "log": ("Add", "Date:date; Notes:area"),
}
SHOWING = ("comparison", "dashboard", "checklist", "schedule")
ORDERS: Mapping[Split, tuple[str, ...]] = {
    "train": ("a {d} {n}", "make a {n} for the {d}", "{n} for the {d}", "a simple {n} about {d}", "I want a {d} {n}"),
    "held_out": ("build some {d} {n}", "a tiny {n} for our {d}"),
}


def open_request(rng: random.Random, split: Split) -> Card:
    """A request that leaves the content open, with a card of the usual fields."""
    if rng.random() < 0.45:
        requests, title, action, elements = map(str.strip, rng.choice(KNOWN[split].strip().splitlines()).split("|"))
        request = rng.choice(requests.split(" / "))
        return _asking(spoken(rng, request), title, action, elements)
    noun, subject = rng.choice([*ASKING, *SHOWING]), rng.choice(WORDS[split].domains)
    if noun == "comparison":
        first, second = rng.sample(WORDS[split].things, 2)
        request = rng.choice(("something to compare {} and {}", "compare {} with {}", "{} or {}?")).format(
            first, second
        )
        rows = [[row, pieces.UNKNOWN, pieces.UNKNOWN] for row in ("Price", "Quality", "Pros", "Cons")]
        table = pieces.table(["", cap(first), cap(second)], rows)
        return Card("open", spoken(rng, request), "Comparison", (table,), "Here is the comparison.")
    request, title = spoken(rng, rng.choice(ORDERS[split]).format(d=subject, n=noun)), cap(f"{subject} {noun}")
    if noun in ASKING:
        return _asking(request, title, *ASKING[noun])
    return Card("open", request, title, (_shown(noun),), pieces.announced(title))


def _shown(noun: str) -> Piece:
    if noun == "dashboard":
        return pieces.stats([(name, pieces.UNKNOWN) for name in ("Today", "This week", "This month")])
    if noun == "checklist":
        return pieces.choice(Options("list", ("Prepare", "Do", "Check", "Clean up")), "check")
    return pieces.timeline([("9:00", "Start"), ("12:00", "Break"), ("17:00", "End")])


def _asking(request: str, title: str, action: str, elements: str) -> Card:
    shown = [_element(each.strip()) for each in elements.split(";")]
    return Card("open", request, title, (*shown, pieces.button(action)), pieces.announced(title))


def _element(text: str) -> Piece:
    if "=" in text:
        label, values = text.split("=")
        return pieces.choice(Options(label, tuple(values.split(","))))
    if "~" in text:
        label, bounds = text.split("~")
        low, high = bounds.split("-")
        return Piece("Slider", {"label": label, "min": int(low), "max": int(high)})
    if text.endswith("?"):
        return Piece("Switch", {"label": text[:-1]})
    label, kind = text.split(":")
    if kind in get_args(FieldKind):
        return pieces.control(FieldWord(label, cast(FieldKind, kind)))  # checked in the line above
    return Piece("Input", {"label": label, "type": kind})
