/**
 * Components that a card defines keep their identity from one version of the card to the next.
 *
 * Covers: replacing such a component by a proxy found again by its name and hooks, so that React keeps its state.
 * Does not cover: the exported component itself (mount.tsx), classes, or nameless components (they remount).
 */
import type { ComponentType } from "react";
import * as runtime from "react/jsx-runtime";

type Entry = { run: (props: object) => unknown; proxy: ComponentType };

/** The hooks that a component calls, in order: state can be kept while this is unchanged. */
export function hookSignature(component: unknown): string {
  if (typeof component !== "function") return "object";
  return (Function.prototype.toString.call(component).match(/\buse[A-Z]\w*(?=\)?\()/g) ?? []).join(",");
}

export class StableTypes {
  private entries = new Map<string, Entry>();
  private probing = false;

  /** `isOurs` tells the library's components, which never change, from the card's. */
  constructor(
    private readonly isOurs: (type: unknown) => boolean,
    private readonly replace: (type: unknown, props: Record<string, unknown>) => unknown,
  ) {}

  /** Run `render` with raw types: a probe must not touch what the live tree uses. */
  probe<T>(render: () => T): T {
    this.probing = true;
    try {
      return render();
    } finally {
      this.probing = false;
    }
  }

  /** The `react/jsx-runtime` that cards are compiled against. */
  readonly jsxRuntime = {
    __esModule: true,
    Fragment: runtime.Fragment,
    jsx: (type: unknown, props: Record<string, unknown>, key?: string) => this.make(runtime.jsx, type, props, key),
    jsxs: (type: unknown, props: Record<string, unknown>, key?: string) => this.make(runtime.jsxs, type, props, key),
  };

  private make(jsx: typeof runtime.jsx, type: unknown, props: Record<string, unknown>, key?: string): unknown {
    const chosen = this.replace(this.probing ? type : this.stable(type), props);
    // React checks the type itself and says which one is wrong.
    return jsx(chosen as ComponentType, props, key);
  }

  private stable(type: unknown): unknown {
    if (typeof type !== "function" || type.name === "" || this.isOurs(type)) return type;
    const prototype: unknown = type.prototype;
    if (typeof prototype === "object" && prototype !== null && "isReactComponent" in prototype) return type;
    const id = `${type.name}|${hookSignature(type)}`;
    const run = type as Entry["run"];
    const known = this.entries.get(id);
    if (known !== undefined) {
      known.run = run;
      return known.proxy;
    }
    const entry: Entry = { run, proxy: ((props: object) => entry.run(props)) as ComponentType };
    this.entries.set(id, entry);
    return entry.proxy;
  }
}
