"""The engine's child process: llama.cpp's HTTP server on a random loopback port, until nobody holds its lease.

Covers: `python -m backend.engine.server` reading one JSON line of configuration from stdin, running xllamacpp in this
process, publishing its address in the record file, and leaving when the last holder of the lease is gone.
Does not cover: who starts, joins or restarts it (supervisor.py).

The lease is a FIFO: every process that uses the engine holds its writing end, so the kernel reports a hang-up when the
last of them is gone, however it died.
"""

from __future__ import annotations

import json
import os
import select
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

import xllamacpp as xlc

BATCH_TOKENS = 64
"""Prompt tokens between two looks at other requests and at closed ones; as fast per token as 512."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerConfig:
    """What the parent decides. `key` guards the port: any page in the person's browser could reach loopback."""

    weights: str
    adapters: list[tuple[str, str]]
    key: str
    record: str
    lease: str
    fingerprint: str
    slots: int
    context_tokens: int
    pool_tokens: int
    threads: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """Where a running engine answers; one JSON file per data directory, readable by its owner only."""

    pid: int
    port: int
    key: str
    lease: str
    fingerprint: str
    adapters: list[str]

    @classmethod
    def read(cls, path: Path) -> Record | None:
        """The record, or None when there is none that can be understood."""
        try:
            return cls(**json.loads(path.read_text()))
        except (OSError, ValueError, TypeError):
            return None

    def write(self, path: Path) -> None:
        """Publish atomically."""
        part = path.with_suffix(".part")
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(asdict(self), file)
        os.replace(part, path)


def serve(config: ServerConfig) -> None:
    """Run until the lease hangs up."""
    lease = os.open(config.lease, os.O_RDONLY | os.O_NONBLOCK)
    server = xlc.Server(_params(config))  # returns when the weights are loaded and the port listens
    Record(
        pid=os.getpid(),
        port=int(server.listening_address.rsplit(":", 1)[1]),
        key=config.key,
        lease=config.lease,
        fingerprint=config.fingerprint,
        adapters=[name for name, _ in config.adapters],
    ).write(Path(config.record))
    watch = select.poll()
    watch.register(lease, 0)  # POLLHUP is always reported
    watch.poll()
    sys.stderr.write("lease ended, leaving\n")
    Path(config.lease).unlink(missing_ok=True)
    # The server's threads hold no state worth a tear-down, and one that hangs must not outlive its holders.
    os._exit(0)


def _params(config: ServerConfig) -> xlc.CommonParams:
    params = xlc.CommonParams()
    params.model.path = config.weights
    params.port = 0
    params.api_keys = [config.key]
    params.ui = False
    params.endpoint_metrics = True
    params.n_parallel = config.slots
    params.n_ctx = config.pool_tokens
    params.kv_unified = True
    params.kv_unified_per_slot = config.context_tokens
    params.n_batch = params.n_ubatch = BATCH_TOKENS
    params.n_gpu_layers = 0
    for threads in (params.cpuparams, params.cpuparams_batch):
        threads.n_threads = config.threads
        threads.poll = 0
    # Lanes are pinned by the client; a second copy of their K/V in host memory would never be read.
    params.cache_ram_mib = 0
    params.cache_idle_slots = False
    # Comments in the stream would reset the client's stall bound.
    params.sse_ping_interval = -1
    params.lora_adapters = [xlc.CommonAdapterLoraInfo(path, 0.0) for _, path in config.adapters]
    params.lora_init_without_apply = True
    return params


def main() -> None:
    """Entry point of the child."""
    serve(ServerConfig(**json.loads(sys.stdin.readline())))


if __name__ == "__main__":
    main()
