"""Words of the card recipe: domains, fields, measures, option lists, questions, by split.

Covers: tables only; the held-out words never occur in the training tables (a test holds this).
Does not cover: wordings (wordings.py) or how a card is built from the words (cards.py).
"""

from dataclasses import dataclass
from typing import Literal

Split = Literal["train", "held_out"]
FieldKind = Literal["text", "number", "email", "tel", "date", "time", "url", "area", "check"]


@dataclass(frozen=True, slots=True)
class FieldWord:
    """A field as a request names it, and the control it wants."""

    name: str
    kind: FieldKind


@dataclass(frozen=True, slots=True)
class Options:
    """A named list of options."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A quiz question; the first choice is the right one."""

    topic: str
    text: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """The tables of one split."""

    domains: tuple[str, ...]
    fields: tuple[FieldWord, ...]
    measures: tuple[str, ...]
    options: tuple[Options, ...]
    switches: tuple[str, ...]
    items: tuple[str, ...]
    things: tuple[str, ...]
    people: tuple[str, ...]
    events: tuple[str, ...]
    tasks: tuple[str, ...]
    questions: tuple[Question, ...]
    answers: tuple[tuple[str, str], ...]


def _list(text: str) -> tuple[str, ...]:
    return tuple(" ".join(part.split()) for part in text.split(",") if part.strip())


def _fields(text: str) -> tuple[FieldWord, ...]:
    found: list[FieldWord] = []
    for line in text.strip().splitlines():
        kind, names = line.split(":", 1)
        found += [FieldWord(name, kind.strip()) for name in _list(names)]  # type: ignore[arg-type]  # the table is ours
    return tuple(found)


def _options(text: str) -> tuple[Options, ...]:
    pairs = (line.split(":", 1) for line in text.strip().splitlines())
    return tuple(Options(name.strip(), _list(values)) for name, values in pairs)


def _questions(text: str) -> tuple[Question, ...]:
    found: list[Question] = []
    for line in text.strip().splitlines():
        topic, question, choices = line.split("|")
        found.append(Question(topic.strip(), question.strip(), _list(choices)))
    return tuple(found)


def _answers(text: str) -> tuple[tuple[str, str], ...]:
    pairs = (line.split("|", 1) for line in text.strip().splitlines())
    return tuple((question.strip(), answer.strip()) for question, answer in pairs)


TRAIN = Words(
    domains=_list(
        """
        haircut, dentist visit, yoga class, book club, guitar lesson, car repair, dog walking, piano recital,
        cooking workshop, wedding, birthday party, team lunch, ski trip, museum tour, flu shot, apartment
        viewing, photo shoot, garden help, school trip, swim meet, pottery course, language exchange, charity
        run, house cleaning, bike rental, boat trip, food drive, film night, job interview, conference room, gym
        membership, massage, eye test, pet grooming, piano tuning, moving day, camping weekend, chess club,
        choir, blood donation, summer camp, tax meeting, city marathon, theatre group, science fair, bakery,
        flower shop, coffee shop, pizza place, tea house, bookshop, record store, hardware store, farm stand,
        newsletter, podcast, blog, web shop, help desk, warehouse, delivery service, call centre, fitness plan,
        sleep, water intake, reading, savings, household budget, study plan, meditation, running, medication,
        mood, screen time, expenses, garden watering, language learning, homework, chores, office supplies,
        phone plans, laptops, electric cars, hotels, bank accounts, cameras, headphones, mattresses, vacuum
        cleaners, running shoes, insurance, streaming services, solar panels, kitchen renovation, product
        launch, bathroom repair, thesis, garden redesign, hiring round, novel, road trip
        """
    ),
    fields=_fields(
        """
text: name, first name, last name, full name, address, street, city, country, postcode, company, job title,
  school, course, subject, dog breed, pet name, shoe brand, car model, licence plate, team name, favourite
  colour, nickname, allergies, destination, room, seat, hotel, flight number, order number, recipe, ingredient,
  author, book title, song, artist, doctor, medicine, instructor, child name, parent name, department, manager,
  project, client, supplier, item, category, location, meeting place, language, skill, hobby, occasion, flavour,
  ticket code, coupon code, username, profession, material, neighbourhood
number: age, number of guests, shoe size, height, weight, price, amount, budget, quantity, distance, duration in
  minutes, number of nights, number of children, room count, mileage, temperature, heart rate, calories, hours
  slept, glasses of water, pages read, score, hourly rate, deposit, square metres, salary, loan amount, interest
  rate, number of seats, repetitions, tip percent, monthly rent, fuel used
email: email, email address, work email, contact email
tel: phone, phone number, mobile number, emergency contact number
date: date, birthday, start date, end date, arrival date, departure date, due date, preferred date, delivery
  date, date of birth
time: time, start time, end time, preferred time, pick-up time, bedtime, arrival time
url: website, portfolio link, video link
area: notes, comments, message, special requests, description, feedback, reason, bio, dietary needs, questions,
  delivery instructions
check: newsletter, gift wrap, first visit, parking needed, terms accepted, wheelchair access, express delivery,
  bring a friend, need a receipt
""".replace("\n  ", " ")
    ),
    measures=_list(
        """
        visitors, orders, revenue, new customers, open tickets, returns, steps, sleep hours, calories burned,
        weight, pages read, books finished, hours studied, water, rainfall, temperature, subscribers, downloads,
        page views, sales, profit, costs, refunds, stock level, deliveries, late parcels, calls answered,
        waiting time, donations, volunteers, attendance, goals scored, matches won, kilometres run, heart rate,
        spending, savings, rent, groceries, fuel, electricity use, gas use, words written, bugs fixed, sign-ups,
        cancellations, rating, screen hours
        """
    ),
    options=_options("""
size: Small, Medium, Large
t-shirt size: XS, S, M, L, XL
colour: Red, Green, Blue
drink: Tea, Coffee, Juice, Water
meal: Meat, Fish, Vegetarian
milk: Whole, Oat, Soy
crust: Thin, Thick, Stuffed
topping: Cheese, Mushroom, Olives, Ham
payment: Card, Cash, Transfer
delivery: Pick-up, Courier, Post
room type: Single, Double, Suite
level: Beginner, Intermediate, Advanced
priority: Low, Normal, High
status: Open, Waiting, Done
mood: Great, Okay, Bad
weather: Sunny, Cloudy, Rainy
transport: Bus, Train, Bike, Car
day: Monday, Wednesday, Friday
weekend day: Saturday, Sunday
time of day: Morning, Afternoon, Evening
language: English, Spanish, French
contact method: Email, Phone, Text
seat: Window, Aisle
class: Economy, Business, First
pet: Dog, Cat, Rabbit
age group: Under 18, 18 to 30, Over 30
membership: Monthly, Yearly
ticket: Adult, Child, Student
sauce: Ketchup, Mayo, Mustard
bread: White, Rye, Sourdough
spice level: Mild, Medium, Hot
frame: Wood, Metal, None
instrument: Piano, Guitar, Drums, Violin
sport: Football, Tennis, Swimming
season: Spring, Summer, Autumn, Winter
department: Sales, Support, Design
theme: Light, Dark, System
currency: Euro, Dollar, Pound
units: Metric, Imperial
font size: Small, Normal, Huge
rating: 1, 2, 3, 4, 5
satisfaction: Very happy, Neutral, Unhappy
answer: Yes, No, Maybe
snack: Nuts, Fruit, Chips
film genre: Comedy, Drama, Horror
table: Inside, Terrace, Bar
shift: Early, Late, Night
"""),
    switches=_list(
        """
        dark mode, notifications, email alerts, sound, vibration, auto save, location, weekly report, two-step
        login, public profile, read receipts, offline mode, data saver, spell check, auto play, subtitles, daily
        reminder, beta features, cookies, backup, sync, large text, push messages, night light, autocorrect
        """
    ),
    items=_list(
        """
        passport, tickets, phone charger, toothbrush, towel, sunscreen, water bottle, first aid kit, jacket,
        hiking boots, tent, sleeping bag, map, snacks, camera, keys, wallet, umbrella, medicine, headphones,
        milk, eggs, bread, butter, apples, rice, pasta, cheese, tomatoes, onions, soap, batteries, flour, sugar,
        coffee beans, olive oil
        """
    ),
    things=_list(
        """
        iPhone 15, Pixel 8, Galaxy S24, ThinkPad X1, MacBook Air, Dell XPS, Paris, Rome, Lisbon, Berlin, bus
        pass, train card, bike, scooter, gas stove, induction hob, oak floor, laminate, gym A, gym B, Model 3,
        Leaf, Zoe, city flat, country house, tea, coffee, basic plan, plus plan, pro plan, Netflix, Disney, tent
        camping, cabin, rice cooker, air fryer, cotton, wool
        """
    ),
    people=_list(
        """
        Ada, Ben, Carla, Dmitri, Emma, Farid, Grace, Hiro, Ines, Jonas, Kofi, Lena, Marco, Nadia, Omar, Paula,
        Quinn, Rosa, Sam, Tara, Umut, Vera, Will, Yara
        """
    ),
    events=_list(
        """
        breakfast, museum, lunch, boat tour, old town walk, dinner, concert, check-in, welcome talk, keynote,
        coffee break, workshop, panel, group photo, maths, history, sports, art class, warm-up, intervals,
        stretching, stand-up, code review, planning, kick-off, design, first draft, testing, launch, review,
        order placed, packed, shipped, delivered
        """
    ),
    tasks=_list(
        """
        chapter one, chapter two, research, outline, editing, painting, plumbing, wiring, tiling, website,
        brochure, budget, venue, catering, invitations, music, photos, German, Spanish, algebra, squats,
        push-ups, saving, reading, packing, cleaning
        """
    ),
    questions=_questions("""
planets | Which planet is the largest? | Jupiter, Mars, Venus
planets | Which planet is closest to the sun? | Mercury, Earth, Saturn
planets | Which planet has the brightest rings? | Saturn, Mars, Earth
capitals | What is the capital of France? | Paris, Lyon, Nice
capitals | What is the capital of Japan? | Tokyo, Osaka, Kyoto
capitals | What is the capital of Canada? | Ottawa, Toronto, Montreal
capitals | What is the capital of Spain? | Madrid, Seville, Bilbao
animals | Which animal is the fastest on land? | Cheetah, Lion, Horse
animals | Which animal lays eggs? | Duck, Cat, Whale
animals | How many legs has a spider? | 8, 6, 10
maths | What is 7 times 8? | 56, 54, 64
maths | What is half of 90? | 45, 40, 50
maths | How many sides has a hexagon? | 6, 5, 8
history | When did the Second World War end? | 1945, 1918, 1950
history | Who was the first person on the moon? | Neil Armstrong, Yuri Gagarin, Buzz Aldrin
music | How many strings has a violin? | 4, 6, 5
music | Which instrument has keys? | Piano, Flute, Drum
food | Which fruit is yellow? | Banana, Plum, Cherry
food | What is tofu made of? | Soy, Milk, Wheat
science | What is water made of? | Hydrogen and oxygen, Carbon, Iron
science | Which gas do plants take in? | Carbon dioxide, Helium, Oxygen
sports | How many players has a football team? | 11, 9, 7
sports | Which sport uses a racket? | Tennis, Rowing, Golf
spelling | Which word is spelled right? | Necessary, Neccesary, Necesary
"""),
    answers=_answers("""
How long does delivery take? | Two to three days.
Can I return an item? | Yes, within 30 days.
Do you ship abroad? | Yes, to most countries.
Can I pay by card? | Yes, all cards work.
Is there parking? | Yes, behind the building.
Can I bring my dog? | Yes, on a lead.
Do I need experience? | No, beginners are welcome.
What should I bring? | Comfortable clothes and water.
Can I cancel? | Yes, up to one day before.
Is there a student price? | Yes, with a valid card.
Are you open on Sunday? | Yes, from 10 to 4.
How do I reset my password? | Use the link on the login page.
Do you offer gift cards? | Yes, at the desk.
Is lunch included? | Yes, with a vegan option.
Where do we meet? | At the main entrance.
Is Wi-Fi free? | Yes, everywhere in the building.
"""),
)

HELD_OUT = Words(
    domains=_list(
        """
        beekeeping course, sauna evening, tattoo appointment, robotics meetup, wine tasting, falconry show,
        sailing school, ceramics market, kite festival, knitting circle, escape room, greenhouse, lemonade
        stand, observatory, tree planting, skate park, typing practice, violin practice, compost, houseplants,
        tents, e-readers, drones, blenders, attic conversion, podcast season
        """
    ),
    fields=_fields(
        """
text: hive location, stage name, boat class, favourite wine, instrument maker, plant name, nationality, mentor,
  village, spirit animal, vehicle type, tattoo motif
number: hive count, number of bottles, number of tents, wind speed, soil depth, years of experience, group size,
  trunk volume
email: billing email, reply address
tel: landline, whatsapp number
date: planting date, exam date, check-up date
time: sunset time, quiet time
url: gallery link
area: life story, wishes, safety remarks
check: own equipment, photo consent, vegetarian food
""".replace("\n  ", " ")
    ),
    measures=_list(
        """
        honey harvested, wind speed, seedlings, bottles sold, members, laps, repairs, kite sales, typing speed,
        mistakes, sauna visits, compost
        """
    ),
    options=_options("""
wine colour: Rosé, Amber, Claret
boat: Dinghy, Kayak, Catamaran
yarn: Alpaca, Mohair, Linen
difficulty: Gentle, Tricky, Brutal
harness: Chest, Hip
soil: Sand, Clay, Loam
pickup point: Harbour, Chapel, Tower
sauna: Finnish, Steam, Infrared
motif: Swallow, Anchor, Rose
bench: Upper, Lower
payment plan: Weekly, Quarterly
lens: Wide, Macro, Tele
"""),
    switches=_list(
        """
        quiet hours, motion sensor, guest access, eco heating, frost alarm, rain delay, leaderboard names
        """
    ),
    items=_list(
        """
        gloves, smoker, veil, compass, rope, torch, stove, matches, twine, needles, thermos, whistle
        """
    ),
    things=_list(
        """
        Kindle, Kobo, Mavic, Avata, Vitamix, Nutribullet, dome tent, tunnel tent, clay pots, glazed pots
        """
    ),
    people=_list("Wanda, Zeno, Ottilie, Priya, Ragnar, Sunniva, Tomasz, Ximena"),
    events=_list(
        """
        hive check, honey tasting, rigging, safety talk, glazing, firing, stargazing, campfire, prize giving,
        tool check
        """
    ),
    tasks=_list(
        """
        insulation, roof windows, episode one, interviews, scales, etudes, weeding, mulching
        """
    ),
    questions=_questions("""
bees | How many wings has a bee? | 4, 2, 6
bees | What do bees collect? | Nectar, Sand, Salt
stars | Which star is closest to us? | The sun, Sirius, Vega
rivers | Which river flows through London? | Thames, Seine, Rhine
"""),
    answers=_answers("""
May children join? | Yes, from the age of eight.
Can I rent a suit? | Yes, for five euros.
What if it rains? | We meet in the barn.
Is there a changing room? | Yes, next to the pool.
"""),
)

WORDS: dict[Split, Words] = {"train": TRAIN, "held_out": HELD_OUT}
