"""The words of a request as grammar rules: the spans that a label may copy.

Covers: cutting a request into clauses of words, a rule set for all their spans, numbers; safe for any text.
Does not cover: which strings of a card are limited to spans (grammar.py).
"""

import re
from collections.abc import Sequence

from ui4a.gbnf import Alt, Lit, Node, Ref, Seq, alt, maybe, seq

REQUEST_LIMIT_CHARS = 1_200
WORDS_LIMIT = 120
CLAUSE_LIMIT_WORDS = 8
WORD_LIMIT_CHARS = 24

# A label does not start with these, nor end with these and the others.
NOT_FIRST = frozenset(
    [
        "a",
        "A",
        "an",
        "An",
        "the",
        "The",
        "and",
        "or",
        "of",
        "with",
        "for",
        "on",
        "at",
        "by",
        "as",
        "is",
        "are",
        "its",
        "that",
        "this",
        "please",
        "me",
        "our",
        "your",
        "i",
        "I",
        "we",
        "you",
        "he",
        "she",
        "they",
        "let",
        "make",
        "ask",
        "give",
        "can",
        "could",
    ]
)
NOT_LAST = NOT_FIRST - {"A", "I"} | frozenset(
    ["to", "from", "my", "need", "want", "would", "like", "some", "plus", "per"]
)
_UNSAFE = re.compile(r"[\"\\{}<>`\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
_EDGE = "'’‘“”«»„,.:;!?()[]+=|*_~/"
_UNSPACED = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_NUMBER = re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?![\w,])|(?<![\w.,])\d{1,6}(?:\.\d{1,2})?(?![\w])")


def bounded(request: str) -> str:
    """The request, or head and tail of a long one."""
    if len(request) > REQUEST_LIMIT_CHARS:
        request = f"{request[: REQUEST_LIMIT_CHARS - 300]}\n{request[-300:]}"
    return request


def safe(text: str) -> str:
    """The text without characters that no string of a card may hold."""
    return _UNSAFE.sub("", text)


def is_unspaced(request: str) -> bool:
    """True for scripts that write words without spaces: their spans cannot be told apart."""
    return bool(_UNSPACED.search(bounded(request)))


def clauses(request: str) -> list[list[str]]:
    """Runs of words that no punctuation divides, each at most CLAUSE_LIMIT_WORDS long."""
    found: list[list[str]] = [[]]
    total = 0
    for raw in _UNSAFE.sub("\n", bounded(request)).replace("\n", " \n ").split(" "):
        word = raw.strip(_EDGE)
        if (raw and raw[0] in _EDGE) or not word.strip():
            found.append([])
        if not word.strip() or len(word) > WORD_LIMIT_CHARS:
            continue
        found[-1].append(word)
        total += 1
        if total >= WORDS_LIMIT:
            break
        if raw[-1] in _EDGE:
            found.append([])
    return [part for clause in found if clause for part in _windows(clause)]


def numbers(request: str) -> list[str]:
    """Numbers that the request holds, as a module may write them."""
    found = (text.replace(",", "") for text in _NUMBER.findall(bounded(request)))
    plain = (text if "." in text else str(int(text)) for text in found)
    return list(dict.fromkeys(text for text in plain if not re.match(r"0\d", text)))


def span_rules(clauses: Sequence[Sequence[str]], prefix: str = "s") -> dict[str, Node]:
    """Rules whose `prefix` accepts every span of the clauses, its first letter upper-case.

    A state is the set of places where the words read so far can end, so equal continuations share a rule: at most
    about two rules a word.
    """
    options = (reader := _Spans(clauses, prefix)).first()
    return {prefix: Alt(tuple(options)), **reader.rules} if options else {}


class _Spans:
    """The rules being made, one a state."""

    def __init__(self, clauses: Sequence[Sequence[str]], prefix: str) -> None:
        self.prefix = prefix
        self.rules: dict[str, Node] = {}
        self.states: dict[frozenset[int], str] = {}
        self.follow: dict[int, tuple[str, int]] = {}  # place before a word: the word, the place after it
        place = 0
        for clause in clauses:
            for word in clause:
                self.follow[place] = (word, place + 1)
                place += 1
            place += 1

    def first(self) -> list[Node]:
        """How a span may begin."""
        words = self._words(frozenset(self.follow))
        return self._steps({word: ends for word, ends in words.items() if word not in NOT_FIRST}, capital=True)

    def _words(self, places: frozenset[int]) -> dict[str, set[int]]:
        found: dict[str, set[int]] = {}
        for each in sorted(places):
            if each in self.follow:
                word, end = self.follow[each]
                found.setdefault(word, set()).add(end)
        return found

    def _steps(self, words: dict[str, set[int]], *, capital: bool) -> list[Node]:
        found: dict[str, Node] = {}
        for word, ends in words.items():
            rest = self._after(frozenset(ends), word)
            shown = _capital(word) if capital else word
            if rest is not None and (shown not in found or rest != Lit("")):
                found[shown] = rest
        return _by_first_letter(found)

    def _after(self, places: frozenset[int], word: str) -> Node | None:
        """What may follow a word that ends at these places; None where nothing may and the word cannot end a label."""
        if places not in self.states:
            self.states[places] = f"{self.prefix}{len(self.states)}"
            options = self._steps(self._words(places), capital=False)
            self.rules[self.states[places]] = alt(*options) if options else Lit("")
        ends = word not in NOT_LAST
        if self.rules[self.states[places]] == Lit(""):
            return Lit("") if ends else None
        more = seq(" ", Ref(self.states[places]))
        return maybe(more) if ends else more


def words_rule(words: Sequence[str]) -> Node:
    """Any of the texts; equal first letters are shared."""
    return Alt(tuple(_by_first_letter({word: Lit("") for word in words})))


def _by_first_letter(found: dict[str, Node]) -> list[Node]:
    groups: dict[str, list[Node]] = {}
    for word, rest in found.items():
        groups.setdefault(word[0], []).append(_then(word[1:], rest))
    return [
        Seq((Lit(first), options[0] if len(options) == 1 else Alt(tuple(options)))) for first, options in groups.items()
    ]


def _then(text: str, rest: Node) -> Node:
    if rest == Lit(""):
        return Lit(text)
    return Seq((Lit(text), rest)) if text else rest


def _capital(word: str) -> str:
    return word if word[1:2].isupper() else word[:1].upper() + word[1:]


def _windows(clause: list[str]) -> list[list[str]]:
    if len(clause) <= CLAUSE_LIMIT_WORDS:
        return [clause]
    step = CLAUSE_LIMIT_WORDS // 2
    return [clause[at : at + CLAUSE_LIMIT_WORDS] for at in range(0, len(clause) - step, step)]
