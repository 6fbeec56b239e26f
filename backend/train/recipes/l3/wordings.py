"""How people ask for a card: wordings by kind and split.

Covers: templates as text, one a line; a line may start with a noun and `|`, the noun then ends the title of the card.
Does not cover: what fills the slots (requests.py).
"""

from collections.abc import Mapping

from backend.train.recipes.l3.vocabulary import Split

TRAIN = """
[form]
booking | a booking form for the {d} with {list}
booking | let people book a {d}: {list}
booking | I need a page to book a {d}. Ask for {list}.
sign-up | sign-up form for the {d}, fields {list}
sign-up | make a sign-up sheet for our {d} with {list}
sign-up | people should sign up for the {d} here: {list}
registration | registration for the {d}: {list}
registration | build me a {d} registration form asking for {list}
order | order form for the {d} with {list}
order | customers of my {d} want to order, ask them {list}
request | {d} request form: {list}
application | an application form for the {d} that asks {list}
contact | contact form for my {d}, please include {list}
enquiry | something where clients of the {d} send an enquiry ({list})
form | I want to collect {list} for the {d}
form | a form with {list} for the {d}
form | we'd like to know {list} from everyone at the {d}
form | can you draw a small {d} form? it needs {list}
[bare_form]
form | a form with {list}
form | form: {list}
form | ask me for {list}
form | inputs for {list}
[survey]
survey | a survey about the {d}: rate {rates}, and a field for {area}
survey | {d} survey with ratings for {rates} plus {area}
feedback | feedback form for the {d}, stars for {rates} and room for {area}
feedback | ask visitors of the {d} for feedback on {rates}, then {area}
feedback | I'd like feedback about the {d}: {rates} from 1 to 5, and {area}
[quiz]
quiz | a quiz about {topic} with {n} questions
quiz | make a {topic} quiz, {n} questions
quiz | quiz me on {topic}
quiz | test my knowledge of {topic} with {n} questions
[dashboard]
dashboard | dashboard for the {d}: {stats}, and a {chart} chart of {measure}: {points}
dashboard | show {d} numbers on a dashboard ({stats}) with a {chart} chart of {measure}: {points}
dashboard | a {d} dashboard with {stats} and {measure} as a {chart} chart: {points}
dashboard | make a dashboard from this, {d}: {stats}. Below it a {chart} chart of {measure}: {points}
[stats]
overview | {d} overview: {stats}
overview | an overview card for the {d} with {stats}
numbers | show the numbers of the {d}: {stats}
[chart]
| a {chart} chart of {measure}: {points}
| draw {measure} as a {chart} chart: {points}
| {chart} chart, {measure} by day: {points}
| plot {measure}: {points} as a {chart} chart
| show {points} in a {chart} chart of {measure}
[tracker]
tracker | a {d} tracker with {list}
tracker | tracker for {d}: I log {list}
tracker | I want to track {d} every day, {list}
tracker | help me keep track of {d}: {list}
[compare]
comparison | compare {things} by {columns}
comparison | a comparison table of {things}: {columns}
comparison | {things} side by side, rows for {columns}
comparison | help me choose between {things}, look at {columns}
[pricing]
prices | pricing table for the {d}: {prices}
prices | show the prices of the {d}, {prices}
prices | a price list for our {d}: {prices}
[tabs]
plan | {d} plan in tabs: {tabs}
guide | a guide to the {d} with tabs {tabs}
plan | tabs for the {d}: {tabs}
[checklist]
checklist | a checklist for the {d}: {items}
checklist | {d} checklist with {items}
packing list | packing list for the {d}: {items}
shopping list | a shopping list with {items}
to-do list | to-do list I can tick off: {items}
[calculator]
calculator | a {d} calculator: {numbers}
calculator | calculator for {d} with {numbers}
calculator | let me enter {numbers} and work out the {d}
[settings]
settings | settings panel with {switches}
settings | a settings card: switches for {switches}
settings | {d} settings with {switches}
preferences | let me turn on or off {switches} in preferences
[progress]
progress | progress of the {d}: {progress}
progress | show how far the {d} is: {progress}
progress | progress bars for the {d}, {progress}
[timeline]
timeline | a timeline of the {d}: {steps}
timeline | {d} timeline with {steps}
timeline | show the {d} as a timeline: {steps}
[picker]
picker | a {option} picker with {choices}
picker | let me pick a {option}: {choices}
picker | choose one {option} from {choices}
[poll]
poll | poll: which {option}? {choices}
poll | a poll about the {option} with {choices}
poll | let the team vote on the {option}: {choices}
[contact]
contact | contact card for {person}: {facts}
contact | a card for {person} with {facts}
[menu]
menu | menu for the {d}: {prices}
menu | a menu with {prices} for our {d}
[schedule]
schedule | schedule for the {d}: {steps}
schedule | a schedule with {steps} for the {d}
agenda | agenda of the {d}: {steps}
[leaderboard]
leaderboard | leaderboard of the {d}: {scores}
leaderboard | a leaderboard with {scores} for the {d}
ranking | show a ranking for the {d}: {scores}
[faq]
questions | FAQ for the {d} with {n} questions
questions | frequent questions about the {d}, {n} of them, that fold open
[order_options]
order | order a {d}: choose {lists}
order | {d} order form where I choose {lists}
form | a {d} form with {lists}
booking | book a {d}, pick {lists}
"""

HELD_OUT = """
[form]
booking | could you set up a booking screen for a {d}? we need {list}
registration | visitors register for the {d} by giving {list}
application | to join the {d} one has to fill in {list}, give me an application form
order | put together an order sheet for the {d}: {list}
form | gather {list} about the {d}
[bare_form]
form | give me boxes to fill in {list}
[survey]
feedback | after the {d} we want feedback: score {rates}, then {area}
survey | a short survey on the {d} covering {rates}; finish with {area}
[quiz]
quiz | prepare {n} quiz questions on {topic}
[dashboard]
dashboard | {d} at a glance as a dashboard: {stats}; then a {chart} chart, {measure}, {points}
[stats]
overview | put these {d} figures into an overview: {stats}
[chart]
| turn {points} into a {chart} chart titled {measure}
| {measure} looks like this, {points}; as a {chart} chart please
[tracker]
tracker | every evening I write down {list} in my {d} tracker
[compare]
comparison | which is better, {things}? a comparison with {columns}
[pricing]
prices | list the {d} prices: {prices}
[tabs]
plan | split the {d} plan into tabs called {tabs}
[checklist]
checklist | what to bring to the {d} as a checklist: {items}
[calculator]
calculator | from {numbers} I want to get the {d}, so a calculator
[settings]
settings | switches for {switches} on a {d} settings page
[progress]
progress | {d} progress so far, {progress}
[timeline]
timeline | lay out the {d} on a timeline, {steps}
[picker]
picker | which {option}? give me a picker: {choices}
[poll]
poll | run a poll on {option}, answers {choices}
[contact]
contact | put {person} on a contact card, {facts}
[menu]
menu | write a menu card for the {d}, {prices}
[schedule]
schedule | day schedule of the {d}, {steps}
[leaderboard]
leaderboard | who leads the {d}? leaderboard: {scores}
[faq]
questions | {n} typical questions about the {d} with answers to unfold
[order_options]
order | for the {d} order people select {lists}
"""

EDITS: Mapping[Split, Mapping[str, tuple[str, ...]]] = {
    "train": {
        "add": (
            "add a {x} field",
            "also ask for {x}",
            "and a field for {x}",
            "please add {x}",
            "can it also have {x}?",
        ),
        "remove": ("remove {x}", "drop the {x} field", "take out {x}", "no {x} please"),
        "title": ("rename the title to {x}", "call it {x}", "the title should be {x}", "change the heading to {x}"),
        "action": ("the button should say {x}", "change the button to {x}", "rename the button to {x}"),
        "chart": (
            "make it a {x} chart",
            "as a {x} chart instead",
            "turn it into a {x} chart",
            "can I see a {x} chart?",
        ),
        "option": ("add {x} as an option", "also offer {x}", "{x} is missing, add it"),
        "item": ("add {x}", "also {x}", "put {x} on the list too"),
    },
    "held_out": {
        "add": ("one more thing, we need {x} as well", "there is no {x} yet, include it"),
        "remove": ("I don't want {x} in there", "leave out {x}"),
        "title": ("use {x} as heading",),
        "action": ("put {x} on the button",),
        "chart": ("I would rather see a {x} chart",),
        "option": ("people may want {x} too",),
        "item": ("I forgot {x}",),
    },
}


def _sections(text: str) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    rows: list[tuple[str, str]] = []
    for line in text.strip().splitlines():
        if line.startswith("["):
            rows = found.setdefault(line.strip("[]"), [])
        else:
            noun, template = line.split("|", 1)
            rows.append((noun.strip(), template.strip()))
    return found


WORDINGS: Mapping[Split, Mapping[str, list[tuple[str, str]]]] = {
    "train": _sections(TRAIN),
    "held_out": _sections(HELD_OUT),
}
