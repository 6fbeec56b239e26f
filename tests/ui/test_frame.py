"""The card frame in a real browser: what a reader sees, and what a hostile card cannot do.

Covers: streaming, kept input, actions, state, errors, isolation, hangs, the reference cards at both widths.
Does not cover: the page around the frame (test_chat.py). Needs a built frame (scripts/build) and Chromium.
"""

import asyncio
import contextlib
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from playwright.async_api import FrameLocator, Page, expect

from ui4a.render import ASSETS, Rendered, Renderer

CASES = sorted((Path(__file__).parents[2] / "ui4a" / "runtime" / "src" / "cases").glob("*.tsx"))
LIMIT_S = 60
OPEN_REPLY = b"HTTP/1.1 200 OK\r\naccess-control-allow-origin: *\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
WATCH_HEIGHT = """window.heights = [];
window.watch = setInterval(() => heights.push(document.querySelector("iframe").offsetHeight), 10)"""
T = TypeVar("T")

pytestmark = pytest.mark.skipif(
    not (ASSETS / "vendor" / "ui4a" / "host.js").exists(), reason="no card frame; run scripts/build"
)


class Cards:
    """A renderer on a loop of its own: other tests of this folder keep one running in the main thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.renderer = Renderer()
        self.do(self.renderer.__aenter__)

    def do(self, work: Callable[[], Awaitable[T]]) -> T:
        async def run() -> T:
            return await work()

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result(LIMIT_S)

    def render(self, code: str, *, stream: bool = False, limit_s: float = 12) -> Rendered:
        return self.do(lambda: self.renderer.render(code, stream=stream, limit_s=limit_s))

    def close(self) -> None:
        self.do(lambda: self.renderer.__aexit__(None, None, None))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()


@pytest.fixture(scope="module")
def cards() -> Iterator[Cards]:
    made = Cards()
    try:
        yield made
    finally:
        made.close()


async def opened(
    page: Page, code: str, *, streaming: bool = False, state: dict[str, object] | None = None
) -> FrameLocator:
    """The frame of a card that has just been given to the page."""
    await page.set_viewport_size({"width": 720, "height": 900})
    await page.evaluate(
        "([code, streaming, state]) => open_card(code, streaming, state)", [code, streaming, state or {}]
    )
    return page.frame_locator("iframe")


async def until(page: Page, condition: str, limit_s: float = 10) -> None:
    await page.wait_for_function(condition, timeout=limit_s * 1000)


FORM = """export default function App() {
  return (
    <Card title="Booking">
      <Input label="Name" />
      <Choice label="Service" kind="radio" options={["Cut", "Colour"]} />
      <Switch label="Remind me" defaultChecked />
      <DataTable columns={["Service", "Price"]} rows={[["Cut", "20"], ["Colour", "60"]]} />
      <Button action="Book">Book</Button>
    </Card>
  );
}
"""


def test_what_is_typed_while_a_card_streams_stays_with_its_focus(cards: Cards) -> None:
    async def work() -> None:
        page = cards.renderer.page
        half = FORM.index("<DataTable")
        frame = await opened(page, FORM[:half], streaming=True)
        name = frame.get_by_label("Name")
        await name.fill("Ad")
        await name.evaluate("(element) => { element.marked = true; }")
        for end in range(half, len(FORM), 10):
            await page.evaluate("([code]) => card.update(code, true)", [FORM[:end]])
            if end == half + 30:
                await name.press_sequentially("a")
        await page.evaluate("([code]) => card.update(code, false)", [FORM])
        await until(page, "seen.frames.some((f) => f.last)")
        await expect(name).to_have_value("Ada")
        await expect(name).to_be_focused()
        assert await name.evaluate("(element) => element.marked === true"), "the field was made anew"
        await expect(frame.get_by_role("cell", name="Colour")).to_be_visible()

    cards.do(work)


HELPERS = """import { useState } from "react";
function Counter({ label }: { label: string }) {
  const [n, setN] = useState(0);
  return <Button onClick={() => setN(n + 1)}>{label} {n}</Button>;
}
export default function App() {
  const [open, setOpen] = useState(false);
  return (
    <Card>
      <Counter label="Apples" />
      <Button onClick={() => setOpen(!open)}>{open ? "Less" : "More"}</Button>
      <Text>One more line</Text>
      <Text>And another</Text>
    </Card>
  );
}
"""


def test_state_of_a_component_that_the_card_defines_survives_new_versions(cards: Cards) -> None:
    async def work() -> None:
        page = cards.renderer.page
        half = HELPERS.index("<Text>")
        frame = await opened(page, HELPERS[:half], streaming=True)
        await frame.get_by_role("button", name="Apples 0").click()
        await frame.get_by_role("button", name="More").click()
        await page.evaluate("([code]) => card.update(code, true)", [HELPERS[: half + 25]])
        await page.evaluate("([code]) => card.update(code, false)", [HELPERS])
        await until(page, "seen.frames.some((f) => f.last)")
        await expect(frame.get_by_role("button", name="Apples 1")).to_be_visible()
        await expect(frame.get_by_role("button", name="Less")).to_be_visible()

    cards.do(work)


def test_an_action_button_sends_the_named_values(cards: Cards) -> None:
    async def work() -> None:
        page = cards.renderer.page
        frame = await opened(page, FORM)
        await frame.get_by_label("Name").fill("Ada")
        await frame.get_by_label("Colour").check()
        await frame.get_by_role("button", name="Book").dblclick()
        await until(page, "seen.actions.length > 0")
        assert await page.evaluate("seen.actions") == [
            {
                "version": 1,
                "origin": {"surface": "render", "component": "Button Book"},
                "state": {"Name": "Ada", "Service": "Colour", "Remind me": True},
                "execution": "message",
                "visibility": "ai",
                "message": "Book. Name: Ada; Service: Colour; Remind me: yes.",
            }
        ]

    cards.do(work)


def test_values_that_the_host_kept_are_shown_again(cards: Cards) -> None:
    async def work() -> None:
        page = cards.renderer.page
        frame = await opened(page, FORM)
        await frame.get_by_label("Name").fill("Grace")
        await frame.get_by_label("Remind me").uncheck()
        await until(page, "seen.states.at(-1)?.Name === 'Grace' && seen.states.at(-1)['Remind me'] === false")
        kept = await page.evaluate("seen.states.at(-1)")
        frame = await opened(page, FORM, state=kept)
        await expect(frame.get_by_label("Name")).to_have_value("Grace")
        await expect(frame.get_by_label("Remind me")).not_to_be_checked()

    cards.do(work)


def test_a_card_sends_a_message_when_pressed_and_not_by_itself(cards: Cards) -> None:
    code = """import { useEffect } from "react";
    export default function App() {
      useEffect(() => { sendUserMessage("unasked"); }, []);
      return <Button onClick={() => sendUserMessage("asked")}>Ask</Button>;
    }"""

    async def work() -> None:
        page = cards.renderer.page
        frame = await opened(page, code)
        await frame.get_by_role("button", name="Ask").click()
        await until(page, "seen.actions.length > 0")
        assert [action["message"] for action in await page.evaluate("seen.actions")] == ["asked"]

    cards.do(work)


def test_an_error_is_hidden_while_streaming_and_told_at_the_end(cards: Cards) -> None:
    broken = FORM.replace("</Card>", "</Crad>")

    async def work() -> None:
        page = cards.renderer.page
        frame = await opened(page, broken[:-4], streaming=True)
        await expect(frame.get_by_label("Name")).to_be_visible()
        assert await page.evaluate("seen.diagnostics") == []
        await page.evaluate("([code]) => card.update(code, false)", [broken])
        await until(page, "seen.status === 'broken'")
        [diagnostic] = await page.evaluate("seen.diagnostics")
        assert diagnostic["phase"] == "compile"
        assert diagnostic["line"] == 9
        await expect(frame.get_by_label("Name")).to_be_visible()

    cards.do(work)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (
            'import axios from "axios";\nexport default function App() { return <Card>{axios.name}</Card>; }',
            "cannot import “axios”",
        ),
        ("export default function App() { return <Crad />; }", "“Crad” is not defined"),
        ("export const x = 1;", "must export its component"),
        ("export default function App() { return <Text>{{ a: 1 }}</Text>; }", "An object was put where text belongs"),
        ("export default function App() { return null.x; }", "null"),
    ],
)
def test_a_broken_card_says_what_is_wrong(cards: Cards, code: str, words: str) -> None:
    rendered = cards.render(code)
    assert not rendered.ok
    assert words in rendered.diagnostics[-1].message


HOSTILE = (Path(__file__).parent / "cards" / "hostile.tsx").read_text("utf-8")


def test_a_hostile_card_reaches_no_server_no_parent_and_no_storage(cards: Cards) -> None:
    async def work() -> None:
        seen: list[bytes] = []

        async def log(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with contextlib.suppress(ConnectionError):
                seen.append(await reader.read(200))
                writer.write(OPEN_REPLY)
                await writer.drain()
            writer.close()

        server = await asyncio.start_server(log, "127.0.0.1", 0)
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        page = cards.renderer.page
        try:
            await opened(page, HOSTILE.replace('"URL"', f'"{url}"'))
            await until(page, "seen.frames.length > 0")
            await page.wait_for_timeout(2500)
            assert [line.split(b"\r\n")[0] for line in seen] == []
            assert page.url == f"{cards.renderer.origin}/host.html"
            assert await page.title() == "Cards"
            assert "owned" not in [await frame.title() for frame in page.frames[1:] if "frame.html" in frame.url]
            assert len(page.context.pages) == 1
            assert await page.evaluate("seen.actions") == []
            assert await page.evaluate("Object.keys(localStorage).length + document.cookie.length") == 0
        finally:
            server.close()
            await server.wait_closed()

    cards.do(work)


@pytest.mark.parametrize("where", ["render", "click"])
def test_a_card_that_hangs_is_ended_and_the_page_stays_responsive(cards: Cards, where: str) -> None:
    loop = "for (;;) { Math.random(); }"
    code = f"""export default function App() {{
      {loop if where == "render" else ""}
      return <Button onClick={{() => {{ {loop if where == "click" else ""} }}}}>Hang</Button>;
    }}"""

    async def work() -> None:
        page = cards.renderer.page
        frame = await opened(page, code)
        if where == "click":
            await expect(frame.get_by_role("button")).to_be_visible()
            with contextlib.suppress(Exception):
                await frame.get_by_role("button").click(timeout=500, no_wait_after=True)
        await page.evaluate("window.ticks = 0; window.ticking = setInterval(() => ticks++, 16)")
        started = time.monotonic()
        await until(page, "seen.status === 'ended'", 15)
        took = time.monotonic() - started
        ticks = await page.evaluate("clearInterval(ticking), ticks")
        assert ticks / took > 15, "the page itself was held up"
        assert "stopped responding" in await page.evaluate("seen.message")
        assert await page.locator("iframe").count() == 0
        assert took < 8
        rendered = await cards.renderer.render(FORM)
        assert rendered.ok, "the next card works"

    cards.do(work)


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_a_reference_card_renders_at_both_widths_without_a_word_in_the_console(cards: Cards, case: Path) -> None:
    rendered = cards.render(case.read_text("utf-8"))
    assert rendered.diagnostics == []
    assert rendered.console == []
    assert rendered.ok
    assert all(len(png) > 2_000 for png in rendered.png.values())
    assert len(rendered.dom) > 60


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_a_reference_card_appears_while_it_streams_and_never_shrinks(cards: Cards, case: Path) -> None:
    code = case.read_text("utf-8")

    async def work() -> None:
        page = cards.renderer.page
        await opened(page, "", streaming=True)
        await page.evaluate(WATCH_HEIGHT)
        for end in range(0, len(code), 24):
            await page.evaluate("([code]) => card.update(code, true)", [code[:end]])
            await asyncio.sleep(0.004)
        heights = await page.evaluate("clearInterval(watch), heights")
        await page.evaluate("([code]) => card.update(code, false)", [code])
        await until(page, "seen.frames.some((f) => f.last)")
        assert heights == sorted(heights)
        assert await page.evaluate("seen.diagnostics") == []
        assert await page.evaluate("seen.frames.length") > 3

    cards.do(work)
