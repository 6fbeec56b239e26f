/**
 * Build step: starts Pyodide once under Node, loads the Python side, and writes the interpreter's memory to a file.
 *
 * Usage: node snapshot.mjs FOLDER   (FOLDER holds the runtime's files and repl_core.py; snapshot.bin is written there)
 * The option names begin with an underscore: Pyodide does not promise them, hence the exact pin in package.json.
 */

import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { loadCore } from "./repl.mjs";

const folder = resolve(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const python = await loadPyodide({
  indexURL: folder,
  jsglobals: {},
  env: { HOME: "/tmp", LANG: "C.UTF-8" },
  _makeSnapshot: true,
});
loadCore(python, await readFile(join(folder, "repl_core.py"), "utf8")).destroy();
await writeFile(join(folder, "snapshot.bin"), python.makeMemorySnapshot());
