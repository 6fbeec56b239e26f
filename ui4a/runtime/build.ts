/**
 * Bundles the frame and the host into the folder given as the first argument.
 *
 * Covers: frame.js (core), charts.js, icons.js, motion.js (loaded on demand; they share the core's React), host.js (an ES
 * module for pages without a bundler). Does not cover: frame.html and its styles (ui4a/build.py).
 */
import type { BunPlugin } from "bun";

const out = process.argv[2];
if (out === undefined) throw new Error("say where to: bun run build.ts OUT");

const shared: BunPlugin = {
  name: "shared-react",
  setup(build) {
    build.onResolve({ filter: /^react(-dom)?(\/jsx-runtime)?$/ }, ({ path }) => ({ path, namespace: "shared" }));
    build.onLoad({ filter: /.*/, namespace: "shared" }, ({ path }) => ({ contents: `module.exports = globalThis.__petitfour_shared[${JSON.stringify(path)}];`, loader: "js" }));
  },
};

async function bundle(entry: string, format: "iife" | "esm", plugins: BunPlugin[]): Promise<void> {
  const made = await Bun.build({
    entrypoints: [new URL(entry, import.meta.url).pathname], outdir: out!, naming: "[name].js", format, target: "browser", minify: true, plugins,
    define: { "process.env.NODE_ENV": '"production"' },
  });
  if (!made.success) throw new AggregateError(made.logs, `cannot bundle ${entry}`);
}

await bundle("src/frame.tsx", "iife", []);
await bundle("src/host.ts", "esm", []);
for (const chunk of ["charts.tsx", "icons.ts", "motion.ts"]) await bundle(`src/chunks/${chunk}`, "iife", [shared]);
