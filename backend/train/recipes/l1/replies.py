"""Requests that L1 answers without a cell: something is missing, or a tool for it does not exist yet.

Covers: one short question back, an honest "I cannot yet". Does not cover: tasks with enough data (the family modules).
"""

from __future__ import annotations

from collections.abc import Iterator

from backend.mol.summary import SUMMARY_REQUEST
from backend.train.recipes.l1.dialogue import Record, message, opening, record
from backend.train.recipes.l1.task import Draw, Task

_MISSING = (
    ("How much tip should I leave at {p}%?", "How much is the bill?"),
    ("What's {p}% tip on my bill?", "How much is the bill?"),
    ("Split the bill between {k} friends", "What is the total of the bill?"),
    ("How much does each of us pay? We are {k}.", "What is the total to share?"),
    ("What is {p}% of it?", "Which number should I take {p}% of?"),
    ("Add {p}% VAT to the price", "What is the price before VAT?"),
    ("What will the jacket cost with {p}% off?", "What is its price before the discount?"),
    ("How old am I?", "When were you born?"),
    ("How many days until my exam?", "On which date is your exam?"),
    ("how long until the wedding", "On which date is the wedding?"),
    ("How many days between the two dates?", "Which two dates do you mean?"),
    ("Which weekday was I born on?", "What is your date of birth?"),
    ("What's the average of my scores?", "Which scores should I average?"),
    ("sum these numbers", "Which numbers should I add?"),
    ("Sort my list", "Which items are on the list?"),
    ("What is the median?", "Of which numbers?"),
    ("Convert {n} to miles", "{n} of which unit?"),
    ("Convert my savings to dollars", "How much are they, and at what rate?"),
    ("{n} euros in yen?", "At what exchange rate?"),
    ("How much is {n} dollars in pounds today?", "I cannot look up rates. Which rate should I use?"),
    ("What did I grow my revenue by?", "What was the revenue before and after?"),
    ("How much interest will I get in {k} years?", "On what amount, and at what yearly rate?"),
    ("Compound interest on {n}, please", "At what yearly rate and for how many years?"),
    ("total the sales column", "Please paste the table. Which rows does it have?"),
    ("Who has the highest score in the table?", "Please paste the table."),
    ("What time does the meeting end if it takes {k} hours?", "When does it start?"),
    ("What time is it in my sister's city?", "How many hours ahead or behind is it?"),
    ("How many words does my essay have?", "Please paste the essay."),
    ("What do I earn for {k} hours?", "What is your hourly rate?"),
    ("How much fuel money for {n} km?", "What are the consumption and the price per litre?"),
)
_OTHER_MISSING = (
    ("Work out the gratuity, {p} per cent", "How much is the bill?"),
    ("What does everyone owe?", "What is the total, and how many people share it?"),
    ("how long till my birthday", "On which date is your birthday?"),
    ("Mean of the readings, please", "Which readings should I average?"),
    ("What's the area of my room?", "How long and how wide is it?"),
    ("{n} crowns to francs", "At what exchange rate?"),
)

_DEEDS = (
    "call {w}",
    "pay the rent",
    "water the plants",
    "buy {f}",
    "send the invoice",
    "book a table",
    "take the pills",
    "pick up {w}",
    "renew the passport",
    "empty the bins",
)
_OTHER_DEEDS = ("feed the cat", "return the keys", "ring {w}", "order {f}")
_WHEN = ("tomorrow", "at {k} pm", "on Friday", "next week", "tonight", "in {k} hours", "every Monday", "on the {k}th")
_OTHER_WHEN = ("this evening", "on Sunday", "in {k} days")
_CANNOT = (
    ("Remind me to {d} {t}", "I cannot set reminders yet, so please note it elsewhere: {d} {t}."),
    ("remind me {t} to {d}", "I cannot set reminders yet, so please note it elsewhere: {d} {t}."),
    ("Set a reminder: {d} {t}", "I cannot set reminders yet, so please note it elsewhere: {d} {t}."),
    ("Don't let me forget to {d} {t}", "I cannot set reminders yet, so please note it elsewhere: {d} {t}."),
    ("Put '{d}' in my calendar {t}", "I have no calendar yet. Please add it yourself: {d} {t}."),
    ("Add to my notes: {d}", "I cannot keep notes yet. In this conversation it stays readable: {d}."),
    ("Note that I must {d} {t}", "I cannot keep notes yet. In this conversation it stays readable: {d} {t}."),
    (
        "Remember that I like {f}",
        "I have no memory beyond this conversation yet, but here I will use that you like {f}.",
    ),
    (
        "Save this for later: {w} likes {f}",
        "I have no memory beyond this conversation yet. Here it is known: {w} likes {f}.",
    ),
    ("Set a timer for {k} minutes", "I cannot set timers yet. Please use your clock for {k} minutes."),
    ("Wake me {t}", "I cannot set alarms yet. Please use your clock."),
    ("Send {w} an email about {f}", "I cannot send messages. I can help you with what to write."),
    ("What's the weather {t}?", "I work offline and cannot look up the weather."),
    ("Look up the price of {f}", "I work offline and cannot look up prices."),
    ("What did I ask you last week?", "I only see this conversation, so I cannot say."),
    ("Read my file report.csv", "I cannot open files yet. Please paste the part that matters."),
)
_OTHER_CANNOT = (
    ("I should {d} {t}, please remind me", "I cannot set reminders yet, so please note it elsewhere: {d} {t}."),
    ("Nudge me {t}: {d}", "I cannot set reminders yet, so please note it elsewhere: {d} {t}."),
    (
        "Write down that {w} prefers {f}",
        "I cannot keep notes yet. In this conversation it stays readable: {w} prefers {f}.",
    ),
    ("Message {w} about {f}", "I cannot send messages. I can help you with what to write."),
)
_PEOPLE = ("Anna", "mum", "the dentist", "Tom", "Priya", "the bank", "my boss", "Luis")
_OTHER_PEOPLE = ("Greta", "grandpa", "the plumber")
_GOODS = ("milk", "green tea", "new shoes", "jazz", "flour", "the tickets", "oranges", "spicy food", "printer ink")
_OTHER_GOODS = ("honey", "a lamp", "salt", "blue ink")


def unanswered(d: Draw, count: int) -> Iterator[Record]:
    """`count` requests without a cell, a quarter of them with a summary after."""
    for index in range(count):
        text, reply = _request(d, asking=index % 2 == 0)
        messages = opening(d, Task(text=text, code="", finals=(), topic=""))
        yield record(messages, reply, "ask" if index % 2 == 0 else "honest")
        if index % 8 == 0:
            said = f"Asked back: {reply}" if index % 2 == 0 else reply
            view = [*messages, message("assistant", reply), message("user", SUMMARY_REQUEST.content)]
            yield record(view, said, "summary")


def _request(d: Draw, asking: bool) -> tuple[str, str]:
    slots = {
        "p": d.int(3, 40),
        "k": d.int(2, 12),
        "n": d.int(20, 5000),
        "w": d.of(_PEOPLE, _OTHER_PEOPLE),
        "f": d.of(_GOODS, _OTHER_GOODS),
    }
    if asking:
        text, reply = d.of(_MISSING, _OTHER_MISSING)
    else:
        text, reply = d.of(_CANNOT, _OTHER_CANNOT)
        slots["d"] = d.of(_DEEDS, _OTHER_DEEDS).format(**slots)
        slots["t"] = d.of(_WHEN, _OTHER_WHEN).format(**slots)
    return text.format(**slots), reply.format(**slots)
