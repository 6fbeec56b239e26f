/**
 * From the text of a card to its component.
 *
 * Covers: TypeScript and JSX to script (sucrase), imports through an allow-list, names that a card may use without
 * importing them, stand-ins for names that an unfinished card has not defined yet, friendly problems.
 * Does not cover: unfinished text (partial.ts) or painting (mount.tsx).
 */
import type { ComponentType } from "react";
import { transform } from "sucrase";
import { wrongTag } from "./partial";
import { CardError, problemOf } from "./problem";

export type Names = Record<string, unknown>;
export type Modules = Record<string, Names>;
export type Scope = { modules: Modules; implicit: Names };

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)["']([^"']+)["']/g;

/** The specifiers that `code` imports. */
export function specifiers(code: string): string[] {
  return [...code.matchAll(IMPORT)].map((match) => match[1] ?? "");
}

/**
 * The component that `code` exports by default.
 *
 * Throws CardError. With `partial`, what the rest of the text may still define is replaced by components that draw nothing.
 */
export function compile(code: string, scope: Scope, partial: boolean): ComponentType {
  if (code.trim() === "") throw new CardError({ phase: "compile", line: 0, message: "The card is empty." });
  const wrong = partial ? null : wrongTag(code);
  if (wrong !== null) throw new CardError({ phase: "compile", line: wrong.line, message: `Line ${wrong.line}: ${wrong.message}.` });
  const script = toScript(code);
  const names: Names = { ...(partial ? standIns(code, scope) : {}), ...scope.implicit };
  const module: { exports: { default?: unknown } } = { exports: {} };
  const requires = (specifier: string): unknown => provide(specifier, scope, partial);
  try {
    // A block of its own lets the card declare names that the scope offers too. No `eval` leaves this frame: see isolation.py.
    const run = new Function("require", "module", "exports", ...Object.keys(names), `"use strict";{${script}\n}`);
    run(requires, module, module.exports, ...Object.values(names));
  } catch (error) {
    throw new CardError(problemOf(error, "import"));
  }
  const component = module.exports.default;
  if (typeof component === "function" || (typeof component === "object" && component !== null && "$$typeof" in component)) {
    return component as ComponentType; // checked on the line above
  }
  throw new CardError({ phase: "import", line: 0, message: "A card must export its component: export default function App() { … }" });
}

function toScript(code: string): string {
  try {
    return transform(code, { transforms: ["typescript", "jsx", "imports"], jsxRuntime: "automatic", production: true, filePath: "card.tsx" }).code;
  } catch (error) {
    throw new CardError(problemOf(error, "compile"));
  }
}

function provide(specifier: string, scope: Scope, partial: boolean): unknown {
  const names = Object.hasOwn(scope.modules, specifier) ? scope.modules[specifier] : undefined;
  if (names === undefined) {
    const allowed = Object.keys(scope.modules).filter((name) => !name.includes("jsx")).join(", ");
    throw new CardError({ phase: "import", line: 0, message: `A card cannot import “${specifier}”. It may import ${allowed}.` });
  }
  return new Proxy(names, {
    get: (target, key) => {
      if (typeof key !== "string" || Object.hasOwn(target, key)) return Reflect.get(target, key);
      if (key === "__esModule") return true;
      if (key === "default") return target;
      if (key === "then") return undefined;
      if (partial) return Nothing;
      throw new CardError({ phase: "import", line: 0, message: `“${specifier}” has no “${key}”.` });
    },
  });
}

function standIns(code: string, scope: Scope): Names {
  const names: Names = {};
  for (const match of code.matchAll(/<([A-Z]\w*)/g)) {
    const name = match[1] ?? "";
    if (!Object.hasOwn(scope.implicit, name)) names[name] = Nothing;
  }
  return names;
}

const Nothing = (): null => null;
