"""The one engine process of a data directory: joined when it runs, started when it does not, restarted when it dies.

Covers: the lock and record through which several processes share a child, readiness, the log file, restarts with a
growing pause, and the states an operator sees.
Does not cover: requests (llamacpp.py) or what runs inside the child (server.py).
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import logging
import os
import secrets
import signal
import sys
import time
from collections import deque
from collections.abc import AsyncGenerator
from dataclasses import asdict
from pathlib import Path
from typing import IO, Literal

from backend.engine.build import EngineFiles
from backend.engine.record import Record, ServerConfig
from backend.engine.weights import CONTEXT_TOKENS
from backend.errors import EngineUnreachable
from backend.paths import repo_root

logger = logging.getLogger(__name__)

SLOTS = 4
POOL_TOKENS = 2 * CONTEXT_TOKENS
"""K/V cells that the lanes share: each may fill the whole context, not all at once (24 kB a cell)."""
START_LIMIT_S = 120.0
THREADS_LIMIT = 4
"""More threads wait longer for each other than they save on a model this small."""
LOG_LIMIT_BYTES = 4 << 20
DEATHS_LIMIT, DEATHS_WINDOW_S = 5, 60.0
_PAUSES_S = (0.0, 0.2, 1.0, 2.0, 5.0)
CLOSE_LIMIT_S = 0.5
END_LIMIT_S = 2.0
WATCH_S = 0.5
SERVER = "backend.engine.server"
_POLL_S = 0.02
# OpenMP threads that sleep at a barrier instead of spinning, and a core left free while decoding. On 2 cores at load 4,
# decoding made 32 tokens/s with one thread, 12 with two that sleep and 1.5 with two that spin; prefill, whose barriers
# are rare, lost a third with two.
_CALM = {"OMP_WAIT_POLICY": "passive", "GOMP_SPINCOUNT": "0"}

State = Literal["stopped", "starting", "ready", "died", "gave_up", "closed"]


class Supervisor:
    """Holds a lease on the engine process of `folder`; the process ends when its last holder is gone."""

    def __init__(self, folder: Path, files: EngineFiles) -> None:
        self.state: State = "stopped"
        self.starts = 0
        self.log_path = folder / "engine.log"
        self._folder, self._files = folder, files
        self._record_path, self._lock_path = folder / "engine.json", folder / "engine.lock"
        self._record: Record | None = None
        self._lease: int | None = None
        self._child: int | None = None
        self._watcher: asyncio.Task[None] | None = None
        self._turnstile = asyncio.Lock()
        self._deaths: deque[float] = deque(maxlen=DEATHS_LIMIT)

    async def ready(self) -> Record:
        """Where the engine answers now; joins or starts it first when needed.

        Raises:
            EngineUnreachable: it does not start, dies again and again, or was closed.
        """
        if self._record is not None and _is_engine(self._record.pid):
            return self._record
        async with self._turnstile:
            if self.state == "closed":
                raise EngineUnreachable("the engine was closed with the application; start it again")
            if self._record is None or not _is_engine(self._record.pid):
                self._record = await self._obtain()
            return self._record

    async def gone(self, record: Record) -> bool:
        """True when the process of `record` has ended, or does so within a second: its connections broke."""
        return await _until_gone(record.pid, 1.0)

    async def close(self) -> None:
        """Give the lease back; waits a moment for the child, which stays when others hold it."""
        self.state = "closed"
        if self._watcher is not None:
            self._watcher.cancel()
            await asyncio.gather(self._watcher, return_exceptions=True)
        self._drop_lease()
        if self._child is not None:
            await _until_gone(self._child, CLOSE_LIMIT_S)

    async def _obtain(self) -> Record:
        if self._record is not None:
            self._note_death()
        await self._pause()
        self.state = "starting"
        self._folder.mkdir(parents=True, exist_ok=True)
        async with _locked(self._lock_path):
            record = Record.read(self._record_path)
            if record is not None and self._join(record):
                logger.info("engine joined", extra={"pid": record.pid})
            else:
                record = await self._start(record)
        self.state = "ready"
        self.starts += 1
        if self._watcher is None:
            self._watcher = asyncio.create_task(self._watch(), name="engine watcher")
        return record

    def _note_death(self) -> None:
        self._record = None
        self._drop_lease()
        self._deaths.append(time.monotonic())
        self.state = "died"
        logger.warning("engine died", extra={"deaths": len(self._deaths), "log": str(self.log_path)})

    async def _pause(self) -> None:
        recent = [at for at in self._deaths if time.monotonic() - at < DEATHS_WINDOW_S]
        if len(recent) >= DEATHS_LIMIT:
            self.state = "gave_up"
            often = f"{DEATHS_LIMIT} times in {DEATHS_WINDOW_S:g} s"
            raise EngineUnreachable(f"the engine died {often}; see {self.log_path}, then try again in a minute")
        await asyncio.sleep(_PAUSES_S[len(recent)])

    def _join(self, record: Record) -> bool:
        if record.fingerprint != self._files.fingerprint:
            return False
        with contextlib.suppress(OSError):  # no reader, or no lease: the child is gone
            self._lease = os.open(record.lease, os.O_WRONLY | os.O_NONBLOCK)
            return _is_engine(record.pid)
        return False

    async def _start(self, previous: Record | None) -> Record:
        self._drop_lease()
        if previous is not None:
            await _end(previous)
        for stale in self._folder.glob("engine-*.lease"):
            stale.unlink(missing_ok=True)
        lease = self._folder / f"engine-{secrets.token_hex(4)}.lease"
        os.mkfifo(lease, 0o600)
        self._lease = os.open(lease, os.O_RDWR | os.O_NONBLOCK)
        cores = len(os.sched_getaffinity(0))
        config = ServerConfig(
            weights=str(self._files.weights),
            adapters=[(name, str(path)) for name, path in self._files.adapters],
            key=secrets.token_urlsafe(24),
            record=str(self._record_path),
            lease=str(lease),
            fingerprint=self._files.fingerprint,
            slots=SLOTS,
            context_tokens=CONTEXT_TOKENS,
            pool_tokens=POOL_TOKENS,
            decode_threads=min(THREADS_LIMIT, max(1, cores - 1)),
            prefill_threads=min(THREADS_LIMIT, cores),
        )
        began = time.monotonic()
        with self._log() as log:
            self._child = _spawn(config, log.fileno())
        record = await self._published(self._child)
        logger.info("engine started", extra={"pid": record.pid, "ms": round((time.monotonic() - began) * 1000)})
        return record

    async def _published(self, child: int) -> Record:
        deadline = time.monotonic() + START_LIMIT_S
        try:
            while not _exited(child) and time.monotonic() < deadline:
                record = Record.read(self._record_path)
                if record is not None and record.pid == child:
                    return record
                await asyncio.sleep(_POLL_S)
        except BaseException:
            _kill(child)
            raise
        self._note_death()
        if not _exited(child):
            _kill(child)
            raise EngineUnreachable(f"the engine was not ready within {START_LIMIT_S:g} s; see {self.log_path}")
        raise EngineUnreachable(f"the engine ended while it started; see {self.log_path}")

    async def _watch(self) -> None:
        """Start the engine again soon after it died, so that the next request need not wait for it."""
        while True:
            await asyncio.sleep(WATCH_S)
            if self.state == "ready" and self._record is not None and not _is_engine(self._record.pid):
                try:
                    await self.ready()
                except EngineUnreachable:
                    logger.exception("engine not restarted")

    def _log(self) -> IO[bytes]:
        if self.log_path.exists() and self.log_path.stat().st_size > LOG_LIMIT_BYTES:
            os.replace(self.log_path, self.log_path.with_suffix(".log.1"))
        return self.log_path.open("ab")

    def _drop_lease(self) -> None:
        if self._lease is not None:
            os.close(self._lease)
            self._lease = None


def _spawn(config: ServerConfig, log: int) -> int:
    """The process id of a new child. It is not tied to this process as asyncio's and subprocess's children are.

    They are killed, or warned about, with the object that stands for them; this one lives as long as its lease.
    """
    paths = [str(repo_root()), *filter(None, [os.environ.get("PYTHONPATH")])]
    source, sink = os.pipe()
    try:
        os.write(sink, json.dumps(asdict(config)).encode() + b"\n")
        return os.posix_spawn(
            sys.executable,
            [sys.executable, "-m", SERVER],
            os.environ | _CALM | {"PYTHONPATH": os.pathsep.join(paths)},
            file_actions=[
                (os.POSIX_SPAWN_DUP2, source, 0),
                (os.POSIX_SPAWN_DUP2, log, 1),
                (os.POSIX_SPAWN_DUP2, log, 2),
            ],
            setsid=True,  # Ctrl-C reaches the application, which gives the lease back in its own time
        )
    finally:
        os.close(source)
        os.close(sink)


def _exited(child: int) -> bool:
    """True when a child of this process has ended; its command line is no sign, being empty just after a spawn."""
    try:
        return os.waitpid(child, os.WNOHANG)[0] == child
    except ChildProcessError:
        return True


def _is_engine(pid: int) -> bool:
    """True when `pid` still is an engine process: a number from a stale record may belong to somebody else."""
    _exited(pid)  # when it is ours and dead it would stay a zombie
    try:
        return SERVER.encode() in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


async def _until_gone(pid: int, limit_s: float) -> bool:
    for _ in range(round(limit_s / _POLL_S)):
        if not _is_engine(pid):
            return True
        await asyncio.sleep(_POLL_S)
    return False


async def _end(record: Record) -> None:
    """Make sure that a process which is about to be replaced is gone."""
    if _is_engine(record.pid):
        _kill(record.pid)
        await _until_gone(record.pid, END_LIMIT_S)


@contextlib.asynccontextmanager
async def _locked(path: Path) -> AsyncGenerator[None]:
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        deadline = time.monotonic() + START_LIMIT_S
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise EngineUnreachable(f"another process holds {path}; end it and try again") from None
                await asyncio.sleep(_POLL_S)
        yield
    finally:
        os.close(handle)
