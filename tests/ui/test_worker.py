"""The worker in a real browser, behind the response headers that the app sends.

Covers: cells, limits, Stop, once per key, and that a cell reaches no network, page or storage.
Does not cover: the chat around it (the other tests of this folder).
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from agent_repl.build import build_worker
from agent_repl.isolation import PAGE_ISOLATION, WORKER_PATH, worker_headers

ROOT = Path(__file__).resolve().parents[2]
PAGE = """<!doctype html><title>worker</title><p id="state"></p><script type="module">
import { createReplHost } from "/host/worker_host.js";
const waiting = new Map();
window.seen = [];
window.states = [];
const host = createReplHost({
  onStatus: (state, detail) => { states.push(state); document.getElementById("state").textContent = state; },
  onObservation: (key, observation) => { seen.push(key); waiting.get(key)?.(observation); },
});
let count = 0;
window.host = host;
window.cell = (code, limitMs = 10000, key = `k${++count}`) =>
  new Promise((resolve) => { waiting.set(key, resolve); host.run(key, code, limitMs); });
</script>"""


class _Site(SimpleHTTPRequestHandler):
    """The built assets, the host's script and one page, with the headers of the app; remembers what was asked for."""

    asked: list[str]
    isolated = True

    def do_GET(self) -> None:
        self.asked.append(self.path)
        super().do_GET()

    def translate_path(self, path: str) -> str:
        folder = ROOT / "agent_repl" if path.startswith("/host/") else ROOT / "assets"
        return str(folder / path.removeprefix("/host/").lstrip("/"))

    def send_head(self):
        if self.path != "/":
            return super().send_head()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE.encode())
        return None

    def end_headers(self) -> None:
        origin = f"http://{self.headers['Host']}"
        headers = worker_headers(origin) if self.path.startswith(WORKER_PATH) else {"cache-control": "no-cache"}
        for name, value in {**(PAGE_ISOLATION if self.isolated else {}), **headers}.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""


@pytest.fixture(scope="module", params=[True, False], ids=["isolated", "not isolated"])
def site(request: pytest.FixtureRequest) -> Iterator[tuple[str, list[str]]]:
    """The address of a loopback server, with and without what SharedArrayBuffer needs."""
    build_worker(ROOT / ".tools", ROOT / "assets")
    asked: list[str] = []
    handler = type("Site", (_Site,), {"asked": asked, "isolated": request.param})
    handler.extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/", asked
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def page(site: tuple[str, list[str]], chromium: Browser) -> Iterator[Page]:
    """One page with one interpreter, shared by the tests of a site."""
    page = chromium.new_page()
    page.set_default_timeout(60_000)
    page.goto(site[0])
    page.wait_for_function("!!window.cell")
    yield page
    page.close()


def run(page: Page, code: str, limit_ms: int = 10_000) -> dict[str, object]:
    return page.evaluate("([code, limit]) => cell(code, limit)", [code, limit_ms])


def test_a_cell_computes_and_names_persist(page: Page) -> None:
    seen = run(page, "price = 2340\nprint('17 %')\nround(price * 0.17, 2)")
    assert (seen["status"], seen["stdout"], seen["value"]) == ("ok", "17 %\n", "397.8")
    assert run(page, "price")["value"] == "2340"
    assert "line 1: 1/0" in str(run(page, "1/0")["error"])
    expect(page.locator("#state")).to_have_text("ready")


def test_an_infinite_loop_ends_at_its_limit_and_the_next_cell_works(page: Page) -> None:
    run(page, "kept = 1")
    seen = run(page, "while True: pass", 500)
    assert seen["status"] == "timeout"
    assert float(str(seen["ms"])) < 1_500
    after = run(page, "kept if 'kept' in globals() else 'gone'")["value"]
    assert after == ("'gone'" if seen["error"] == "the names of earlier cells are gone" else "1")


def test_an_interrupt_keeps_the_names_of_earlier_cells_where_the_page_is_isolated(page: Page) -> None:
    if not page.evaluate("crossOriginIsolated"):
        run(page, "kept = 1")
        assert run(page, "while True: pass", 300)["error"] == "the names of earlier cells are gone"
        return
    for _ in range(5):  # a starved worker may miss its grace; then it is terminated, and says so
        run(page, "kept = 1")
        run(page, "while True: pass", 300)
        if run(page, "kept if 'kept' in globals() else 'gone'")["value"] == "1":
            return
    pytest.fail("five interrupts in a row lost the names")


def test_stop_ends_a_running_and_a_waiting_cell(page: Page) -> None:
    run(page, "1")
    seen = page.evaluate("""async () => {
        const loop = cell("while True: pass", 10000, "loop"), next = cell("'next'", 10000, "waits");
        while (states.at(-1) !== "running") await new Promise((go) => setTimeout(go, 20));
        host.stop("waits");
        host.stop("loop");
        return Promise.all([loop, next]);
    }""")
    assert [one["status"] for one in seen] == ["error", "error"]
    assert all(str(one["error"]).startswith("stopped") for one in seen)
    assert run(page, "6 * 7")["value"] == "42"


def test_a_cell_runs_once_however_often_it_is_given(page: Page) -> None:
    run(page, "runs = 0")
    page.evaluate("cell('runs += 1', 10000, 'same')")
    page.evaluate("for (let i = 0; i < 5; i++) host.run('same', 'runs += 1', 10000)")
    assert run(page, "runs")["value"] == "1"
    assert page.evaluate("seen.filter((key) => key === 'same').length") == 1


@pytest.mark.parametrize(
    "code",
    [
        "import js\nawait js.fetch('/stolen')",
        "from pyodide.http import pyfetch\nawait pyfetch('/stolen')",
        "from pyodide.code import run_js\nrun_js(\"fetch('/stolen')\")",
        "import urllib.request\nurllib.request.urlopen('http://127.0.0.1/stolen')",
        "import js\njs.document.cookie",
        "import js\njs.indexedDB",
        "import js\njs.postMessage('forged')",
        "from js import XMLHttpRequest",
    ],
)
def test_a_cell_reaches_no_network_page_or_storage(page: Page, site: tuple[str, list[str]], code: str) -> None:
    seen = run(page, code)
    assert seen["status"] == "blocked"
    assert "/stolen" not in site[1]


@pytest.mark.parametrize(
    "script",
    [
        "await fetch('/stolen')",
        "await import('/host/worker_host.js')",
        "(0, eval)('1')",
        "await new Promise((go, no) => { new Worker('/workers/repl.mjs').onerror = no; setTimeout(go, 2000); })",
    ],
    ids=["fetch", "import", "eval", "nested worker"],
)
def test_the_workers_own_policy_holds_for_any_script_in_it(
    page: Page, site: tuple[str, list[str]], script: str
) -> None:
    """A script that does the forbidden thing itself, served with the worker's headers: no Python is involved."""
    probe = ROOT / "assets" / "workers" / f"probe-{uuid.uuid4().hex}.mjs"  # a fresh name: nothing cached is run
    probe.write_text(f"try {{ {script}; postMessage('reached') }} catch (error) {{ postMessage(error.name) }}")
    try:
        answer = page.evaluate(
            """(name) => new Promise((resolve) => {
                const probe = new Worker(`/workers/${name}`, { type: "module" });
                probe.onmessage = ({ data }) => resolve(data);
                probe.onerror = () => resolve("refused");
            })""",
            probe.name,
        )
    finally:
        probe.unlink()
    assert answer != "reached"
    assert "/stolen" not in site[1]
