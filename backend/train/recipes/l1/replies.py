# ruff: noqa: E501 (wordings are data: one a line)
"""Requests that L1 answers without a cell: something is missing, or a tool for it does not exist yet.

Covers: one short question back, an honest "I cannot yet". Does not cover: tasks with enough data (the family modules).
"""

from __future__ import annotations

from collections.abc import Iterator

from backend.mol.summary import SUMMARY_REQUEST
from backend.train.recipes.l1.dialogue import Record, message, opening, record
from backend.train.recipes.l1.task import Draw, Task

_Pairs = tuple[tuple[str, str], ...]


def _pairs(replies: dict[str, str]) -> _Pairs:
    """Each wording (one a line) with its reply."""
    return tuple((line.strip(), reply) for reply, lines in replies.items() for line in lines.strip().splitlines())


_MISSING = _pairs(
    {
        "How much is the bill?": """How much tip should I leave at {p}%?
        What's {p}% tip on my bill?
        {p}% tip
        what do I tip at {p} percent
        tip for the waiter, {p}%
        Add a {p}% tip to the bill
        how much is the tip if I give {p}%""",
        "What is the total of the bill?": """Split the bill between {k} friends
        split the bill {k} ways
        We are {k} people at dinner, how much does each pay?
        divide the bill among {k} of us
        what does each of the {k} of us owe for dinner""",
        "What is the total to share?": """How much does each of us pay? We are {k}.
        share the costs between {k} people
        {k} of us share the costs, how much each?
        split it between {k} people
        split it {k} ways""",
        "Which number should I take {p}% of?": """What is {p}% of it?
        {p}% of that number
        take {p}% please
        how much is {p} percent
        Calculate {p}%""",
        "What is the price before VAT?": """Add {p}% VAT to the price
        {p}% VAT on top, please
        what does it cost with {p}% VAT?
        price including {p}% VAT""",
        "What is its price before the discount?": """What will the jacket cost with {p}% off?
        The shoes are {p}% off, what do I pay?
        {p}% off the phone, new price?
        how much is the sofa after a {p}% discount
        price of the bike at {p}% off""",
        "When were you born?": """How old am I?
        what's my age
        calculate my age
        how old will I be next year
        my age in days please""",
        "On which date is {y}?": """How many days until {e}?
        how long until {e}
        days until {e}
        {e} is coming up, how many days are left?
        countdown to {e}
        how many weeks till {e}
        When is {e}, in days from now?""",
        "Which two dates do you mean?": """How many days between the two dates?
        days between those dates
        how long is it between the dates?
        count the days between them""",
        "What is your date of birth?": """Which weekday was I born on?
        what day of the week was I born
        was I born on a Sunday?""",
        "Which date do you mean?": """What weekday is that date?
        which day of the week is it on that date
        {k} days after that date
        what date is {k} weeks before it?
        is that day a weekend""",
        "Which scores should I average?": """What's the average of my scores?
        average my scores
        mean of the test scores please
        What is my average score?
        calculate my grade average""",
        "Which numbers should I add?": """sum these numbers
        add them up
        Add up my numbers
        what's the total of the numbers
        total, please""",
        "Which items are on the list?": """Sort my list
        sort the list alphabetically
        put my list in order
        How many items are on my list?
        remove duplicates from my list
        pick one from my list""",
        "Of which numbers?": """What is the median?
        median please
        what's the largest one
        standard deviation?
        find the maximum
        what is the range?""",
        "Which unit are the {n} in?": """Convert {n} to miles
        {n} to km
        {n} in kilograms please
        What is {n} in feet?
        convert {n} into litres""",
        "How much are they, and at what rate?": """Convert my savings to dollars
        what are my savings worth in euros
        change my money into pounds""",
        "At what exchange rate?": """{n} euros in yen?
        Convert {n} dollars to euros
        {n} pounds to dollars
        what are {n} rupees in euros
        how much is {n} CHF in dollars?
        {n} pesos in euros please""",
        "I cannot look up rates. Which rate should I use?": """How much is {n} dollars in pounds today?
        {n} euros in dollars at today's rate
        what do {n} yen make in euros right now?
        current value of {n} pounds in francs""",
        "What was it before, and what is it now?": """What did I grow my revenue by?
        By how many percent did my rent go up?
        percent change of my salary?
        how much did the price rise in percent
        what is the percentage increase""",
        "On what amount, and at what yearly rate?": """How much interest will I get in {k} years?
        what interest do I earn in {k} years
        interest after {k} years?
        How much will my savings grow in {k} years?""",
        "At what yearly rate and for how many years?": """Compound interest on {n}, please
        what does {n} grow to
        invest {n}, what do I end up with?
        interest on {n}""",
        "Please paste the table. Which rows does it have?": """total the sales column
        sum up the second column
        average of the price column
        group my table by month
        filter the table""",
        "Please paste the table.": """Who has the highest score in the table?
        Which row has the lowest price?
        sort the table by amount
        what is the best month in my table""",
        "When does it start?": """What time does the meeting end if it takes {k} hours?
        The film lasts {k} hours, when does it end?
        when is it over if it takes {k} hours
        it lasts {k} hours, end time?""",
        "When do you have to be there?": """When do I have to leave if the trip takes {k} hours?
        the drive takes {k} hours, when should I set off
        what time do I leave for a {k} hour drive?""",
        "How many hours ahead or behind is it?": """What time is it in my sister's city?
        what's the time over there
        what time is it for my colleague abroad?""",
        "Please paste the essay.": """How many words does my essay have?
        count the words in my essay
        is my essay longer than {n} words?
        longest word in my essay""",
        "Please paste the text.": """How many letters are in the text?
        count the words
        word count please
        reverse my text
        how many vowels does it have
        what is the longest word in my text""",
        "Which word?": """How many letters does the word have?
        Is the word a palindrome?
        spell the word backwards
        how often does e appear in that word""",
        "What is your hourly rate?": """What do I earn for {k} hours?
        I worked {k} hours, what do I get?
        pay for {k} hours
        how much for {k} hours of work""",
        "What are the consumption and the price per litre?": """How much fuel money for {n} km?
        fuel cost for {n} km
        what does the petrol for {n} km cost?
        gas money for a {n} km trip""",
        "How far is it, and how fast do you go?": """How long will the drive take?
        how many hours is the trip
        when do we arrive if we leave at {k}?""",
        "How much time did it take?": """I ran {k} km, how fast was I?
        average speed for {n} km
        what was my speed over {n} km?""",
        "What are its length and width?": """What's the area of my garden?
        area of the table
        how much carpet does my bedroom need?
        how many square metres is the kitchen""",
        "What is its radius?": """area of a circle
        How big is my round table?
        volume of the ball
        circumference of the wheel""",
        "How many grams does the recipe take, and for how many people?": """Scale the flour for {k} people
        how much rice do {k} people need
        adjust the recipe to {k} servings""",
        "Which number do you mean?": """Is it prime?
        what is the square root
        is that number divisible by {k}?
        convert the number to binary
        factors of the number?
        round it to {k} decimals""",
        "Between which options?": """Pick one at random
        choose for me
        which one should I take? pick randomly
        draw a winner""",
    }
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
    "charge the phone",
    "wash the car",
    "ask {w} about {f}",
    "print the form",
    "back up the laptop",
    "defrost the soup",
    "reply to {w}",
    "pack for the trip",
)
_OTHER_DEEDS = ("feed the cat", "return the keys", "ring {w}", "order {f}")
_WHEN = ("tomorrow", "at {k} pm", "on Friday", "next week", "tonight", "in {k} hours", "every Monday", "on the {k}th",
    "on Tuesday", "in {k} minutes", "at {k} am", "next month", "tomorrow morning", "after lunch", "every day")  # fmt: skip
_OTHER_WHEN = ("this evening", "on Sunday", "in {k} days")
_REMIND = "I cannot set reminders yet, so please note it elsewhere: {d} {t}."
_CALENDAR = "I have no calendar yet. Please add it yourself: {d} {t}."
_CANNOT = _pairs(
    {
        _REMIND: """Remind me to {d} {t}
        remind me {t} to {d}
        Set a reminder: {d} {t}
        Don't let me forget to {d} {t}
        set a reminder to {d} {t}
        Can you remind me to {d} {t}?
        reminder {t}: {d}
        I need a reminder to {d} {t}
        please remind me to {d} {t}
        {t} I have to {d}, remind me
        make sure I {d} {t}""",
        _CALENDAR: """Put '{d}' in my calendar {t}
        add '{d}' to my calendar {t}
        calendar entry {t}: {d}
        schedule '{d}' {t}
        Create an event {t}: {d}
        block time {t} to {d}""",
        "I have no calendar yet, so I cannot see your plans.": """What's on my calendar {t}?
        am I free {t}
        what do I have planned {t}?
        do I have a meeting {t}
        when is my next appointment?
        show my schedule""",
        "I cannot keep notes yet. In this conversation it stays readable: {d}.": """Add to my notes: {d}
        note: {d}
        put '{d}' on my to-do list
        add '{d}' to my list
        Take a note: {d}
        new to-do: {d}""",
        "I cannot keep notes yet. In this conversation it stays readable: {d} {t}.": """Note that I must {d} {t}
        write down: {d} {t}
        take a note that I have to {d} {t}
        jot down that I {d} {t}
        to-do {t}: {d}""",
        "I have no memory beyond this conversation yet, but here I will use that you like {f}.": """Remember that I like {f}
        remember I like {f}
        keep in mind that I like {f}
        never forget that I like {f}
        I like {f}, remember that for next time""",
        "I have no memory beyond this conversation yet. Here it is known: {w} likes {f}.": """Save this for later: {w} likes {f}
        remember that {w} likes {f}
        remember: {w} likes {f}
        don't forget that {w} likes {f}
        store that {w} likes {f}""",
        "I cannot set timers yet. Please use your clock for {k} minutes.": """Set a timer for {k} minutes
        timer {k} minutes
        start a {k} minute timer
        {k} minute timer please
        tell me when {k} minutes are over
        count down {k} minutes""",
        "I cannot set alarms yet. Please use your clock.": """Wake me {t}
        set an alarm {t}
        alarm {t} please
        Can you wake me up {t}?
        set my alarm for {k} am""",
        "I cannot send messages. I can help you with what to write.": """Send {w} an email about {f}
        email {w} about {f}
        text {w} that I bought {f}
        write to {w} and ask for {f}
        send a message to {w} about {f}
        mail {w} the list with {f}
        tell {w} that we need {f}
        reply to {w} about {f}""",
        "I cannot make calls. Please call {w} yourself.": """Call {w}
        call {w} for me
        phone {w} {t}
        Can you give {w} a call?
        dial {w}""",
        "I work offline and cannot look up the weather.": """What's the weather {t}?
        will it rain {t}
        weather forecast {t}
        how warm will it be {t}?
        do I need an umbrella {t}
        is it sunny outside""",
        "I work offline and cannot look up prices.": """Look up the price of {f}
        what does {f} cost right now
        find the cheapest {f}
        how much is {f} online?
        current price of {f}
        where is {f} on sale""",
        "I work offline and cannot look up the news.": """What's in the news?
        latest news please
        news about {f}
        who won the match yesterday?
        what happened in the world today
        who is leading in the election""",
        "I work offline and cannot search the web.": """Search the web for {f}
        google {f}
        look up {f} online
        find a website about {f}
        open the page about {f}
        look it up on the internet""",
        "I work offline and cannot see markets.": """What is the stock price right now?
        how is the dollar today
        bitcoin price?
        what's the current exchange rate
        are the markets up today?""",
        "I work offline and cannot order or book anything.": """Order {f} for me
        buy {f} online
        book a flight {t}
        reserve a table for {k} {t}
        get me a taxi {t}
        pay my bill online""",
        "I only see this conversation, so I cannot say.": """What did I ask you last week?
        what did we talk about yesterday
        what was my last question in the other chat?
        what do you know about me from before?
        which number did I tell you last month""",
        "I cannot open files yet. Please paste the part that matters.": """Read my file report.csv
        open budget.xlsx
        what is in notes.txt?
        sum the numbers in data.csv
        read the attached file
        summarise my pdf
        load the spreadsheet on my desktop""",
        "I cannot see pictures. Please describe it in words.": """What is in this photo?
        look at my screenshot
        read the text in the image
        who is in this picture?
        describe the photo I took {t}""",
        "I cannot play anything. Please use your player.": """Play some music
        play {f}
        put on a song
        start my playlist
        play a podcast about {f}""",
        "I cannot control devices. Please do it by hand.": """Turn on the lights
        switch off the heating {t}
        lock the door
        make the room warmer
        turn down the volume
        start the washing machine {t}""",
        "I cannot know where you are.": """Where am I?
        what's my location
        what is the nearest station from here
        how far is {w} from me
        restaurants near me?""",
    }
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
_DATES_TO_COME = (
    ("my exam", "your exam"), ("the wedding", "the wedding"), ("my holiday", "your holiday"), ("the concert", "the concert"),
    ("my flight", "your flight"), ("our trip", "your trip"), ("the deadline", "the deadline"), ("my appointment", "your appointment"),
    ("the party", "the party"), ("my interview", "your interview"),
)  # fmt: skip
_OTHER_DATES_TO_COME = (("my birthday", "your birthday"), ("the marathon", "the marathon"))
_PEOPLE = (
    "Anna",
    "mum",
    "the dentist",
    "Tom",
    "Priya",
    "the bank",
    "my boss",
    "Luis",
    "Sam",
    "dad",
    "the landlord",
    "Marta",
    "the vet",
)
_OTHER_PEOPLE = ("Greta", "grandpa", "the plumber")
_GOODS = ("milk", "green tea", "new shoes", "jazz", "flour", "the tickets", "oranges", "spicy food", "printer ink",
    "dark chocolate", "running", "cheese", "old films", "batteries", "tulips", "rye bread")  # fmt: skip
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
    slots: dict[str, object] = {
        "p": d.int(3, 40),
        "k": d.int(2, 12),
        "n": d.int(20, 5000),
        "w": d.of(_PEOPLE, _OTHER_PEOPLE),
        "f": d.of(_GOODS, _OTHER_GOODS),
    }
    slots["e"], slots["y"] = d.of(_DATES_TO_COME, _OTHER_DATES_TO_COME)
    if asking:
        text, reply = d.of(_MISSING, _OTHER_MISSING)
    else:
        text, reply = d.of(_CANNOT, _OTHER_CANNOT)
        slots["d"] = d.of(_DEEDS, _OTHER_DEEDS).format(**slots)
        slots["t"] = d.of(_WHEN, _OTHER_WHEN).format(**slots)
    return text.format(**slots), reply.format(**slots)
