/**
 * What a card can import: the table of modules, made for one card.
 *
 * Covers: the released library's names, ours, React, chat; parts that load on demand are added later.
 * Does not cover: which names a checked card should use (ui4a/catalog).
 */
import * as React from "react";
import * as ReactDOM from "react-dom";
import * as calendar from "./components/calendar";
import * as choices from "./components/choices";
import * as data from "./components/data";
import * as effects from "./components/effects";
import * as inputs from "./components/inputs";
import * as layout from "./components/layout";
import * as media from "./components/media";
import { named } from "./components/native";
import * as overlays from "./components/overlays";
import * as plots from "./components/plots";
import * as sortable from "./components/sortable";
import * as text from "./components/text";
import * as timeline from "./components/timeline";
import * as views from "./components/views";
import type { Modules, Names, Scope } from "./compile";
import { isValue } from "./protocol";
import { StableTypes } from "./stable";
import type { Store } from "./store";

export type Chat = { store: Store; send: (message: string) => void; arm: (message: string, seconds: number, tick: (left: number | null) => void) => () => void };
export type Library = { stable: StableTypes; scope: () => Scope; add: (chunk: string, exports: Names) => void };

const HELPERS = new Set(["Labelled", "textOf", "Chevron", "scale"]);
const UI: Names = Object.fromEntries(
  [layout, text, inputs, choices, data, plots, timeline, views, overlays, effects, media, calendar, sortable]
    .flatMap((group): [string, unknown][] => Object.entries(group)).filter(([name]) => !HELPERS.has(name)),
);

/** The modules of one card, bound to its values and its voice. */
export function createModules(chat: Chat): Library {
  const ours = new Set<unknown>(Object.values(UI));
  const stable = new StableTypes((type) => ours.has(type), named);
  const sendUserMessage = (prompt: unknown): void => {
    if (typeof prompt !== "string") throw new TypeError("sendUserMessage takes a text");
    chat.send(prompt);
  };
  const useAutoSend = (prompt: string, seconds = 30): number | null => {
    const [left, setLeft] = React.useState<number | null>(null);
    React.useEffect(() => chat.arm(prompt, Math.max(1, Math.round(seconds)), setLeft), [prompt, seconds]);
    return left;
  };
  const usePersistedState = <T>(key: string, initial: T | (() => T)): [T, (next: T | ((old: T) => T)) => void] => {
    const read = React.useCallback(() => chat.store.get(key), [key]);
    const kept = React.useSyncExternalStore(chat.store.subscribe, read, read);
    const [first] = React.useState(initial);
    const value = kept === undefined ? first : (kept as T); // the card wrote it
    return [value, (next) => {
      const made = typeof next === "function" ? (next as (old: T) => T)(value) : next;
      if (isValue(made)) chat.store.set(key, made);
    }];
  };
  const chatNames = { sendUserMessage, useAutoSend };
  const ui: Names = { ...UI };
  const react: Names = { ...React, default: React };
  const modules: Modules = {
    "$macaron/ui": ui, "$petitfour/ui": ui, "$macaron/chat": chatNames,
    react, "react-dom": { createPortal: ReactDOM.createPortal, flushSync: ReactDOM.flushSync, version: ReactDOM.version },
    "react/jsx-runtime": stable.jsxRuntime, "react/jsx-dev-runtime": stable.jsxRuntime,
    "$dsh/chat": { sendMessage: sendUserMessage }, "$dsh/state": { usePersistedState },
  };
  const implicit: Names = { ...pickHooks(), ...ui, ...chatNames, React };
  Reflect.set(globalThis, "sendUserMessage", sendUserMessage);

  const add = (chunk: string, exports: Names): void => {
    for (const value of Object.values(exports)) ours.add(value);
    if (chunk === "charts") modules["$macaron/ui/charts"] = modules.recharts = exports;
    if (chunk === "icons") modules["lucide-react"] = exports;
    if (chunk === "motion") {
      modules.motion = modules["motion/react"] = modules["framer-motion"] = exports;
      for (const name of ["motion", "AnimatePresence"]) ui[name] = implicit[name] = exports[name];
    }
  };
  return { stable, add, scope: () => ({ modules, implicit }) };
}

function pickHooks(): Names {
  return Object.fromEntries(Object.entries(React).filter(([name]) => /^use[A-Z]/.test(name) || name === "Fragment"));
}
