"""More questions about a given text: vowels, letters, backwards, case, initials, one word for another.

Covers: cells that copy the text once. Does not cover: words, characters and frequencies (words.py).
"""

from __future__ import annotations

from backend.train.recipes.l1.task import Draw, Family, Task
from backend.train.recipes.l1.words import sentence


def vowels(d: Draw) -> Task:
    """How many vowels, consonants or letters."""
    s, kind = sentence(d), d.rng.random()
    word = d.of((s, s.split()[0]), (s,))
    if kind < 0.6:
        text = d.ask(
            """How many vowels are in "{s}"?
            count the vowels: {s}
            vowels in "{s}"
            number of vowels in "{s}"
            I wrote "{s}". How many vowels does it have?
            count vowels in "{s}"
            how many vowels: {s}""",
            """The vowels of "{s}", counted?""",
            s=word,
        )
        code = f'sum(c in f"aeiou" for c in "{word}".lower())'
        return Task(text=text, code=code, finals=["It has {v} vowels.", "There are {v} vowels."], topic="a vowel count")
    if kind < 0.75:
        text = d.ask(
            """How many consonants are in "{s}"?
            count the consonants: {s}
            consonants in "{s}"
            number of consonants in "{s}"
            how many consonants does "{s}" have""",
            """The consonants of "{s}", counted?""",
            s=word,
        )
        code = f'sum(c.isalpha() and c not in f"aeiou" for c in "{word}".lower())'
        return Task(text=text, code=code, finals=["It has {v} consonants."], topic="a consonant count")
    text = d.ask(
        """How many letters are in "{s}"?
        count the letters: {s}
        number of letters in "{s}" without spaces
        letters in "{s}"
        letter count of "{s}"
        how many letters does "{s}" have""",
        """Only the letters of "{s}": how many?""",
        s=word,
    )
    code = f'sum(c.isalpha() for c in "{word}")'
    return Task(text=text, code=code, finals=["It has {v} letters.", "There are {v} letters."], topic="a letter count")


def backwards(d: Draw) -> Task:
    """A whole text from its last character to its first."""
    s = sentence(d)
    text = d.ask(
        """Reverse the text "{s}"
        reverse: {s}
        "{s}" backwards
        write "{s}" backwards
        reverse this sentence letter by letter: {s}
        spell "{s}" from the end
        mirror the text "{s}"
        what is "{s}" reversed?""",
        """From its end to its start: "{s}\"""",
        s=s,
    )
    return Task(text=text, code=f'"{s}"[::-1]', finals=["Reversed it is: {v}", "{v}"], topic="a reversed text")


def cased(d: Draw) -> Task:
    """Title case, lower case, initials, words joined."""
    s, kind = sentence(d).rstrip("."), d.rng.randrange(4)
    if kind == 0:
        text = d.ask(
            """Put "{s}" in title case
            title case: {s}
            capitalise each word of "{s}"
            capitalize every word in "{s}"
            make a headline of "{s}" with capital first letters""",
            """Every word of "{s}" with a big first letter""",
            s=s,
        )
        return Task(text=text, code=f'"{s}".title()', finals=["{v}"], topic="a text in title case")
    if kind == 1:
        s = s.upper()
        text = d.ask(
            """Put "{s}" in lower case
            lowercase: {s}
            make "{s}" lowercase
            write "{s}" in small letters
            no capitals please: {s}""",
            """Quieter: "{s}" without capitals""",
            s=s,
        )
        return Task(text=text, code=f'"{s}".lower()', finals=["{v}"], topic="a text in lower case")
    if kind == 2:
        text = d.ask(
            """First letters of "{s}"
            initials of "{s}"
            make an acronym of "{s}"
            acronym: {s}
            what do the first letters of "{s}" spell?""",
            """An abbreviation from "{s}\"""",
            s=s,
        )
        code = f'"".join(w[0] for w in "{s}".split()).upper()'
        return Task(text=text, code=code, finals=["It is {v}."], topic="initials")
    glue, name = d.rng.choice((("-", "hyphens"), ("_", "underscores")))
    text = d.ask(
        """Join the words of "{s}" with {g}
        replace the spaces in "{s}" with {g}
        "{s}" with {g} instead of spaces
        spaces to {g}: {s}
        make a file name with {g} from "{s}\"""",
        """Link "{s}" by {g}""",
        s=s,
        g=name,
    )
    return Task(text=text, code=f'"{s}".replace(" ", "{glue}")', finals=["{v}"], topic=f"a text with {name}")


def swapped(d: Draw) -> Task:
    """One word replaced by another, or words in order of the alphabet or length."""
    s = sentence(d).rstrip(".").lower()
    words, kind = s.split(), d.rng.randrange(3)
    if kind == 0:
        old = d.rng.choice([w for w in words if s.count(w) == words.count(w)] or words[:1])
        new = d.of(("cat", "train", "lemon", "piano", "cloud"), ("tulip", "tractor"))
        text = d.ask(
            """Replace {o} with {n} in "{s}"
            in "{s}" change {o} to {n}
            swap {o} for {n}: {s}
            replace "{o}" by "{n}" in: {s}
            write "{s}" with {n} instead of {o}""",
            """Put {n} where {o} stands in "{s}\"""",
            o=old,
            n=new,
            s=s,
        )
        return Task(
            text=text, code=f'"{s}".replace("{old}", "{new}")', finals=["{v}"], topic=f"{old} replaced by {new}"
        )
    if kind == 1:
        text = d.ask(
            """Sort the words of "{s}" alphabetically
            words of "{s}" from a to z
            alphabetical order of the words: {s}
            put the words in "{s}" in alphabetical order""",
            """Bring the words of "{s}" into the order of the alphabet""",
            s=s,
        )
        return Task(text=text, code=f'sorted("{s}".split())', finals=["In order: {v}."], topic="sorted words")
    n = d.int(2, 3)
    text = d.ask(
        """First {n} words of "{s}"
        give me the first {n} words: {s}
        only the first {n} words of "{s}"
        what are the first {n} words in "{s}"?""",
        """"{s}", but only {n} words from the start""",
        n=n,
        s=s,
    )
    return Task(text=text, code=f'" ".join("{s}".split()[:{n}])', finals=["{v}"], topic=f"the first {n} words")


FAMILIES: tuple[tuple[Family, int], ...] = ((vowels, 3), (backwards, 1), (cased, 2), (swapped, 1))
