"""Cards are cut out of a stream the same way however the text arrives."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ui4a.carrier import CardBroken, CardClosed, CardOpened, CardParser, Event, Frame, Text

APP = "export default function App() {\n  return <Card />;\n}"
PARTS = st.sampled_from(
    [
        "````ui4a/tsx\n", "```ui4a\n", "`````ui4a/tsx\n", "````", "```", "`````", "\n", "export default 1;", "text ",
        "```ui4a/tsx const a = 1", "````ui4a/tsx title=x\n", "`", "</parameter>", "\n````\n", "\n```\n", "ui4a", "\r\n",
        "   ", "`" * 40, "```tsx\n", "````ui4a is prose\n", "é😀",
    ]
)  # fmt: skip


def events(*chunks: str) -> list[Event]:
    """All events, with prose joined."""
    parser = CardParser()
    found: list[Event] = []
    for each in [*(event for chunk in chunks for event in parser.feed(chunk)), *parser.finish()]:
        if isinstance(each, Text) and found and isinstance(last := found[-1], Text):
            found[-1] = Text(last.text + each.text)
        else:
            found.append(each)
    return found


def cards(text: str) -> list[str]:
    return [event.code for event in events(text) if isinstance(event, CardClosed)]


def test_prose_and_a_card_come_in_order_with_a_frame_a_line() -> None:
    assert events(f"Here.\n\n````ui4a/tsx\n{APP}\n````\nDone") == [
        Text("Here.\n\n"),
        CardOpened(0),
        Frame(0, "export default function App() {"),
        Frame(0, "export default function App() {\n  return <Card />;"),
        Frame(0, APP),
        CardClosed(0, APP),
        Text("Done"),
    ]


@given(st.lists(PARTS, max_size=12).map("".join), st.data())
@settings(max_examples=300, deadline=None)
def test_any_chunking_gives_the_same_events(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=8)))
    chunks = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert events(*chunks) == events(text) == events(*text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"Sure: ````ui4a/tsx\n{APP}\n````", APP),
        (f"```ui4a\n{APP}\n```", APP),
        ("````ui4a/tsx export default 1;\nconst a = 2;\n````", "export default 1;\nconst a = 2;"),
        ("````ui4a/tsx // a note\n1\n````", "// a note\n1"),
        (f"````ui4a/tsx title=Form\n{APP}\n````", APP),
        (f"````ui4a/tsx\n{APP}````", APP),
        (f"````ui4a/tsx\n{APP}\n```\nbye", APP),
        ("````ui4a/tsx\nconst md = `\n```\nx\n```\n`;\n````", "const md = `\n```\nx\n```\n`;"),
        (f"````ui4a/tsx\n{APP}\n</parameter>\n</invoke>\n````", APP),
        (f"````ui4a/tsx\n{APP}\n</｜DSML｜parameter>\n````", APP),
        (f"`````ui4a/tsx\n````ui4a/tsx\n{APP}\n````\n`````", APP),
        (f"````ui4a/tsx\r\n{APP}\r\n````\r\n".replace("\n", "\r\n").replace("\r\r", "\r"), APP),
    ],
    ids=[
        "opener in the middle of a line", "three backticks and the short name", "code on the fence line",
        "a comment on the fence line", "meta on the fence line", "a glued closer", "a shorter closer",
        "backticks inside a longer fence", "leaked closing tags", "leaked tags of a vendor", "a wider fence around",
        "carriage returns",
    ],
)  # fmt: skip
def test_a_slip_of_the_model_still_gives_its_card(text: str, code: str) -> None:
    assert cards(text) == [code]


@pytest.mark.parametrize(
    "text",
    [
        "```tsx\n<Card />\n```",
        "a ```ui4a/tsx fence looks like this\n",
        "```ui4a is a language\nx\n```",
        "`ui4a/tsx`",
        "`" * 50 + "ui4a/tsx\n",
    ],
)
def test_what_only_looks_like_a_card_is_prose(text: str) -> None:
    assert events(text) == [Text(text)]


def test_text_after_a_shorter_closer_is_prose_and_the_next_card_is_found() -> None:
    found = events(f"````ui4a/tsx\n{APP}\n```\nand\n````ui4a/tsx\n1\n````\n")
    assert [event for event in found if not isinstance(event, Frame)] == [
        CardOpened(0), CardClosed(0, APP), Text("and\n"), CardOpened(1), CardClosed(1, "1"),
    ]  # fmt: skip


def test_the_closer_of_a_wider_fence_is_no_prose() -> None:
    assert [event for event in events(f"`````ui4a\n````ui4a\n{APP}\n````\n`````\nBye") if isinstance(event, Text)] == [
        Text("\nBye")
    ]


def test_a_card_that_the_text_leaves_open_is_broken_and_keeps_its_code() -> None:
    last = events(f"````ui4a/tsx\n{APP}")[-1]
    assert isinstance(last, CardBroken)
    assert (last.code, last.diagnostic.code, last.diagnostic.line) == (APP, "card_unclosed", 3)


@pytest.mark.parametrize(
    "text",
    [
        "`" * 100_000,
        "````ui4a/tsx\n" + "a\n" * 50_000,
        "````ui4a/tsx " + "x" * 100_000,
        "````ui4a/tsx\n1\n````\n" * 5_000,
    ],
    ids=["backticks", "many lines", "one long line", "many cards"],
)
def test_hostile_text_costs_linear_time(text: str) -> None:
    began = time.process_time()
    parser = CardParser()
    for char in text:
        parser.feed(char)
    parser.finish()
    assert time.process_time() - began < 10
