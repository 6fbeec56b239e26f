/**
 * The worker's entry on a server: a thread that speaks the protocol over its parent's port.
 *
 * Covers: reading the runtime from ../vendor/pyodide/. Does not cover: limits and restarts (node.mjs, headless.py).
 */

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parentPort } from "node:worker_threads";
import { createRepl } from "./repl.mjs";

const folder = new URL("../vendor/pyodide/", import.meta.url);
const port = parentPort;

// Under Node's permission model process.binding throws; Emscripten 4 asks it for constants of a file system we never mount.
process.binding = () => ({ fs: {} });

const receive = createRepl({
  post: (message) => port.postMessage(message),
  importPyodide: () => import(new URL("pyodide.mjs", folder).href),
  indexUrl: fileURLToPath(folder),
  read: async (name) => new Uint8Array(await readFile(new URL(name, folder))),
});
port.on("message", receive);
