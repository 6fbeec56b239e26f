/**
 * The worker's engine, the same in the browser and on a server: starts Pyodide and answers protocol messages.
 *
 * Covers: start from the memory snapshot with a plain start as fallback, cells one after the other, reset, status.
 * Does not cover: where messages come from (browser.mjs, node_thread.mjs), limits on time (the host keeps the clock).
 * Messages: schemas/message.v1.json. Kinds this version does not know are ignored, other versions are refused.
 */

import { boundMemory, lockdown } from "./lockdown.mjs";

export const VERSION = 1;
export const MEMORY_LIMIT_BYTES = 512 * 1024 * 1024;

/** What a program that got hold of Pyodide's object could reach the host with. */
const HOST_METHODS = ["mountNodeFS", "mountNativeFS", "useNodeSockFS", "registerJsModule", "loadPackage", "_module", "FS"];

const NOTHING = { stdout: "", stderr: "", value: null };

/**
 * @param {object} host
 * @param {(message: object) => void} host.post sends a message to the host
 * @param {() => Promise<{loadPyodide: Function}>} host.importPyodide
 * @param {string} host.indexUrl folder of the runtime's files
 * @param {(name: string) => Promise<Uint8Array>} host.read one of those files
 * @returns {(message: unknown) => void} the receiver of messages
 */
export function createRepl(host) {
  const post = (kind, fields) => host.post({ v: VERSION, kind, ...fields });
  const status = (state, fields = {}) => post("status", { state, ...fields });
  let running = Promise.resolve();
  let machine = null;

  async function start(message) {
    if (machine !== null) return status("ready", { start: machine.start, ms: 0 });
    const begun = performance.now();
    status("starting");
    boundMemory(MEMORY_LIMIT_BYTES);
    const { python, core, start: how } = await boot(host);
    const buffer = message.interrupt_buffer ? new Int32Array(message.interrupt_buffer) : null;
    if (buffer !== null) python.setInterruptBuffer(buffer);
    for (const stream of ["setStdout", "setStderr"]) python[stream]({ write: (bytes) => bytes.length });
    python.setStdin({ error: true });
    core.seal();
    machine = { session: core.session, buffer, start: how };
    for (const name of HOST_METHODS) Reflect.deleteProperty(python, name);
    lockdown();
    status("ready", { start: how, ms: performance.now() - begun });
  }

  async function cell({ id, code }) {
    if (machine === null) throw new Error("a cell came before start");
    status("running", { id });
    if (machine.buffer !== null) machine.buffer[0] = 0;
    const begun = performance.now();
    let found;
    let broken = null;
    try {
      const reply = machine.session.run(code);
      found = JSON.parse(typeof reply === "string" ? reply : await reply);
    } catch (error) {
      broken = describe(error);
      found = { ...NOTHING, status: "error", error: `the interpreter stopped: ${broken}` };
    }
    if (machine.buffer !== null) machine.buffer[0] = 0;
    post("observation", { id, ...found, ms: performance.now() - begun });
    if (broken === null) status("ready");
    else status("failed", { detail: broken });
  }

  async function reset() {
    machine?.session.reset();
    status("ready");
  }

  const handlers = { start, cell, reset };
  return function receive(message) {
    if (message?.v !== VERSION) return status("failed", { detail: `protocol ${message?.v} is not ${VERSION}` });
    const handler = Object.hasOwn(handlers, message.kind) ? handlers[message.kind] : null;
    if (handler === null) return undefined;
    running = running.then(() => handler(message)).catch((error) => status("failed", { detail: describe(error) }));
    return undefined;
  };
}

async function boot(host) {
  const { loadPyodide } = await host.importPyodide();
  const common = { indexURL: host.indexUrl, jsglobals: {}, env: { HOME: "/tmp", LANG: "C.UTF-8" } };
  try {
    const python = await loadPyodide({ ...common, _loadSnapshot: await host.read("snapshot.bin") });
    return { python, core: python.pyimport("_repl_core"), start: "snapshot" };
  } catch (error) {
    console.warn("the memory snapshot did not load; starting plainly", describe(error));
  }
  const python = await loadPyodide(common);
  return { python, core: loadCore(python, new TextDecoder().decode(await host.read("repl_core.py"))), start: "plain" };
}

/** Imports the Python side under its private name; the snapshot is taken after this. */
export function loadCore(python, source) {
  python.globals.set("_source", source);
  python.runPython(`
import sys as _sys, types as _types
_core = _sys.modules["_repl_core"] = _types.ModuleType("_repl_core")
exec(compile(_source, "repl_core.py", "exec"), _core.__dict__)
del _source, _core, _sys, _types
`);
  return python.pyimport("_repl_core");
}

function describe(error) {
  return String(error?.message ?? error).slice(0, 500);
}
