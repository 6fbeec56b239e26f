"""Set-up on a fresh machine, for scripts/up, test, check and build. Standard library only.

Covers: the virtual environment, the JavaScript tools, the browser and vLLM for tests, and handing over to the built
thing.
Every step is skipped when its inputs have not changed (a stamp holds their hash), says what it does when it does
something, and fails with one sentence that says what to install.
Does not cover: what is built (app/build.py) or served (app/serve.py).
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
TOOLS = ROOT / ".tools"
BUN = TOOLS / "node_modules" / "bun" / "bin" / "bun.exe"
TEST_RUNS = (("tests/unit", "tests/contract"), ("tests/ui",))
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC_CHROME = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")


class Missing(Exception):
    """A piece that the person must install; the message is the one sentence they see."""


def main(arguments: Sequence[str]) -> int:
    """Run one of the four commands; returns its exit status."""
    commands: dict[str, Callable[[list[str]], int]] = {"up": up, "test": test, "check": check, "build": build}
    if not arguments or arguments[0] not in commands:
        print("usage: bootstrap.py up|test|check|build [arguments]", file=sys.stderr)
        return 2
    try:
        return commands[arguments[0]](list(arguments[1:]))
    except Missing as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def up(arguments: list[str]) -> int:
    """Set up, build what changed, serve; `--port`, `--host` go to the server."""
    build([])
    return run([python(), "-m", "app.serve", *arguments])


def build(arguments: list[str]) -> int:
    """Set up, then build what changed."""
    environment([])
    javascript()
    if run([python(), "-m", "app.build", *arguments]) != 0:
        raise Missing("The build failed; the lines above say where. Nothing that worked before was removed.")
    return 0


def test(arguments: list[str]) -> int:
    """Set up everything, build, then run pytest with `arguments`."""
    environment(["test", "train"])
    browser = find_browser() or install_browser()
    allocator()
    build([])
    if not arguments or any("contract" in argument for argument in arguments):
        vllm()
    if arguments:
        return run([python(), "-m", "pytest", *arguments], PETITFOUR_CHROMIUM=browser)
    # Two processes: the browser's driver keeps an event loop running, under which no other test can start its own.
    outcomes = [run([python(), "-m", "pytest", *folders], PETITFOUR_CHROMIUM=browser) for folders in TEST_RUNS]
    return max(outcomes)


def check(arguments: list[str]) -> int:
    """Format, lint and types; changes nothing unless `--fix`."""
    environment(["test", "train"])
    ruff = str(VENV / "bin" / "ruff")
    fix = "--fix" in arguments
    commands = [
        [ruff, "format", *([] if fix else ["--check"]), "."],
        [ruff, "check", *(["--fix"] if fix else []), "."],
        [python(), "-m", "pyright"],
    ]
    failed = [command for command in commands if run(command) != 0]
    return 1 if failed else 0


def environment(extras: list[str]) -> None:
    """Create .venv and install the distribution with `extras`, unless that was done for this pyproject.toml."""
    fresh = not (VENV / "bin" / "python").exists()
    if fresh:
        say("creating .venv")
        if run([sys.executable, "-m", "venv", str(VENV)]) != 0:
            shutil.rmtree(VENV, ignore_errors=True)
            raise Missing(
                "Python has no venv module here; install it (Debian: apt install python3-venv) and try again."
            )
    inputs = digest(ROOT / "pyproject.toml", extra=sys.version)
    wanted = [name for name in ["", *extras] if not stamped(VENV / f".petitfour{name}", inputs)]
    if not wanted:
        return
    names = [name for name in wanted if name]
    target = f"{ROOT}[{','.join(names)}]" if names else str(ROOT)
    say(f"installing Python packages{' for ' + ' and '.join(names) if names else ''}")
    command = [python(), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-e", target]
    if run(command) != 0:
        raise Missing("pip could not install the packages; check the network or the package index that pip is set to.")
    for name in wanted:
        stamp(VENV / f".petitfour{name}", inputs)


def javascript() -> None:
    """Install the pinned JavaScript tools into .tools/, with npm, or with a bun that is already there."""
    manifest = ROOT / "tools" / "package.json"
    lock = ROOT / "tools" / "package-lock.json"
    inputs = digest(manifest, lock)
    if stamped(TOOLS / ".petitfour", inputs) and BUN.exists():
        return
    say("installing the JavaScript tools into .tools")
    TOOLS.mkdir(exist_ok=True)
    shutil.copy(manifest, TOOLS)
    shutil.copy(lock, TOOLS)
    npm, bun = shutil.which("npm"), shutil.which("bun") or reflex_bun()
    if npm:
        command = [npm, "ci", "--prefix", str(TOOLS), "--no-audit", "--no-fund", "--loglevel=error"]
    elif bun:
        command = [bun, "install", "--cwd", str(TOOLS)]
    else:
        raise Missing(
            "Neither npm nor bun was found and bun could not be fetched; install Node.js with npm, then try again."
        )
    if run(command) != 0 or not BUN.exists():
        raise Missing("The JavaScript tools could not be installed; check the network or `npm config get registry`.")
    stamp(TOOLS / ".petitfour", inputs)


def reflex_bun() -> str | None:
    """Let Reflex fetch bun into its own folder; None when it cannot."""
    code = "from reflex.utils import js_runtimes as r, path_ops as p;r.install_bun();print(p.get_bun_path() or '')"
    done = subprocess.run([python(), "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    path = done.stdout.strip().splitlines()[-1:] or [""]
    return path[0] if done.returncode == 0 and Path(path[0]).is_file() else None


def find_browser() -> str | None:
    """The Chromium or Chrome that tests drive: $PETITFOUR_CHROMIUM, else one on PATH."""
    chosen = os.environ.get("PETITFOUR_CHROMIUM")
    if chosen:
        return chosen
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    return found or (str(MAC_CHROME) if MAC_CHROME.exists() else None)


def install_browser() -> str:
    """Install Debian's chromium when we may, else say what is missing."""
    if not apt("chromium") or not (found := shutil.which("chromium")):
        raise Missing("The UI tests need Chromium or Chrome; install one (Debian: apt install chromium) and try again.")
    return found


def allocator() -> None:
    """Install libjemalloc2 in CI, where a root shell may: it keeps the engine's memory steady."""
    if os.environ.get("CI") and not list(Path("/usr/lib").glob("*/libjemalloc.so.2")):
        apt("libjemalloc2")


def vllm() -> None:
    """Install vLLM beside everything else, for its contract tests; where it cannot be, they skip and say so."""
    if run([python(), "-m", "backend.engine.vllm_install"]) != 0:
        say("its contract tests are skipped")


def apt(package: str) -> bool:
    """Install a Debian package as root; False when this is not Debian or not root."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return False
    say(f"installing {package}")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", package]
    if run(install, stdout=subprocess.DEVNULL, **quiet) == 0:
        return True
    run(["apt-get", "update", "-qq"], stdout=subprocess.DEVNULL, **quiet)
    return run(install, stdout=subprocess.DEVNULL, **quiet) == 0


def python() -> str:
    """The virtual environment's Python."""
    return str(VENV / "bin" / "python")


def run(command: Sequence[str], *, stdout: int | None = None, **extra: str) -> int:
    """Run a command in the checkout with `extra` in its environment; returns its status."""
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **extra}, stdout=stdout, check=False).returncode


def digest(*files: Path, extra: str = "") -> str:
    """One hash of the files' bytes and `extra`."""
    total = hashlib.sha256(extra.encode())
    for file in files:
        total.update(file.read_bytes())
    return total.hexdigest()


def stamped(file: Path, inputs: str) -> bool:
    """True when the step that writes `file` was done for these inputs."""
    return file.exists() and file.read_text() == inputs


def stamp(file: Path, inputs: str) -> None:
    """Record that a step was done for these inputs."""
    file.write_text(inputs)


def say(what: str) -> None:
    """Tell the person what happens now."""
    print(f"petitfour: {what}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
