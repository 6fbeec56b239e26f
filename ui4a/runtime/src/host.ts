/**
 * The page's side of a card: owns the frame element, speaks to it, ends it when it hangs.
 *
 * Covers: creating the sandboxed frame, sending versions of the code, height (never less while streaming), theme, state and
 * actions to callbacks, the countdown of `useAutoSend`, the watchdog, the words shown when a card fails; disposing of all of it.
 * Does not cover: where code comes from, storing state, or drawing the card's title bar.
 */
import { HELLO, parseFrameMessage, VERSION, type Action, type HostMessage, type Phase, type State, type Theme } from "./protocol";

export const FRAME_URL = "/sandbox/frame.html";
const BEAT_MS = 500;
const SILENCE_BEATS = 4; // two seconds
const LOAD_MS = 20_000;
const QUARANTINE_MS = 1_500;

/**
 * Chromium runs all cards of a page in one process: one that hangs holds up the others, and a frame opened before that
 * process is gone (about a second after its last frame) would hang too. So the page's cards are watched together.
 */
type Watched = { missed: () => number; activeAt: () => number; stop: (diagnostic: Diagnostic) => void; restart: () => void };
const yard = { quietUntil: 0, frames: new Set<Watched>() };

/** End the card that was last written to or used, and start the others that it held up again. */
function endHung(): void {
  const hung = [...yard.frames].filter((frame) => frame.missed() >= 2).sort((a, b) => b.activeAt() - a.activeAt());
  yard.quietUntil = performance.now() + QUARANTINE_MS;
  hung[0]?.stop({ phase: "hang", line: 0, last: true, message: "It stopped responding. What you entered is kept." });
  for (const frame of hung.slice(1)) frame.restart();
}

export type Diagnostic = { phase: Phase | "hang" | "load"; message: string; line: number; last: boolean };
export type CardStatus = "loading" | "live" | "broken" | "ended";

export type CardOptions = {
  surface: string;
  code: string;
  streaming: boolean;
  state: State;
  onAction: (action: Action) => void;
  onState: (state: State) => void;
  onDiagnostic: (diagnostic: Diagnostic) => void;
  onFrame?: (frame: { serial: number; ms: number; last: boolean; at: number }) => void;
  /** What the page shows around the frame. `message` is empty while all is well. */
  onStatus: (status: CardStatus, message: string) => void;
};

export type CardHandle = { update: (code: string, streaming: boolean) => void; reload: () => void; dispose: () => void };

/** Put a live card into `container`. */
export function mountCard(container: HTMLElement, options: CardOptions): CardHandle {
  let current = { code: options.code, streaming: options.streaming };
  let state = options.state;
  let live = openFrame();

  function openFrame(): { send: (message: HostMessage) => void; end: () => void; push: () => void } {
    const nonce = crypto.randomUUID();
    const frame = document.createElement("iframe");
    const { port1: port, port2 } = new MessageChannel();
    let ready = false;
    let sent = { code: "", done: false };
    let serial = 0;
    let highest = 0;
    let countdown: ReturnType<typeof setInterval> | undefined;
    let activeAt = performance.now();

    frame.setAttribute("sandbox", "allow-scripts");
    frame.setAttribute("title", "Card");
    frame.setAttribute("allow", "");
    frame.setAttribute("referrerpolicy", "no-referrer");
    frame.style.cssText = "display:block;inline-size:100%;border:0;block-size:0;color-scheme:normal;background:transparent";
    options.onStatus("loading", "");

    const send = (message: HostMessage): void => port.postMessage(message);
    const push = (): void => {
      const done = !current.streaming;
      if (!ready || current.code === "" || (sent.code === current.code && sent.done === done)) return;
      if (sent.done && !done) highest = 0;
      sent = { code: current.code, done };
      activeAt = performance.now();
      serial += 1;
      send({ kind: "code", serial, code: current.code, done });
    };
    const end = (): void => {
      clearInterval(beat);
      clearInterval(countdown);
      clearTimeout(loading);
      clearTimeout(opening);
      yard.frames.delete(watched);
      window.removeEventListener("blur", focused);
      watchTheme();
      window.removeEventListener("message", hello);
      document.removeEventListener("visibilitychange", seen);
      document.removeEventListener("keydown", disarm, true);
      port.close();
      frame.remove();
    };
    const stop = (diagnostic: Diagnostic): void => {
      end();
      options.onStatus("ended", diagnostic.message);
      options.onDiagnostic(diagnostic);
    };
    const restart = (): void => {
      end();
      live = openFrame();
    };
    const watched: Watched = { missed: () => missed, activeAt: () => activeAt, stop, restart };
    yard.frames.add(watched);
    const focused = (): void => { if (document.activeElement === frame) activeAt = performance.now(); };
    window.addEventListener("blur", focused);

    const disarm = (): void => {
      if (countdown === undefined) return;
      clearInterval(countdown);
      countdown = undefined;
      send({ kind: "tick", left: null });
    };
    const arm = (message: string, seconds: number): void => {
      disarm();
      // Nothing counts down before the reader has done anything on this page, nor while the card is still being written.
      if (!navigator.userActivation.hasBeenActive || current.streaming) return;
      let left = Math.max(1, Math.round(seconds));
      send({ kind: "tick", left });
      countdown = setInterval(() => {
        left -= 1;
        send({ kind: "tick", left });
        if (left > 0) return;
        disarm();
        options.onAction({ version: 1, origin: { surface: options.surface, component: "useAutoSend" }, state, execution: "message", visibility: "ai", message });
      }, 1000);
    };
    document.addEventListener("keydown", disarm, true);

    // The watchdog counts beats that the frame let pass. A beat that is late itself says that this page was busy or asleep.
    let missed = 0;
    let last = performance.now();
    let id = 0;
    const beat = setInterval(() => {
      const at = performance.now();
      const late = at - last > BEAT_MS * 2.5;
      last = at;
      if (!ready || document.visibilityState !== "visible" || late) {
        missed = 0;
        if (!late) return;
      }
      if (missed >= SILENCE_BEATS) return endHung();
      missed += 1;
      id += 1;
      send({ kind: "ping", id });
    }, BEAT_MS);
    const seen = (): void => { missed = 0; };
    document.addEventListener("visibilitychange", seen);
    const loading = setTimeout(() => stop({ phase: "load", line: 0, last: true, message: "The card's frame did not load. Reload the page; if it stays so, run scripts/build." }), LOAD_MS);

    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = parseFrameMessage(data, nonce);
      if (typeof message === "string") return;
      missed = 0;
      switch (message.kind) {
        case "ready":
          ready = true;
          clearTimeout(loading);
          return push();
        case "frame":
          options.onStatus("live", "");
          return options.onFrame?.({ serial: message.serial, ms: message.ms, last: message.last, at: performance.now() });
        case "height": {
          highest = current.streaming ? Math.max(highest, message.px) : message.px;
          frame.style.blockSize = `${highest}px`;
          return;
        }
        case "state":
          state = message.state;
          return options.onState(state);
        case "action":
          // A press in the frame activates this page too (Chromium, Firefox, Safari): no activation, no action.
          if (navigator.userActivation?.isActive === false) return;
          disarm();
          return options.onAction(message.action);
        case "arm": return arm(message.message, message.seconds);
        case "disarm": return disarm();
        case "diagnostic":
          if (message.last && message.phase !== "runtime") options.onStatus("broken", message.message);
          return options.onDiagnostic(message);
        case "pong": return;
        default: return unreachable(message);
      }
    };

    const watchTheme = onTheme((theme) => { if (ready) send({ kind: "theme", theme }); });
    const hello = (event: MessageEvent<unknown>): void => {
      const data = event.data;
      if (event.source !== frame.contentWindow || typeof data !== "object" || data === null || !("hello" in data) || data.hello !== HELLO) return;
      window.removeEventListener("message", hello);
      // An opaque origin has no name to address; the port goes to this one window, once.
      frame.contentWindow?.postMessage({ hello: HELLO }, "*", [port2]);
      send({ kind: "init", version: VERSION, nonce, surface: options.surface, theme: themeNow(), state });
    };
    window.addEventListener("message", hello);
    const opening = setTimeout(() => {
      frame.src = FRAME_URL;
      container.append(frame);
    }, Math.max(0, yard.quietUntil - performance.now()));
    return { send, end, push };
  }

  return {
    update: (code, streaming) => {
      current = { code, streaming };
      live.push();
    },
    reload: () => {
      live.end();
      live = openFrame();
    },
    dispose: () => live.end(),
  };
}

/** The page's theme, as tokens.css decides it. */
export function themeNow(): Theme {
  const { dataset, classList } = document.documentElement;
  const dark = dataset.theme === "dark" || classList.contains("dark") || (dataset.theme !== "light" && !classList.contains("light") && matchMedia("(prefers-color-scheme: dark)").matches);
  const more = dataset.contrast === "more" || (dataset.contrast !== "normal" && matchMedia("(prefers-contrast: more)").matches);
  return { scheme: dark ? "dark" : "light", contrast: more ? "more" : "normal" };
}

function onTheme(changed: (theme: Theme) => void): () => void {
  const tell = (): void => changed(themeNow());
  const watch = new MutationObserver(tell);
  watch.observe(document.documentElement, { attributes: true, attributeFilter: ["class", "data-theme", "data-contrast"] });
  const queries = [matchMedia("(prefers-color-scheme: dark)"), matchMedia("(prefers-contrast: more)")];
  for (const query of queries) query.addEventListener("change", tell);
  return () => {
    watch.disconnect();
    for (const query of queries) query.removeEventListener("change", tell);
  };
}

const unreachable = (message: never): never => message;
