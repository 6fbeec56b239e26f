"""Whatever the grammar lets through is a sound card, for any request."""

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ui4a import spans
from ui4a.carrier import CardClosed, CardParser
from ui4a.complete import complete
from ui4a.compose import element, reply
from ui4a.diagnostics import check
from ui4a.gbnf import Chars, Rep, accepts, maybe, sample, to_gbnf
from ui4a.grammar import card_grammar, card_rules

ROOT = Path(__file__).parents[3]
REQUESTS = (
    None,
    "a mood tracker",
    "a booking form for the sauna with name, towel size (S, M or L), date and notes",
    "compare the Kobo and the Kindle by price 120 and 90, weight 200 and 180, and screen",
    'weird "quotes" {braces} <tags> `ticks` \\ back\nslash, 😀 emoji, and naïve ünïcode; plus 3 numbers 4 5.5 006',
    "予約フォームを作って、名前と日付",
)
COMPILE = """
const { transform } = require(process.argv[1]);
const codes = JSON.parse(require("fs").readFileSync(0, "utf8"));
const bad = [];
for (const code of codes) {
  try { new Function(transform(code, { transforms: ["typescript", "jsx", "imports"] }).code); }
  catch (error) { bad.push([String(error), code]); }
}
console.log(JSON.stringify(bad.slice(0, 5)));
"""


def sampled(count: int) -> list[str]:
    """Cards of random sentences of the grammars of all requests."""
    rng = random.Random(7)
    rules = [card_rules(request) for request in REQUESTS]
    codes: list[str] = []
    for turn in range(count):
        parser = CardParser()
        text = sample(rules[turn % len(rules)], rng)
        closed = [event for event in [*parser.feed(text), *parser.finish()] if isinstance(event, CardClosed)]
        assert len(closed) == 1, text
        codes.append(closed[0].code)
    return codes


@pytest.fixture(scope="module")
def codes() -> list[str]:
    return sampled(2_000)


def test_every_sampled_card_is_sound_before_and_after_completion(codes: list[str]) -> None:
    for code in codes:
        assert check(code) == [], code
        assert check(complete(code)) == [], code


def test_every_sampled_card_compiles(codes: list[str]) -> None:
    sucrase = ROOT / "ui4a/runtime/node_modules/sucrase"
    node = shutil.which("node")
    if node is None or not sucrase.exists():
        pytest.skip("needs node and the runtime's packages: run scripts/build once")
    done = subprocess.run(
        [node, "-e", COMPILE, str(sucrase)], input=json.dumps([complete(code) for code in codes]),
        capture_output=True, text=True, check=True, timeout=120,
    )  # fmt: skip
    assert json.loads(done.stdout) == []


def answer(title: str, *lines: str) -> str:
    """An answer in the layout of our adapter."""
    return reply("Here it is.", element("Card", list(lines), title=title))


SEND = '<Button action="Send">Send</Button>'


def test_labels_of_a_request_that_lists_them_are_its_own_words() -> None:
    rules = card_rules("a form with hive count, queen colour and notes")
    card = answer("Form", '<Input label="Hive count" type="number" />', SEND)
    assert accepts(rules, card)
    assert not accepts(rules, card.replace("Hive count", "Herd count"))


def test_numbers_of_a_request_that_gives_them_are_copied() -> None:
    rules = card_rules("a bar chart of laps: Mon 31, Tue 17, Wed 44")
    card = answer("Laps", '<Bars data={[["Mon", 31]]} />')
    assert accepts(rules, card)
    assert not accepts(rules, card.replace("31", "32"))


def test_an_edit_may_keep_the_strings_of_the_earlier_card_and_add_its_own() -> None:
    earlier = '<Choice label="How many wings has a bee?" kind="radio" options={["4", "2"]} />'
    rules = card_rules("add sting count", earlier)
    card = answer("Form", earlier, '<Input label="Sting count" />', SEND)
    assert accepts(rules, card)
    assert not accepts(rules, card.replace("Sting", "Sling"))


@given(st.text(max_size=300))
@settings(max_examples=150, deadline=None)
def test_any_request_gives_a_grammar_whose_sentences_are_sound(request: str) -> None:
    request = f"a form with {request}, name and date"
    rules = card_rules(request)
    text = sample(rules, random.Random(len(request)))
    assert accepts(rules, text)
    parser = CardParser()
    closed = [event for event in [*parser.feed(text), *parser.finish()] if isinstance(event, CardClosed)]
    assert len(closed) == 1
    assert check(closed[0].code) == []
    card_grammar(request).encode()


@pytest.mark.parametrize("request_text", ["word, " * 20_000, "a" * 100_000, "one two three " * 10_000, "x,y;" * 25_000])
def test_a_huge_request_gives_a_grammar_of_bounded_size(request_text: str) -> None:
    assert len(card_grammar(request_text)) < 40_000


def test_spans_do_not_cross_punctuation_and_do_not_end_in_small_words() -> None:
    rules = {"root": spans.span_rules(spans.clauses("hive count of the queen, notes"))["s"]}
    rules |= spans.span_rules(spans.clauses("hive count of the queen, notes"))
    assert [text for text in ("Hive count", "Count of the queen", "Notes") if not accepts(rules, text)] == []
    assert [text for text in ("Hive count of", "Queen notes", "The queen", "hive") if accepts(rules, text)] == []


def test_a_quantifier_never_follows_another() -> None:
    assert to_gbnf({"root": maybe(Rep(Chars("[a-z]"), 1, 3))}) == "root ::= ([a-z]{1,3})?\n"
