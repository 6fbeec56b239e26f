/**
 * Messages between the host page and the card's frame, version 1.
 *
 * Covers: the shapes in both directions, and a check of everything that arrives (never throws).
 * Does not cover: transport. The host offers a MessagePort in one window message (`HELLO`); afterwards both sides
 * speak through that port only, which card code cannot reach.
 */

export const VERSION = 1;
export const HELLO = "petitfour.card.hello";
export const TEXT_LIMIT = 8_000;
export const CODE_LIMIT = 200_000;
export const STATE_LIMIT = 200;

export type Value = string | number | boolean | string[] | number[] | null;
export type State = Record<string, Value>;
export type Theme = { scheme: "light" | "dark"; contrast: "normal" | "more" };
export type Phase = "compile" | "import" | "render" | "runtime" | "state";

export type HostMessage =
  | { kind: "init"; version: number; nonce: string; surface: string; theme: Theme; state: State }
  | { kind: "code"; serial: number; code: string; done: boolean }
  | { kind: "theme"; theme: Theme }
  | { kind: "tick"; left: number | null }
  | { kind: "ping"; id: number };

export type Action = {
  version: 1;
  origin: { surface: string; component: string };
  state: State;
  execution: "message";
  visibility: "ai";
  message: string;
};

export type FrameMessage =
  | { kind: "ready"; nonce: string }
  | { kind: "frame"; nonce: string; serial: number; ms: number; last: boolean }
  | { kind: "height"; nonce: string; px: number }
  | { kind: "state"; nonce: string; state: State }
  | { kind: "action"; nonce: string; action: Action }
  | { kind: "arm"; nonce: string; message: string; seconds: number }
  | { kind: "disarm"; nonce: string }
  | { kind: "diagnostic"; nonce: string; phase: Phase; message: string; line: number; last: boolean }
  | { kind: "pong"; nonce: string; id: number };

type Fields = Record<string, unknown>;

const isFields = (x: unknown): x is Fields => typeof x === "object" && x !== null && !Array.isArray(x);
const isText = (x: unknown, limit = TEXT_LIMIT): x is string => typeof x === "string" && x.length <= limit;
const isNumber = (x: unknown): x is number => typeof x === "number" && Number.isFinite(x);

/** Whether `x` is a value that a card may keep: small, plain, no nesting beyond one list. */
export function isValue(x: unknown): x is Value {
  if (x === null || typeof x === "boolean" || isNumber(x) || isText(x)) return true;
  return Array.isArray(x) && x.length <= STATE_LIMIT && (x.every((y) => isText(y)) || x.every(isNumber));
}

/** Whether `x` is a card's state: at most STATE_LIMIT named values. */
export function isState(x: unknown): x is State {
  if (!isFields(x)) return false;
  const entries = Object.entries(x);
  return entries.length <= STATE_LIMIT && entries.every(([name, value]) => name.length <= 200 && isValue(value));
}

function isTheme(x: unknown): x is Theme {
  return isFields(x) && (x.scheme === "light" || x.scheme === "dark") && (x.contrast === "normal" || x.contrast === "more");
}

function isAction(x: unknown): x is Action {
  return (
    isFields(x) && x.version === 1 && isFields(x.origin) && isText(x.origin.surface, 200) && isText(x.origin.component, 200) &&
    isState(x.state) && x.execution === "message" && x.visibility === "ai" && isText(x.message)
  );
}

/** The host's message, or a sentence that says what is wrong with it. */
export function parseHostMessage(data: unknown): HostMessage | string {
  if (!isFields(data)) return "not an object";
  switch (data.kind) {
    case "init": {
      const { version, nonce, surface, theme, state } = data;
      if (version !== VERSION) return `protocol version ${String(version)}, this frame speaks ${VERSION}`;
      if (!isText(nonce, 100) || !isText(surface, 200) || !isTheme(theme) || !isState(state)) return "malformed init";
      return { kind: "init", version, nonce, surface, theme, state };
    }
    case "code": {
      const { serial, code, done } = data;
      if (!isNumber(serial) || !isText(code, CODE_LIMIT) || typeof done !== "boolean") return "malformed code message";
      return { kind: "code", serial, code, done };
    }
    case "theme":
      return isTheme(data.theme) ? { kind: "theme", theme: data.theme } : "malformed theme";
    case "tick":
      return data.left === null || isNumber(data.left) ? { kind: "tick", left: data.left } : "malformed tick";
    case "ping":
      return isNumber(data.id) ? { kind: "ping", id: data.id } : "malformed ping";
    default:
      return "unknown kind";
  }
}

/** The frame's message if it is well formed and carries `nonce`, or a sentence that says what is wrong with it. */
export function parseFrameMessage(data: unknown, nonce: string): FrameMessage | string {
  if (!isFields(data)) return "not an object";
  if (data.nonce !== nonce) return "wrong nonce";
  switch (data.kind) {
    case "ready":
    case "disarm":
      return { kind: data.kind, nonce };
    case "frame": {
      const { serial, ms, last } = data;
      return isNumber(serial) && isNumber(ms) && typeof last === "boolean" ? { kind: "frame", nonce, serial, ms, last } : "malformed frame";
    }
    case "height":
      return isNumber(data.px) && data.px >= 0 && data.px < 100_000 ? { kind: "height", nonce, px: data.px } : "malformed height";
    case "state":
      return isState(data.state) ? { kind: "state", nonce, state: data.state } : "malformed state";
    case "action":
      return isAction(data.action) ? { kind: "action", nonce, action: data.action } : "malformed action";
    case "arm":
      return isText(data.message) && isNumber(data.seconds) ? { kind: "arm", nonce, message: data.message, seconds: data.seconds } : "malformed arm";
    case "diagnostic": {
      const { phase, message, line, last } = data;
      if (phase !== "compile" && phase !== "import" && phase !== "render" && phase !== "runtime" && phase !== "state") return "unknown phase";
      if (!isText(message) || !isNumber(line) || typeof last !== "boolean") return "malformed diagnostic";
      return { kind: "diagnostic", nonce, phase, message, line, last };
    }
    case "pong":
      return isNumber(data.id) ? { kind: "pong", nonce, id: data.id } : "malformed pong";
    default:
      return "unknown kind";
  }
}
