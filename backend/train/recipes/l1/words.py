# ruff: noqa: E501, SIM905 (wordings and words are data)
"""Questions about a piece of text and the way numbers are written.

Covers: words, letters, occurrences, reversal, case, initials; separators and rounding. Does not cover: writing or summarising text.
"""

from __future__ import annotations

from backend.train.recipes.l1.task import Draw, Family, Task

_SENTENCES = (
    "the cat sat on the mat", "we leave early tomorrow morning", "good tea needs good water", "rain fell on the old stone bridge",
    "never trust a quiet kitchen", "one small step and one long road", "the bus was late and the bus was full", "blue birds build big nests",
    "my sister sells sea shells", "all roads lead home", "red wine and red roses", "time flies when work is fun", "please call the bank again",
    "the garden gate is green", "ten tired tigers slept", "coffee first and then the news",
)  # fmt: skip
_OTHER_SENTENCES = (
    "a lone wolf howls at night",
    "seven swans swam in the silver lake",
    "to be or not to be",
    "fresh bread every day",
    "the quick brown fox jumps high",
)
_WORDS = (
    "banana mississippi strawberry committee parallel elephant bookkeeper engineer pineapple balloon raspberry address coffee umbrella "
    "occurrence tomorrow necessary assassin window yellow kitchen letter pepper monkey sugar planet guitar rocket butter castle winter "
    "summer garden bottle mirror pocket ladder carpet camera violin hammer pencil orange tomato potato carrot cheese cookie dragon "
    "wizard forest island desert valley river canyon galaxy comet level radar civic noon kayak madam rotor stats"
).split()
_OTHER_WORDS = "tennessee accommodation wheelbarrow millennium cinnamon toffee refer deed".split()
_FILLERS = (
    "a the my our some every old new small quiet bright cold happy three seven green brown and or but with under over near for from to in on "
    "we they you she he it is was sees finds keeps brings reads opens paints carries door road boat bird stone book friend cup song map day night"
).split()
_OTHER_FILLERS = "an its two nine pale loud into across after sings holds cuts leaf wave roof lamp coat bell".split()


def sentence(d: Draw) -> str:
    """A natural sentence, or random words in a row, which can only be copied."""
    if d.rng.random() < 0.35:
        text = d.of(_SENTENCES, _OTHER_SENTENCES)
    else:
        words = d.of((_WORDS,), (_OTHER_WORDS,)) + 3 * d.of((_FILLERS,), (_OTHER_FILLERS,))
        text = " ".join(d.rng.choice(words) for _ in range(d.int(4, 9)))
    return text[0].upper() + text[1:] + "." if d.rng.random() < 0.2 else text


def word_count(d: Draw) -> Task:
    """How many words or characters."""
    s, chars = sentence(d), d.rng.random() < 0.4
    if chars:
        text = d.ask(
            """How many characters are in "{s}"?
        character count of "{s}"
        how many characters: {s}
        characters in "{s}"
        how long is "{s}" in characters
        My slogan is "{s}". How many characters is that with spaces?
        count the characters of "{s}"
        number of characters in "{s}"
        length of "{s}" with spaces""",
            'Count each character, blanks too: "{s}"',
            s=s,
        )
        return Task(text=text, code=f'len("{s}")', finals=["It has {v} characters."], topic="a character count")
    text = d.ask(
        """How many words are in "{s}"?
        count the words: {s}
        word count of "{s}"
        words in "{s}"
        number of words in "{s}"
        how many words: {s}
        word count: {s}
        I wrote "{s}". How many words is that?
        How many words does "{s}" have?
        how long is "{s}" in words
        "{s}" - how many words?""",
        "Number of words here: {s}",
        s=s,
    )
    return Task(
        text=text,
        code=f'len("{s}".split())',
        finals=["It has {v} words.", "There are {v} words."],
        topic="a word count",
    )


def letter(d: Draw) -> Task:
    """How often a letter or word occurs."""
    if d.rng.random() < 0.7:
        w = d.of(_WORDS, _OTHER_WORDS)
        c = d.rng.choice(w) if d.rng.random() < 0.9 else d.rng.choice("aeiourst")
        text = d.ask(
            """How many {c}'s are in {w}?
        count the letter {c} in {w}
        how often does {c} appear in "{w}"
        number of {c} in the word {w}
        {c} in {w}, how many
        {c}'s in {w}?
        how many letters {c} does {w} have?
        letter {c} in {w}: count
        My daughter asks how many times {c} is in {w}
        how many {c} are there in the word {w}
        count {c} in {w}
        How many {c}'s does "{w}" contain?
        How many times does the letter {c} occur in {w}?""",
            "In {w}, how many letters are {c}?\n{w}: occurrences of {c}?",
            c=c,
            w=w,
        )
        return Task(
            text=text,
            code=f'"{w}".count("{c}")',
            finals=[f'"{c}" occurs {{v}} times in {w}.'],
            topic=f"the letter {c} in {w}",
        )
    s = sentence(d)
    w = d.rng.choice(s.split())
    text = d.ask(
        """How often does the word "{w}" occur in "{s}"?
        count "{w}" in: {s}
        how many times does {w} occur in "{s}"
        how often is {w} in: {s}
        occurrences of {w} in "{s}"
        count the word {w} in "{s}"
        In my text "{s}", how many times do I say {w}?
        how many times is {w} used in "{s}"
        """,
        'Uses of "{w}" in "{s}"?',
        w=w,
        s=s,
    )
    return Task(
        text=text,
        code=f'"{s}".split().count("{w}")',
        finals=[f'"{w}" occurs {{v}} times.'],
        topic=f'the word "{w}" in a sentence',
    )


def frequent(d: Draw) -> Task:
    """The most frequent letter or word, the longest word."""
    kind = d.rng.randrange(3)
    s, w = sentence(d), d.of(_WORDS, _OTHER_WORDS)
    if kind == 0:
        text = d.ask(
            """Which letter occurs most in {w}?
        most frequent letter of {w}
        most common letter in {w}
        {w}: which letter is most frequent
        which letter appears most often in {w}?
        what letter is used most in the word {w}
        commonest letter of {w}
        the commonest letter in "{w}"?""",
            "{w}: top letter by count?",
            w=w,
        )
        return Task(
            text=text,
            code=f'from collections import Counter\nCounter("{w}").most_common(1)[0]',
            finals=["The most frequent letter and its count: {v}."],
            topic=f"the most frequent letter in {w}",
        )
    if kind == 1:
        text = d.ask(
            """What is the longest word in "{s}"?
        longest word: {s}
        longest word in "{s}"
        which word is the longest in "{s}"
        which is the longest word here: {s}
        I wrote "{s}". What is my longest word?
        the longest word of "{s}" please
        find the longest word of "{s}"
        """,
            'Which word of "{s}" has most letters?',
            s=s,
        )
        return Task(
            text=text,
            code=f'max("{s}".split(), key=len)',
            finals=['The longest word is "{v}".'],
            topic="the longest word",
        )
    text = d.ask(
        """Which word occurs most in "{s}"?
        most frequent word: {s}
        most common word in "{s}"
        which word is used most in "{s}"
        which word comes up most often: {s}
        What is the most frequent word of "{s}"?
        what word do I repeat most in "{s}"
        """,
        'Top word by count in "{s}"?',
        s=s,
    )
    return Task(
        text=text,
        code=f'from collections import Counter\nCounter("{s}".split()).most_common(1)[0]',
        finals=["The most frequent word and its count: {v}."],
        topic="the most frequent word",
    )


def turned(d: Draw) -> Task:
    """Reversed, upper case, title case, initials."""
    s, w = sentence(d), d.of(_WORDS, _OTHER_WORDS)
    kind = d.rng.randrange(4)
    if kind == 0:
        text = d.ask(
            """Reverse the word {w}
        {w} backwards
        reverse {w}
        what is {w} spelled backwards?
        flip the letters of {w}
        what does {w} look like backwards
        {w} in reverse
        turn {w} around
        reverse the letters of {w}
        spell {w} backwards
        {w} reversed""",
            "Write {w} from back to front",
            w=w,
        )
        return Task(text=text, code=f'"{w}"[::-1]', finals=["Backwards it is {v}."], topic=f"{w} backwards")
    if kind == 1:
        text = d.ask(
            """Put "{s}" in capital letters
        uppercase: {s}
        {s} in capitals
        make "{s}" uppercase
        all caps: {s}
        write "{s}" in upper case
        convert "{s}" to capital letters
        I need "{s}" in capitals for a sign
        "{s}" in all caps""",
            'Shout this: "{s}"',
            s=s,
        )
        return Task(text=text, code=f'"{s}".upper()', finals=["{v}"], topic="a text in capitals")
    if kind == 2:
        text = d.ask(
            """Reverse the word order of "{s}"
        turn the words around: {s}
        reverse the words: {s}
        words in reverse order: "{s}"
        "{s}" with the words backwards
        write "{s}" starting with the last word
        put the words of "{s}" in the opposite order""",
            'Words of "{s}", last to first?',
            s=s,
        )
        return Task(
            text=text, code=f'" ".join("{s}".split()[::-1])', finals=['Reversed: "{v}".'], topic="reversed words"
        )
    text = d.ask(
        """Is {w} a palindrome?
        does {w} read the same backwards?
        palindrome: {w}?
        check if {w} is a palindrome
        is "{w}" the same forwards and backwards?
        {w} palindrome?
        Is the word {w} a palindrome?""",
        "{w}: a palindrome or not?",
        w=w,
    )
    return Task(
        text=text,
        code=f'w = "{w}"\nw == w[::-1]',
        finals=["{v}"],
        when_true=f"Yes, {w} is a palindrome.",
        when_false=f"No, {w} is not a palindrome.",
        topic=f"whether {w} is a palindrome",
    )


def formatted(d: Draw) -> Task:
    """Separators, rounding, scientific notation."""
    kind = d.rng.randrange(3)
    if kind == 0:
        n = d.int(10_000, 987_654_321)
        text = d.ask(
            """Write {n} with thousands separators
        {n} with commas
        {n} with thousands commas
        add commas to {n}
        put separators into {n}
        make {n} easier to read with commas
        how is {n} written with commas
        format {n} with separators for thousands""",
            "Group the digits of {n} by thousands",
            n=n,
        )
        return Task(text=text, code=f'f"{{{n}:,}}"', finals=["It is {v}."], topic=f"{n} with separators")
    n = f"{d.rng.uniform(1, 4000):.{d.int(4, 7)}f}"
    if kind == 1:
        k = d.int(1, 3)
        text = d.ask(
            """Round {n} to {k} decimals
        {n} rounded to {k} decimal places
        round {n}, {k} decimals
        {n} to {k} decimals
        round {n} to {k} decimal places
        The result is {n}. Round it to {k} decimals.
        I need {n} with only {k} decimals
        {n} with {k} decimals
        shorten {n} to {k} decimals""",
            "{n}, {k} digits after the point",
            n=n,
            k=k,
        )
        return Task(text=text, code=f"round({n}, {k})", finals=["Rounded it is {v}."], topic=f"{n} rounded")
    m = d.int(12_000, 98_000_000)
    text = d.ask(
        """Write {m} in scientific notation
        {m} in scientific notation please
        scientific notation of {m}
        how do I write {m} in scientific notation?
        {m} in exponent form
        {m} in e-notation
        convert {m} to scientific notation""",
        "{m} as a power of ten?",
        m=m,
    )
    return Task(text=text, code=f'f"{{{m}:.2e}}"', finals=["It is {v}."], topic=f"{m} in scientific notation")


FAMILIES: tuple[tuple[Family, int], ...] = ((word_count, 3), (letter, 4), (frequent, 3), (turned, 3), (formatted, 3))
