"""Rendering cards without a person: the built frame in a headless browser.

Covers: one browser for many cards; pictures at several widths, the accessibility tree, the console, diagnostics, the
time to the first frame, and with `stream` every frame that prefixes of the code gave. The frame is served with the
headers of ui4a/isolation.py and driven by the same host code as the app.
Does not cover: checking a card without painting it (ui4a/diagnostics.py).
"""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from playwright.async_api import Browser, ConsoleMessage, Page, Playwright, async_playwright
from playwright.async_api import Error as PlaywrightError

from ui4a.isolation import BUNDLE_PATH, FRAME_PATH, bundle_headers, frame_headers, page_frame_src

ASSETS = Path(__file__).parent.parent / "assets"
CHROMIUM = Path("/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-sync",
]
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
}
CARD_S = 12.0
"""How long a card may take to its last frame before it counts as failed."""
STREAM_STEP_CHARS = 12
PAGE_LOOKS = "style-src 'self' 'unsafe-inline'; img-src data:"
PAINTED = """width => new Promise((done) => {
  const look = () => requestAnimationFrame(innerWidth === width ? () => requestAnimationFrame(done) : look);
  look();
})"""
"""Resolves in the frame once it has painted at the page's width: it lays out in a process of its own."""
MARGIN_PX = 2

HOST_PAGE = """<!doctype html><html lang="en" data-theme="{theme}" data-contrast="normal">
<head><meta charset="utf-8"><title>Cards</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/tokens.css">
<style>body {{ margin: 0; background: var(--pf-surface); }} main {{ inline-size: 100%; }}</style></head>
<body><main id="host"></main><script type="module" src="/harness.js"></script></body></html>"""

HARNESS = """import { mountCard } from "/vendor/ui4a/host.js";
window.open_card = (code, streaming, state) => {
  window.card?.dispose();
  document.getElementById("host").replaceChildren();
  const seen = { frames: [], diagnostics: [], actions: [], states: [], status: "loading", message: "" };
  seen.started = performance.now();
  window.seen = seen;
  window.card = mountCard(document.getElementById("host"), {
    surface: "render", code, streaming, state,
    onAction: (action) => seen.actions.push(action),
    onState: (value) => seen.states.push(value),
    onDiagnostic: (diagnostic) => seen.diagnostics.push(diagnostic),
    onFrame: (frame) => seen.frames.push({ ...frame, at: performance.now() - seen.started }),
    onStatus: (status, message) => Object.assign(seen, { status, message }),
  });
};
window.ready_cards = true;
"""


class RenderFailed(RuntimeError):
    """The renderer itself could not work; the message says what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One painted frame: which version of the code, how long it took to make, when it came."""

    serial: int
    ms: float
    at_ms: float
    last: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something that the frame reported. `phase`: compile, import, render, runtime, state, hang or load."""

    phase: str
    message: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendered:
    """What a card looked like and said. `png` and `height_px` by width; `prefixes` only after streaming."""

    ok: bool
    diagnostics: list[Problem]
    png: dict[int, bytes]
    height_px: dict[int, int]
    dom: str
    console: list[str]
    first_frame_ms: float | None
    prefixes: list[Frame] = field(default_factory=list[Frame])


class Renderer:
    """A headless browser for cards; use as an async context manager. Cards are rendered one after another."""

    def __init__(self, assets: Path = ASSETS, theme: Literal["light", "dark"] = "light") -> None:
        self._assets = assets
        self._theme: Literal["light", "dark"] = theme
        self._console: list[str] = []
        self._lock = asyncio.Lock()
        self._server: asyncio.Server | None = None
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._page: Page | None = None
        self.origin = ""

    async def __aenter__(self) -> Self:
        if not (self._assets / "vendor" / "ui4a" / "host.js").exists():
            raise RenderFailed(f"the card frame is not built in {self._assets}; run scripts/build")
        try:
            self._server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
            self.origin = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
            self._playwright = await async_playwright().start()
            self._browser = await self._playwright.chromium.launch(executable_path=_chromium(), args=FLAGS)
            self._page = await self._open()
        except BaseException:
            await self._close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._close()

    @property
    def page(self) -> Page:
        """The page around the card, for tests that drive it."""
        if self._page is None:
            raise RenderFailed("the renderer is closed; use it as `async with Renderer() as renderer`")
        return self._page

    async def render(
        self, code: str, widths: tuple[int, ...] = (380, 720), *, stream: bool = False, limit_s: float = CARD_S
    ) -> Rendered:
        """Render one card. Never raises for what the card does: a broken card is `ok=False` with diagnostics."""
        async with self._lock:
            page = self.page
            self._console.clear()
            await page.set_viewport_size({"width": widths[0], "height": 900})
            if stream:
                await self._stream(code)
            else:
                await page.evaluate("([code]) => open_card(code, false, {})", [code])
            outcome = await self._settle(limit_s)
            if outcome == "ended":
                self._page = await self._replace(page)
                return await self._result(page, {}, {}, "", ok=False)
            png: dict[int, bytes] = {}
            height: dict[int, int] = {}
            for width in widths:
                png[width], height[width] = await self._picture(page, width)
            dom = await page.frame_locator("iframe").locator("body").aria_snapshot()
            return await self._result(page, png, height, dom, ok=outcome == "live")

    async def _stream(self, code: str) -> None:
        page = self.page
        await page.evaluate("open_card('', true, {})")
        for end in range(STREAM_STEP_CHARS, len(code), STREAM_STEP_CHARS):
            await page.evaluate("([code]) => card.update(code, true)", [code[:end]])
        await page.evaluate("([code]) => card.update(code, false)", [code])

    async def _settle(self, limit_s: float) -> str:
        """Wait for the last frame or the last word about why there is none."""
        until = time.monotonic() + limit_s
        while time.monotonic() < until:
            status, done = await self.page.evaluate(
                "[seen.status, seen.frames.some((f) => f.last) || seen.diagnostics.some((d) => d.last)]"
            )
            if done:
                # One more beat of the frame's own clock: fonts, layout effects, the height that follows.
                await self.page.wait_for_timeout(60)
                failed = await self.page.evaluate("seen.diagnostics.some((d) => d.last)")
                return status if status == "ended" or not failed else "broken"
            await asyncio.sleep(0.01)
        return "ended"

    async def _picture(self, page: Page, width: int) -> tuple[bytes, int]:
        await page.set_viewport_size({"width": width, "height": 900})
        height = await _steady_height(page)
        await page.set_viewport_size({"width": width, "height": max(40, height + MARGIN_PX)})
        return await page.screenshot(animations="disabled"), height

    async def _result(
        self, page: Page, png: dict[int, bytes], height: dict[int, int], dom: str, *, ok: bool
    ) -> Rendered:
        seen = json.loads(await page.evaluate("JSON.stringify(seen)"))
        frames = [Frame(serial=f["serial"], ms=f["ms"], at_ms=f["at"], last=f["last"]) for f in seen["frames"]]
        problems = [Problem(phase=d["phase"], message=d["message"], line=d["line"]) for d in seen["diagnostics"]]
        if not ok and not problems:
            problems = [Problem(phase="hang", message="The card gave no frame in time.", line=0)]
        return Rendered(
            ok=ok, diagnostics=problems, png=png, height_px=height, dom=dom, console=list(self._console),
            first_frame_ms=frames[0].at_ms if frames else None, prefixes=frames,
        )  # fmt: skip

    async def _open(self) -> Page:
        if self._browser is None:
            raise RenderFailed("the browser is closed")
        context = await self._browser.new_context(color_scheme=self._theme, locale="en-GB", timezone_id="UTC")
        page = await context.new_page()
        page.on("console", self._listen)
        await page.goto(f"{self.origin}/host.html")
        await page.wait_for_function("window.ready_cards === true")
        return page

    async def _replace(self, page: Page) -> Page:
        """A card that hung leaves its process behind: take a fresh page, keep the old one for its last words."""
        return await self._open()

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._console.append(f"{message.type}: {message.text}")

    async def _close(self) -> None:
        with contextlib.suppress(Exception):
            if self._browser is not None:
                await self._browser.close()
        if self._playwright is not None:
            await self._playwright.stop()
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
        self._page = self._browser = self._playwright = self._server = None

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, TimeoutError):
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
            path = head.split(b" ", 2)[1].decode("latin-1").split("?")[0]
            status, headers, body = await self._find(path)
            lines = [f"HTTP/1.1 {status.value} {status.phrase}", f"content-length: {len(body)}", "connection: close"]
            lines += [f"{name}: {value}" for name, value in headers.items()]
            writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
            await writer.drain()
        writer.close()

    async def _find(self, path: str) -> tuple[HTTPStatus, dict[str, str], bytes]:
        page_policy = f"default-src 'none'; script-src 'self'; {PAGE_LOOKS}; {page_frame_src(self.origin)}"
        page = {
            "content-security-policy": page_policy,
            "cross-origin-opener-policy": "same-origin",
            "cross-origin-embedder-policy": "require-corp",
        }
        if path == "/host.html":
            # Playwright's own functions need eval in the page; the app's pages do without it.
            page["content-security-policy"] = page_policy.replace(
                "script-src 'self'", "script-src 'self' 'unsafe-eval'"
            )
            return HTTPStatus.OK, {**page, "content-type": TYPES[".html"]}, HOST_PAGE.format(theme=self._theme).encode()
        if path == "/harness.js":
            return HTTPStatus.OK, {"content-type": TYPES[".js"], "cache-control": "no-cache"}, HARNESS.encode()
        file = (self._assets / path.lstrip("/")).resolve()
        if not file.is_relative_to(self._assets.resolve()) or not file.is_file() or file.suffix not in TYPES:
            return HTTPStatus.NOT_FOUND, {"content-type": "text/plain"}, b"not found"
        body = await asyncio.to_thread(file.read_bytes)
        headers = {"content-type": TYPES[file.suffix]}
        if path.startswith(FRAME_PATH):
            headers |= frame_headers(self.origin)
        elif path.startswith(BUNDLE_PATH):
            headers |= bundle_headers()
        return HTTPStatus.OK, headers, body


def _chromium() -> str | None:
    """The system's Chromium, or Playwright's own where there is none."""
    return str(CHROMIUM) if CHROMIUM.exists() else None


async def _steady_height(page: Page) -> int:
    """The frame's height once two looks 60 ms apart agree (a new width travels through the frame and back)."""
    frame = page.frames[-1]
    if page.viewport_size is not None:
        with contextlib.suppress(PlaywrightError, TimeoutError):
            await asyncio.wait_for(frame.evaluate(PAINTED, page.viewport_size["width"]), 3)
    before = -1
    for _ in range(30):
        now = int(await page.evaluate("document.querySelector('iframe')?.offsetHeight ?? 0"))
        if now == before:
            return now
        before = now
        await page.wait_for_timeout(60)
    return before


async def render_all(cards: list[str], widths: tuple[int, ...] = (380, 720)) -> AsyncIterator[Rendered]:
    """Render many cards in one browser, in order."""
    async with Renderer() as renderer:
        for code in cards:
            yield await renderer.render(code, widths)
