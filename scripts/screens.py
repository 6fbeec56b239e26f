"""Takes the screenshots of docs/screens from a running Petitfour: `python scripts/screens.py http://127.0.0.1:8100`.

Covers: one conversation with every specialist, desktop and phone, light and dark. Use a fresh $PETITFOUR_DATA.
Does not cover: starting Petitfour.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "screens"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
DESKTOP, PHONE = {"width": 1280, "height": 860}, {"width": 380, "height": 760}
ANSWER_LIMIT_MS = 120_000
ASKED = (
    ("chat", "Hello, who are you?"),
    ("cell", "What is 17% of 2340?"),
    ("card", "A booking form for a pottery class with name, email and date"),
    ("code", "Write a Python function that reverses a string"),
)


def main(url: str) -> None:
    """Ask, wait, photograph; then the same conversation in the other looks."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for look, viewport in (("desktop-light", DESKTOP), ("phone-dark", PHONE), ("desktop-dark", DESKTOP)):
            page = _open(browser, url, look, viewport)
            page.screenshot(path=FOLDER / f"start-{look}.png")
            for name, text in ASKED if look != "phone-dark" else ASKED[1:3]:
                _ask(page, text)
                page.screenshot(path=FOLDER / f"{name}-{look}.png")
            page.context.close()
        browser.close()


def _open(browser: Browser, url: str, look: str, viewport: dict[str, int]) -> Page:
    scheme = "dark" if look.endswith("dark") else "light"
    page = browser.new_context(viewport=viewport, color_scheme=scheme).new_page()  # type: ignore[arg-type]
    page.goto(url)
    page.get_by_text("What shall we make?").wait_for()
    page.wait_for_timeout(1_500)
    return page


def _ask(page: Page, text: str) -> None:
    page.locator("textarea").first.fill(text)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Stop").wait_for()
    page.get_by_role("button", name="Stop").wait_for(state="detached", timeout=ANSWER_LIMIT_MS)
    page.wait_for_timeout(2_500)


if __name__ == "__main__":
    main(sys.argv[1])
