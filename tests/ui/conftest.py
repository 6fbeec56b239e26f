"""The served app and a browser on it, once for the suite.

Covers: building when needed, serving on a free port in a process group of its own with a data folder of its own, a
fresh page per test. `scripted` serves the page on an engine that answers from a script; `real` on the real one.
Does not cover: what is asked of the page (test_*.py).
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
READY_LIMIT_S = 90.0
FLAGS = (
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@dataclass(frozen=True)
class Served:
    """A running server: its address, its data folder, its process group."""

    url: str
    data: Path
    group: int


@pytest.fixture(scope="session")
def built() -> None:
    """The built page; scripts/test has built it already, a bare pytest builds it here."""
    done = subprocess.run([sys.executable, "-m", "app.build"], cwd=ROOT, check=False)
    assert done.returncode == 0, "the build failed; its output is above"


@pytest.fixture(scope="session")
def scripted(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The page on an engine that answers from a script."""
    yield from _served("scripted:server", tmp_path_factory.mktemp("scripted"))


@pytest.fixture(scope="session")
def real(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The page on the real engine."""
    yield from _served("app.app:app", tmp_path_factory.mktemp("real"))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The system's Chromium or Chrome."""
    found = os.environ.get("PETITFOUR_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    assert found, "the UI tests need Chromium; scripts/test installs it, or set PETITFOUR_CHROMIUM"
    # Chromium's own sandbox does not start for root in a container.
    flags = [*FLAGS, "--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else list(FLAGS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=flags)
        yield browser
        browser.close()


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A browser profile of its own."""
    context = chromium.new_context(viewport={"width": 1280, "height": 860}, permissions=["clipboard-write"])
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext, scripted: Served) -> Iterator[Page]:
    """A page on the scripted server, ready to be typed into; an error on its console fails the test."""
    page = context.new_page()
    errors: list[str] = []
    page.on("console", lambda message: _note_error(message, errors))
    page.on("pageerror", lambda error: errors.append(str(error)))
    open_page(page, scripted.url)
    yield page
    assert errors == []


def open_page(page: Page, url: str) -> None:
    """Go there and wait until the socket and the engine are up: before that, buttons exist but do nothing."""
    page.goto(url)
    page.locator('[data-testid="engine"][data-ready="true"]').wait_for(timeout=60_000)


def send(page: Page, text: str) -> None:
    """Type a message and press Enter."""
    page.get_by_test_id("say").fill(text)
    page.get_by_test_id("say").press("Enter")


def answered(page: Page, *, timeout_s: float = 30) -> None:
    """Wait until the message was taken and its turn has ended."""
    expect(page.get_by_test_id("say")).to_have_value("", timeout=timeout_s * 1000)
    page.locator('[data-testid="turn"][data-live="false"]').last.wait_for(timeout=timeout_s * 1000)
    page.get_by_test_id("send").wait_for(timeout=timeout_s * 1000)


def _note_error(message: ConsoleMessage, errors: list[str]) -> None:
    if message.type == "error":
        errors.append(message.text)


def _served(target: str, data: Path) -> Iterator[Served]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {
        **os.environ,
        "PETITFOUR_DATA": str(data),
        "PYTHONPATH": os.pathsep.join((str(ROOT / "tests" / "ui"), str(ROOT), os.environ.get("PYTHONPATH", ""))),
    }
    command = [sys.executable, "-m", "app.serve", "--port", str(port), "--app", target]
    server = subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True)
    url = f"http://127.0.0.1:{port}"
    try:
        _wait(f"{url}/ping", server)
        yield Served(url, data, server.pid)
    finally:
        _end(server)


def _wait(url: str, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + READY_LIMIT_S
    while time.monotonic() < deadline:
        assert server.poll() is None, "the server ended; its output is above"
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"the server did not answer within {READY_LIMIT_S:.0f} s")


def _end(server: subprocess.Popen[bytes]) -> None:
    """Politely, then by force: a server that ignores TERM would keep its port and confuse the next one."""
    server.terminate()
    try:
        server.wait(20)
    except subprocess.TimeoutExpired:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait(5)
