/**
 * The worker's entry in the browser: a module worker that speaks the protocol over postMessage.
 *
 * Covers: reading the runtime from /vendor/pyodide/. Does not cover: limits and restarts (worker_host.js, in the page).
 */

import { createRepl } from "./repl.mjs";

const folder = new URL("/vendor/pyodide/", self.location.href).href;
const post = self.postMessage.bind(self);
const fetched = self.fetch.bind(self);

const receive = createRepl({
  post,
  importPyodide: () => import("/vendor/pyodide/pyodide.mjs"),
  indexUrl: folder,
  read: async (name) => {
    const response = await fetched(folder + name);
    if (!response.ok) throw new Error(`${name}: HTTP ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  },
});
self.addEventListener("message", (event) => receive(event.data));
