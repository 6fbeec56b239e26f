/**
 * The frame's entry: takes the host's port, mounts the card, reports back.
 *
 * Covers: the handshake, the order of messages, height, state, actions (only after the reader did something), errors.
 * Does not cover: isolation, which the frame's headers and sandbox enforce (ui4a/isolation.py); what is removed here is
 * only what no header can forbid.
 */
import * as React from "react";
import * as ReactDOM from "react-dom";
import * as jsxRuntime from "react/jsx-runtime";
import type { Card } from "./card";
import { CardContext } from "./card";
import { createModules } from "./modules";
import { Mount } from "./mount";
import { CardError, problemOf } from "./problem";
import { HELLO, isState, parseHostMessage, VERSION, type FrameMessage, type HostMessage, type Theme } from "./protocol";
import { createStyles } from "./styles";
import { Store } from "./store";

const GESTURE_MS = 5_000;
const CHUNKS: Record<string, RegExp> = {
  charts: /\$macaron\/ui\/charts|\brecharts\b/,
  icons: /\blucide-react\b/,
  motion: /\bmotion\b|\bframer-motion\b|\bAnimatePresence\b/,
};

// No policy header covers these in Chromium 156; a card has no use for them.
for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel", "WebTransport"]) Reflect.deleteProperty(globalThis, name);
for (const name of ["alert", "confirm", "prompt", "print", "open"]) Reflect.set(globalThis, name, () => null);

// A refused form or link still starts a navigation, and in Chromium 156 that keeps a hung process alive after its frame is gone.
for (const name of ["submit", "requestSubmit"]) Object.defineProperty(HTMLFormElement.prototype, name, { value: () => {}, writable: false, configurable: false });
window.addEventListener("submit", (event) => event.preventDefault(), { capture: true });
window.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href], area[href]") : null;
  if (link !== null && link.getAttribute("href")?.startsWith("#") !== true) event.preventDefault();
}, { capture: true });

const now = performance.now.bind(performance);
let gesture = Number.NEGATIVE_INFINITY;
for (const type of ["pointerdown", "pointerup", "click", "keydown", "change", "submit"]) {
  window.addEventListener(type, (event) => { if (event.isTrusted) gesture = now(); }, { capture: true });
}

type Init = Extract<HostMessage, { kind: "init" }>;
type Body<T> = T extends unknown ? Omit<T, "nonce"> : never;

function start(port: MessagePort, init: Init): (message: HostMessage) => void {
  const raw = port.postMessage.bind(port);
  const post = (message: Body<FrameMessage>): void => raw({ ...message, nonce: init.nonce });
  const element = document.createElement("div");
  element.id = "card";
  const live = document.createElement("div");
  live.className = "pf-vh";
  live.setAttribute("aria-live", "polite");
  const sheet = document.createElement("style");
  document.head.append(sheet);
  document.body.append(element, live);
  paintTheme(init.theme);

  const store = new Store((state) => { if (isState(state)) post({ kind: "state", state }); });
  store.hydrate(init.state);
  const ticks = new Set<(left: number | null) => void>();
  const say = (message: string, component: string): boolean => {
    if (now() - gesture > GESTURE_MS) {
      post({ kind: "diagnostic", phase: "runtime", line: 0, last: false, message: "A card may send only after the reader pressed something." });
      return false;
    }
    gesture = Number.NEGATIVE_INFINITY; // one press, one message
    store.flush();
    const action = { version: 1 as const, origin: { surface: init.surface, component }, state: store.snapshot(), execution: "message" as const, visibility: "ai" as const, message };
    post({ kind: "action", action });
    live.textContent = `Sent: ${message}`;
    return true;
  };
  const card: Card = {
    store,
    act: (label, component) => {
      const invalid = element.querySelector<HTMLInputElement>("input:invalid, textarea:invalid, select:invalid");
      if (invalid !== null) {
        invalid.reportValidity();
        return false;
      }
      return say(actionText(label, store.snapshot()), component);
    },
    announce: (text) => { live.textContent = text; },
  };
  const library = createModules({
    store,
    send: (message) => { say(message, "sendUserMessage"); },
    arm: (message, seconds, tick) => {
      ticks.add(tick);
      post({ kind: "arm", message, seconds });
      return () => {
        ticks.delete(tick);
        if (ticks.size === 0) post({ kind: "disarm" });
      };
    },
  });
  const chunks = new Map<string, Promise<void>>();
  const load = (name: string): Promise<void> => {
    const known = chunks.get(name);
    if (known !== undefined) return known;
    const loading = loadChunk(name).then((exports) => library.add(name, exports));
    chunks.set(name, loading);
    loading.catch(() => chunks.delete(name));
    return loading;
  };
  const styles = createStyles(sheet);
  const mount = new Mount({
    element,
    stable: library.stable,
    wrap: (node) => <CardContext value={card}>{node}</CardContext>,
    prepare: async (code) => {
      await Promise.all(Object.entries(CHUNKS).filter(([, needs]) => needs.test(code)).map(([name]) => load(name)));
      return library.scope();
    },
    style: async (code) => (await styles)(code),
    onFrame: (frame) => {
      post({ kind: "frame", ...frame });
      measure();
    },
    onProblem: (problem, last) => post({ kind: "diagnostic", ...problem, last }),
  });

  const measure = (): void => post({ kind: "height", px: Math.ceil(Math.max(element.getBoundingClientRect().height, overlayHeight(element))) });
  new ResizeObserver(measure).observe(element);
  window.addEventListener("error", (event) => {
    if (event.message.includes("ResizeObserver")) return;
    post({ kind: "diagnostic", ...problemOf(event.error ?? event.message, "runtime"), last: false });
  });
  window.addEventListener("unhandledrejection", (event) => post({ kind: "diagnostic", ...problemOf(event.reason, "runtime"), last: false }));
  window.addEventListener("pagehide", () => store.flush());
  post({ kind: "ready" });

  return (message) => {
    switch (message.kind) {
      case "init": return;
      case "code": return mount.push(message);
      case "theme": return paintTheme(message.theme);
      case "tick": return ticks.forEach((tick) => tick(message.left));
      case "ping": return post({ kind: "pong", id: message.id });
      default: return unreachable(message);
    }
  };
}

/** Dialogs cover the card: the frame must be at least as high as they are. */
function overlayHeight(element: HTMLElement): number {
  let height = 0;
  for (const overlay of element.querySelectorAll<HTMLElement>("[data-overlay]")) height = Math.max(height, overlay.scrollHeight + 32);
  return height;
}

function paintTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme.scheme;
  document.documentElement.dataset.contrast = theme.contrast;
  Reflect.set(globalThis, "__ui4a_theme", theme.scheme);
}

/** The message of a declarative action: its word, then the card's named values. */
export function actionText(label: string, state: Record<string, unknown>): string {
  const said = Object.entries(state).filter(([, value]) => value !== "" && value !== null && !(Array.isArray(value) && value.length === 0));
  const words = said.map(([name, value]) => `${name}: ${value === true ? "yes" : value === false ? "no" : Array.isArray(value) ? value.join(", ") : String(value)}`);
  return words.length === 0 ? label : `${label}. ${words.join("; ")}.`;
}

function loadChunk(name: string): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL(`${name}.js`, base).href;
    script.onload = () => {
      const found: unknown = Reflect.get(globalThis, `__petitfour_${name}`);
      if (typeof found === "object" && found !== null) resolve(found as Record<string, unknown>); // our own bundle
      else reject(new Error(`The part “${name}” is empty.`));
    };
    script.onerror = () => reject(new CardError({ phase: "import", line: 0, message: `A part of the card's library (${name}) did not load.` }));
    document.head.append(script);
  });
}

const unreachable = (message: never): never => message;
const base = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href;
Reflect.set(globalThis, "__petitfour_shared", { react: React, "react-dom": ReactDOM, "react/jsx-runtime": jsxRuntime });

function listen(): void {
  const hello = (event: MessageEvent<unknown>): void => {
    const port = event.ports[0];
    if (event.source !== window.parent || port === undefined) return;
    const data = event.data;
    if (typeof data !== "object" || data === null || !("hello" in data) || data.hello !== HELLO) return;
    window.removeEventListener("message", hello);
    let handle: ((message: HostMessage) => void) | null = null;
    port.onmessage = ({ data: raw }: MessageEvent<unknown>) => {
      const message = parseHostMessage(raw);
      if (typeof message === "string") return;
      if (message.kind === "init") handle ??= start(port, message);
      else handle?.(message);
    };
  };
  window.addEventListener("message", hello);
  window.parent.postMessage({ hello: HELLO, version: VERSION }, "*");
}
listen();
