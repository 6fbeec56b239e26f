"""The engine's child process: llama.cpp's HTTP server on a random loopback port, until nobody holds its lease.

Covers: `python -m backend.engine.server` reading one JSON line of configuration from stdin, running xllamacpp in this
process, publishing its address in the record file, and leaving when the last holder of the lease is gone.
Does not cover: who starts, joins or restarts it (supervisor.py).

The lease is a FIFO: every process that uses the engine holds its writing end, so the kernel reports a hang-up when the
last of them is gone, however it died.
"""

from __future__ import annotations

# xllamacpp is an extension module without type stubs.
# pyright: reportAttributeAccessIssue=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownParameterType=false, reportUnknownArgumentType=false, reportMissingTypeStubs=false
import json
import os
import select
import sys
from pathlib import Path

import xllamacpp as xlc

from backend.engine.record import BATCH_TOKENS, Record, ServerConfig


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
    _until_given_back(lease)
    sys.stderr.write("lease ended, leaving\n")
    Path(config.lease).unlink(missing_ok=True)
    # The server's threads hold no state worth a tear-down, and one that hangs must not outlive its holders.
    os._exit(0)


def _until_given_back(lease: int) -> None:
    try:
        if not os.read(lease, 1):
            return  # every holder went before this process opened the lease: there would be no hang-up to wait for
    except BlockingIOError:
        pass
    watch = select.poll()
    watch.register(lease, 0)  # a hang-up is always reported
    watch.poll()


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
    params.cpuparams.n_threads = config.decode_threads
    params.cpuparams_batch.n_threads = config.prefill_threads
    params.cpuparams.poll = params.cpuparams_batch.poll = 0
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
