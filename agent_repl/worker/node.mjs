/**
 * The process on a server: protocol messages as JSON lines over stdio, one thread that runs the cells.
 *
 * Covers: relaying, interrupting the running cell, ending with its parent. Does not cover: the clock (headless.py).
 */

import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";

const VERSION = 1;
const interrupt = new Int32Array(new SharedArrayBuffer(4));
const SIGINT = 2;
let current = null;

const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const worker = new Worker(new URL("./node_thread.mjs", import.meta.url), {
  stdout: true, // what the runtime prints must not mix with the protocol
  stderr: true,
  env: {},
  resourceLimits: { stackSizeMb: 8 },
});
worker.on("message", (message) => {
  if (message.kind === "status" && message.state === "running") current = message.id;
  if (message.kind === "observation") current = null;
  send(message);
});
worker.on("error", (error) => {
  send({ v: VERSION, kind: "status", state: "failed", detail: String(error?.message).slice(0, 500) });
});
worker.on("exit", () => process.exit(1));

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.kind !== "interrupt") {
    worker.postMessage(message.kind === "start" ? { ...message, interrupt_buffer: interrupt.buffer } : message);
  } else if (message.id === current) {
    interrupt[0] = SIGINT;
  }
});
lines.on("close", () => process.exit(0));
