"""Starts the server on the built page and prints its address. Standard library only, so that it stays small.

Covers: choosing a port, one sentence when it is taken or nothing was built, waiting until the page answers, ending
the server with itself. Does not cover: building (app/build.py).
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEFAULT_PORT = 8100
READY_LIMIT_S = 60.0
END_LIMIT_S = 8.0

# Internal names of Reflex 0.10.1: serve the compiled page, compile nothing. They live in this file only.
_REFLEX = {
    "REFLEX_ENV_MODE": "prod",
    "__REFLEX_MOUNT_FRONTEND_COMPILED_APP": "1",
    "__REFLEX_SKIP_COMPILE": "1",
    "REFLEX_TELEMETRY_ENABLED": "false",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until interrupted; 1 with a sentence when that is not possible."""
    parser = argparse.ArgumentParser(prog="petitfour up", description="Serve the Petitfour page.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1: this machine only)")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help="port to listen on; 0 takes a free one")
    parser.add_argument("--app", default="app.app:app", help=argparse.SUPPRESS)  # the UI tests serve a scripted engine
    chosen = parser.parse_args(arguments)
    if not (ROOT / ".web" / "build" / "client").is_dir():
        return _sorry("The page has not been built yet; run scripts/build, or scripts/up which does both.")
    port = _free_port(chosen.host) if chosen.port == 0 else chosen.port
    if problem := _cannot_listen(chosen.host, port):
        return _sorry(problem)
    server = subprocess.Popen(
        _command(chosen.app, chosen.host, port), cwd=ROOT, env={**os.environ, **_REFLEX}, start_new_session=True
    )
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, _stop)
    try:
        return _watch(server, chosen.host, port)
    except _Stopped:
        return 0
    finally:
        _end(server)


class _Stopped(Exception):
    """Someone asked the launcher to end."""


def _stop(*_: object) -> None:
    # Waiting for the server inside a handler would wait for the lock that the interrupted wait holds.
    raise _Stopped


def _watch(server: subprocess.Popen[bytes], host: str, port: int) -> int:
    """Say where the page is, then wait for the server's end."""
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    url = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"
    if not _answers(f"{url}/ping", server):
        return _sorry(f"The server did not answer at {url} within {READY_LIMIT_S:.0f} s; its output is above.")
    print(f"Petitfour is at {url}", flush=True)
    return 0 if server.wait() in (0, -signal.SIGTERM, -signal.SIGINT) else 1


def _command(app: str, host: str, port: int) -> list[str]:
    return [
        *(sys.executable, "-m", "granian", "--interface", "asgi", "--factory", "--host", host, "--port", str(port)),
        *("--workers", "1", "--workers-kill-timeout", "3", "--log-level", "warning", app),
    ]


def _cannot_listen(host: str, port: int) -> str:
    """Why nothing can listen there; empty when something can. Granian would share a taken port in silence."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        try:
            probe.bind((host, port))
        except OSError as error:
            return f"Port {port} on {host} cannot be used ({error.strerror}); choose another with --port, or --port 0."
    return ""


def _free_port(host: str) -> int:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.bind((host, 0))
        return probe.getsockname()[1]


def _answers(url: str, server: subprocess.Popen[bytes]) -> bool:
    deadline = time.monotonic() + READY_LIMIT_S
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=2) as reply:
                return reply.status == 200
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    return False


def _end(server: subprocess.Popen[bytes]) -> None:
    """End the server's whole process group: politely, then by force."""
    for name, limit_s in ((signal.SIGTERM, END_LIMIT_S), (signal.SIGKILL, 2.0)):
        try:
            os.killpg(server.pid, name)
            server.wait(limit_s)
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            continue


def _sorry(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
