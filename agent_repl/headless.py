"""The REPL on this machine: the browser's worker code under Node, in a child process that a cell cannot outlive.

Covers: starting the process, running cells one at a time, the limit on time (interrupt, then kill), reset, close.
Does not cover: what a cell can reach inside the interpreter (worker/lockdown.mjs), building the worker (build.py).
The process may read only the worker's folders; it has no child processes, no add-ons and, where the system grants an
unprivileged network namespace, no network.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import signal
import time
from dataclasses import replace
from pathlib import Path
from typing import Self

from agent_repl.cell import Observation
from agent_repl.errors import ReplError
from agent_repl.protocol import Observed, Start, WorkerStatus, line, parse

LOST = "the names of earlier cells are gone"
START_LIMIT_S = 90.0
GRACE_S = 0.75
"""How long an interrupted cell may take to stop before its process is killed."""
CODE_LIMIT_CHARS = 100_000
PASSED = ("PATH", "TZ")
"""What the process inherits of the environment: a cell's `date.today()` is the host's."""
LINE_LIMIT_BYTES = 1 << 20
HEAP_LIMIT_MB = 256
"""Bounds JavaScript's heap; the interpreter's own memory is bounded in worker/repl.mjs."""


class HeadlessRepl:
    """A stateful REPL without a browser; names persist over cells until `reset`, `close` or a kill.

    Usable as `async with HeadlessRepl(assets) as repl`. The process starts with the first cell.
    """

    def __init__(self, assets: Path) -> None:
        self._assets = assets.resolve()
        self._process: asyncio.subprocess.Process | None = None
        self._argv: list[str] = []
        self._turn = asyncio.Lock()
        self._count = 0
        self.start: Start | None = None
        """How the interpreter started: from the snapshot, or plainly and slower."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def run(self, code: str, timeout_s: float = 10.0) -> Observation:
        """Run one cell; the limit counts from when the interpreter is ready.

        A cell that ignores the interrupt is killed: earlier names are then gone, and the observation says so.

        Raises:
            ReplError: the worker is not built, node is missing, or the interpreter does not start.
        """
        if len(code) > CODE_LIMIT_CHARS:
            return Observation(status="error", error=f"the cell is longer than {CODE_LIMIT_CHARS} characters")
        async with self._turn:
            process = await self._ready()
            self._count += 1
            done = False
            try:
                seen = await self._run(process, str(self._count), code, timeout_s)
                done = True
                return seen
            finally:
                if not done:  # cancelled or broken: the process is in an unknown state
                    await self._kill()

    async def reset(self) -> None:
        """Forget every name; keeps the process."""
        async with self._turn:
            if self._process is None:
                return
            done = False
            try:
                await self._send(self._process, line("reset"))
                async with asyncio.timeout(START_LIMIT_S):
                    await self._until_ready(self._process)
                done = True
            finally:
                if not done:
                    await self._kill()

    async def close(self) -> None:
        """End the process; a later `run` starts a fresh one."""
        await self._kill()

    async def _run(self, process: asyncio.subprocess.Process, cell: str, code: str, timeout_s: float) -> Observation:
        begun = time.monotonic()
        await self._send(process, line("cell", id=cell, code=code))
        try:
            async with asyncio.timeout(timeout_s):
                return await self._observation(process, cell)
        except TimeoutError:
            await self._send(process, line("interrupt", id=cell))
        try:
            async with asyncio.timeout(GRACE_S):
                late = await self._observation(process, cell)
                return replace(late, status="timeout", value=None)
        except TimeoutError:
            await self._kill()
            ms = (time.monotonic() - begun) * 1000
            return Observation(status="timeout", error=LOST, ms=ms)

    async def _observation(self, process: asyncio.subprocess.Process, cell: str) -> Observation:
        """The cell's observation; a worker that dies under it makes an error of it."""
        while True:
            message = await self._read(process)
            match message:
                case Observed(id=found, observation=seen) if found == cell:
                    await self._settle(process)
                    return seen
                case None:
                    await self._kill()
                    return Observation(status="error", error=f"the interpreter died; {LOST}")
                case _:
                    continue

    async def _settle(self, process: asyncio.subprocess.Process) -> None:
        """Read the status that follows an observation: an interpreter that broke is replaced before the next cell."""
        match await self._read(process):
            case WorkerStatus(state="ready"):
                return
            case _:
                await self._kill()

    async def _ready(self) -> asyncio.subprocess.Process:
        if self._process is not None and self._process.returncode is None:
            return self._process
        self._argv = self._argv or await self._command()
        process = self._process = await asyncio.create_subprocess_exec(
            *self._argv,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={name: os.environ[name] for name in PASSED if name in os.environ} | {"NODE_NO_WARNINGS": "1"},
            cwd=self._assets,
            start_new_session=True,
            limit=LINE_LIMIT_BYTES,
        )
        done = False
        try:
            await self._send(process, line("start"))
            async with asyncio.timeout(START_LIMIT_S):
                self.start = await self._until_ready(process)
            done = True
            return process
        except TimeoutError as error:
            raise ReplError(f"Python did not start within {START_LIMIT_S:g} s; is the machine busy?") from error
        finally:
            if not done:
                await self._kill()

    async def _until_ready(self, process: asyncio.subprocess.Process) -> Start | None:
        while True:
            match await self._read(process):
                case WorkerStatus(state="ready", start=start):
                    return start
                case WorkerStatus(state="failed", detail=detail):
                    raise ReplError(f"Python did not start ({detail}); run scripts/build again")
                case None:
                    raise ReplError("the Python worker ended while it started; run scripts/build again")
                case _:
                    continue

    async def _read(self, process: asyncio.subprocess.Process) -> WorkerStatus | Observed | None:
        """The next known message, or None when the process has ended."""
        assert process.stdout is not None
        while text := await process.stdout.readline():
            if (message := parse(text)) is not None:
                return message
        return None

    async def _send(self, process: asyncio.subprocess.Process, text: bytes) -> None:
        assert process.stdin is not None
        with contextlib.suppress(ConnectionError):  # a dead process is noticed where its answer is read
            process.stdin.write(text)
            await process.stdin.drain()

    async def _kill(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()

    async def _command(self) -> list[str]:
        entry = self._assets / "workers" / "node.mjs"
        if not entry.is_file():
            raise ReplError(f"the Python worker is not built ({entry} is missing); run scripts/build")
        node = shutil.which("node")
        if node is None:
            raise ReplError("node is needed to run cells outside a browser; install Node.js 20 or newer")
        return [*await _without_network(), node, *await _permissions(node, self._assets), str(entry)]


async def _permissions(node: str, assets: Path) -> list[str]:
    """Flags that leave the process nothing but reading the worker's files, by Node's version."""
    found = re.match(r"v(\d+)\.", (await _output(node, "--version")) or "")
    major = int(found[1]) if found else 0
    if major < 20:
        raise ReplError(f"{node} is too old to confine a cell; install Node.js 20 or newer")
    return [
        "--permission" if major >= 24 else "--experimental-permission",
        "--allow-worker",
        *(f"--allow-fs-read={assets / folder}/*" for folder in ("workers", "vendor/pyodide")),
        "--disallow-code-generation-from-strings",
        "--no-addons",
        f"--max-old-space-size={HEAP_LIMIT_MB}",
    ]


async def _without_network() -> list[str]:
    """The prefix that starts a command in an empty network namespace, where the system grants one."""
    unshare = shutil.which("unshare")
    if unshare is None or await _output(unshare, "-r", "-n", "true") is None:
        return []
    return [unshare, "-r", "-n", "--"]


async def _output(*command: str) -> str | None:
    """What a short command prints, or None when it fails."""
    process = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    text, _ = await process.communicate()
    return text.decode() if process.returncode == 0 else None
