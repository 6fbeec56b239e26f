/**
 * The page's side of the worker: one interpreter, cells one after the other, the clock, Stop.
 *
 * Covers: lazy start, each cell run once by its key, the limit on time (interrupt where the page is cross-origin
 * isolated, else terminate), restart after a death, disposal. Messages: schemas/message.v1.json.
 * Does not cover: React (repl_host.jsx), what a cell can reach (worker/lockdown.mjs, isolation.py).
 */

const VERSION = 1;
const SIGINT = 2;
const GRACE_MS = 750;
const LAST_CALL_MS = 100; // a busy page's timers can come before the observation that already waits for it
const START_LIMIT_MS = 90_000;
const LOST = "the names of earlier cells are gone";

/**
 * @param {object} options
 * @param {string} [options.url] the worker's entry
 * @param {(key: string, observation: object) => void} options.onObservation exactly once per key
 * @param {(state: "off"|"starting"|"ready"|"running"|"failed", detail: string) => void} [options.onStatus]
 */
export function createReplHost({ url = "/workers/browser.mjs", onObservation, onStatus = () => {} }) {
  const known = new Set();
  const queue = [];
  let worker = null;
  let ready = false;
  let current = null; // {key, code, limitMs, begun, ending, timer}
  let startTimer = 0;
  const buffer = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;

  function run(key, code, limitMs) {
    if (known.has(key)) return;
    known.add(key);
    queue.push({ key, code, limitMs, begun: 0, ending: null, timer: 0 });
    if (worker === null) start();
    else pump();
  }

  /** Ends the cell with this key, running or waiting; does nothing when it is over. */
  function stop(key) {
    const waiting = queue.findIndex((cell) => cell.key === key);
    if (waiting >= 0) report(queue.splice(waiting, 1)[0], { status: "error", error: "stopped" });
    else if (current?.key === key && current.ending === null) end("stopped");
  }

  function start() {
    ready = false;
    onStatus("starting", "");
    worker = new Worker(url, { type: "module" });
    worker.addEventListener("message", ({ data, target }) => target === worker && receive(data));
    worker.addEventListener("error", (event) => event.target === worker && died(event.message || "the worker did not load"));
    startTimer = setTimeout(() => died("Python did not start in time"), START_LIMIT_MS);
    worker.postMessage({ v: VERSION, kind: "start", ...(buffer ? { interrupt_buffer: buffer.buffer } : {}) });
  }

  function receive(message) {
    if (message?.v !== VERSION) return died("the worker speaks another protocol; reload the page");
    if (message.kind === "observation") return observed(message);
    if (message.kind !== "status") return undefined;
    if (message.state === "failed") return died(String(message.detail ?? ""));
    if (message.state === "running" && message.id === current?.key) {
      current.begun = performance.now();
      current.timer = setTimeout(() => end("timeout"), current.limitMs);
    }
    if (message.state !== "ready") return undefined;
    clearTimeout(startTimer);
    ready = true;
    if (current === null) pump();
    return undefined;
  }

  function pump() {
    if (!ready || current !== null) return;
    current = queue.shift() ?? null;
    if (current === null) return onStatus("ready", "");
    onStatus("running", current.key);
    worker.postMessage({ v: VERSION, kind: "cell", id: current.key, code: current.code });
  }

  function observed({ id, status, stdout, stderr, value, error, ms }) {
    if (id !== current?.key) return;
    const seen = { status, stdout, stderr, value, error, ms };
    if (current.ending === "timeout") Object.assign(seen, { status: "timeout", value: null });
    if (current.ending === "stopped") Object.assign(seen, { status: "error", value: null, error: "stopped" });
    finish(seen);
    ready = false; // the worker's next status says whether it survived
  }

  /** Interrupts the running cell; what does not stop within the grace is terminated. */
  function end(reason) {
    clearTimeout(current.timer);
    current.ending = reason;
    if (buffer === null || current.begun === 0) return terminate();
    buffer[0] = SIGINT;
    current.timer = setTimeout(() => (current.timer = setTimeout(terminate, LAST_CALL_MS)), GRACE_MS);
    return undefined;
  }

  function terminate() {
    const stopped = current.ending === "stopped";
    discard();
    finish({ status: stopped ? "error" : "timeout", error: stopped ? `stopped; ${LOST}` : LOST });
    if (queue.length > 0) start();
    else onStatus("off", "");
  }

  function died(detail) {
    discard();
    onStatus("failed", detail);
    const error = `the interpreter died (${detail}); ${LOST}`;
    if (current !== null) finish({ status: "error", error });
    for (const cell of queue.splice(0)) report(cell, { status: "error", error });
  }

  function discard() {
    clearTimeout(startTimer);
    worker?.terminate();
    worker = null;
    ready = false;
  }

  function finish(seen) {
    const cell = current;
    clearTimeout(cell.timer);
    current = null;
    report(cell, seen);
  }

  function report(cell, seen) {
    const ms = cell.begun === 0 ? 0 : performance.now() - cell.begun;
    onObservation(cell.key, { stdout: "", stderr: "", value: null, error: null, ms, ...seen });
  }

  function dispose() {
    clearTimeout(current?.timer);
    queue.length = 0;
    current = null;
    discard();
  }

  return { run, stop, dispose, busy: () => current !== null || queue.length > 0 };
}
