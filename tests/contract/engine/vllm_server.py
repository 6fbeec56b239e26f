"""A real vLLM on this machine's processor, for as long as a test session needs it.

Covers: its start on a free loopback port in a process group of its own, waiting until it answers, its end.
Does not cover: installing it (backend/engine/vllm_install.py), or what it is asked.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx

START_LIMIT_S = 600.0
"""A start is 45 s of one core, and other tests may want that core too."""
END_LIMIT_S = 10.0
CONTEXT_TOKENS = 1024
"""Enough for these tests; its K/V cache is read and written in memory that other tests want."""

_ENVIRONMENT = {
    "HF_HUB_OFFLINE": "1",
    "VLLM_NO_USAGE_STATS": "1",
    "DO_NOT_TRACK": "1",
    "VLLM_CPU_KVCACHE_SPACE": "1",
    "VLLM_ALLOW_RUNTIME_LORA_UPDATING": "1",
    # One process less to start, and threads that neither spin nor stay on a core that somebody else uses.
    "VLLM_ENABLE_V1_MULTIPROCESSING": "0",
    "VLLM_CPU_OMP_THREADS_BIND": "nobind",
    "OMP_NUM_THREADS": "1",
    "OMP_WAIT_POLICY": "passive",
    # Counting ranks for log-probabilities is compiled at its first use: 20 s of one core, minutes of a busy one.
    "TORCH_COMPILE_DISABLE": "1",
}
_OPTIONS = (
    *("--served-model-name", "base", "--dtype", "float32", "--max-model-len", str(CONTEXT_TOKENS)),
    *("--block-size", "32", "--enable-prefix-caching", "--enable-prompt-tokens-details"),
    *("--enable-lora", "--max-loras", "2", "--max-cpu-loras", "4", "--max-lora-rank", "8"),
    *("--distributed-executor-backend", "uni"),
    *("--structured-outputs-config", '{"backend": "xgrammar", "disable_any_whitespace": true}'),
)


@contextmanager
def running_vllm(python: Path, base: Path, adapters: Mapping[str, Path], folder: Path) -> Generator[str]:
    """The URL of a server with these adapters; what it writes goes into `folder`."""
    port = _free_port()
    modules = [f"{name}={folder}" for name, folder in adapters.items()]
    command = [str(python), "-m", "vllm.entrypoints.openai.api_server", "--model", str(base)]
    command += ["--host", "127.0.0.1", "--port", str(port), *_OPTIONS, "--lora-modules", *modules]
    environment = os.environ | _ENVIRONMENT | {"VLLM_CACHE_ROOT": str(folder / "state")}
    log = folder / "vllm.log"
    with log.open("wb") as sink:
        server = subprocess.Popen(command, env=environment, stdout=sink, stderr=sink, start_new_session=True)
    try:
        url = f"http://127.0.0.1:{port}"
        _until_it_answers(server, url, log)
        yield url
    finally:
        _end(server)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _until_it_answers(server: subprocess.Popen[bytes], url: str, log: Path) -> None:
    deadline = time.monotonic() + START_LIMIT_S
    while time.monotonic() < deadline:
        if server.poll() is not None:
            raise RuntimeError(f"vLLM ended while it started; the end of {log}:\n{log.read_text()[-3000:]}")
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"{url}/health", trust_env=False, timeout=5.0).status_code == 200:
                return
        time.sleep(0.25)
    raise RuntimeError(f"vLLM was not ready within {START_LIMIT_S:g} s; the end of {log}:\n{log.read_text()[-3000:]}")


def _end(server: subprocess.Popen[bytes]) -> None:
    # Twice to the whole group: the engine's own process may outlive the one that is waited for.
    for sign in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.pid, sign)
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(END_LIMIT_S)
