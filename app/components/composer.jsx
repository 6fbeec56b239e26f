// The composer: text, who answers, the engine's dot, send or stop. The draft lives here, so typing never waits or is lost.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Icon } from "./icon.jsx";

const LABELS = [
  ["L0", "L0 chat", "explains, writes, talks it through"],
  ["L1", "L1 agent", "works things out with Python"],
  ["L2", "L2 coding", "writes and fixes code"],
  ["L3", "L3 GenUI", "draws a card you can use"],
];
const MAX_ROWS = 8;
const SENT_AGAIN_MS = 4000;
const DRAFT = "petitfour-draft-";

const Glyph = ({ label }) => (
  <svg className={`g ${label.toLowerCase()}`} viewBox="0 0 16 16" aria-hidden="true">
    <use href={`/icons.svg#g-${label.toLowerCase()}`} />
  </svg>
);

/** One field for the next message. `accepted` counts the messages the server took: the draft is cleared then, not before. */
export function Composer({
  conversation, running, online, pin, accepted, engine, engineReady, engineFault, onSend, onStop, onPin, onNew,
}) {
  const field = useRef(null);
  const sending = useRef(0);
  const [draft, setDraft] = useState("");
  const [waiting, setWaiting] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const empty = draft.trim() === "";

  useEffect(() => setDraft(readDraft(conversation)), [conversation]);
  useEffect(() => {
    if (accepted > 0) {
      sending.current = 0;
      setDraft("");
      writeDraft(conversation, "");
      writeDraft("", "");
    }
  }, [accepted]);
  useLayoutEffect(() => fit(field.current), [draft]);

  const write = (text) => {
    setDraft(text);
    writeDraft(conversation, text);
  };
  const send = useCallback(() => {
    const now = Date.now();
    if (empty || running || now - sending.current < SENT_AGAIN_MS) return;
    if (!online) return setWaiting(true);
    sending.current = now;
    setWaiting(false);
    onSend(draft);
  }, [draft, empty, running, online, onSend]);

  useEffect(() => {
    if (online && waiting) send();
  }, [online, waiting, send]);
  useEffect(() => {
    if (!running) sending.current = 0;
  }, [running]);

  useEffect(() => {
    const keys = (event) => {
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
      if (event.key === "Escape") {
        const opened = document.querySelector("details.route[open]");
        if (choosing) setChoosing(false);
        else if (opened) closeRoute(opened);
        else if (running) onStop();
        else return;
        event.preventDefault();
      } else if (event.altKey && /^Digit[0-3]$/.test(event.code)) {
        event.preventDefault();
        onPin(`L${event.code.slice(-1)}`);
      } else if (event.altKey && event.code === "KeyA") {
        event.preventDefault();
        onPin("");
      } else if (event.ctrlKey && event.shiftKey && event.code === "KeyO") {
        event.preventDefault();
        onNew();
      } else if ((event.ctrlKey || event.metaKey) && event.code === "KeyK") {
        event.preventDefault();
        document.getElementById("find")?.focus();
      }
    };
    const outside = (event) => {
      for (const open of document.querySelectorAll("details.route[open]")) {
        if (!open.contains(event.target)) open.open = false;
      }
    };
    window.addEventListener("keydown", keys);
    window.addEventListener("pointerdown", outside);
    return () => {
      window.removeEventListener("keydown", keys);
      window.removeEventListener("pointerdown", outside);
    };
  }, [running, choosing, onStop, onPin, onNew]);

  useEffect(() => {
    const start = (event) => {
      const example = event.target.closest?.("[data-example]");
      if (!example) return;
      write(example.dataset.example);
      field.current.focus();
    };
    document.addEventListener("click", start);
    return () => document.removeEventListener("click", start);
  }, [conversation]);

  const pressed = (event) => {
    if (event.key === "ArrowUp" && draft === "") {
      [...document.querySelectorAll('[data-act="edit"]')].at(-1)?.click();
      return event.preventDefault();
    }
    // A composition (an input method's open word) ends with Enter too; that Enter is not for us.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return undefined;
    event.preventDefault();
    return send();
  };
  const chosen = LABELS.find(([label]) => label === pin);
  const dot = !online || engineFault ? "dotbad" : engineReady ? "dotok" : "dotwait";
  const state = !online ? "offline" : engineFault ? "engine down" : engineReady ? engine : "starting";
  return (
    <form className="composer" onSubmit={(event) => { event.preventDefault(); send(); }}>
      <label className="vh" htmlFor="say">Message</label>
      <textarea
        id="say" ref={field} rows={1} value={draft} dir="auto" data-testid="say" autoComplete="off"
        placeholder={conversation ? "Your next message" : "Ask in your own words"}
        onChange={(event) => write(event.target.value)} onKeyDown={pressed}
      />
      <div className="composer-bar">
        <span className="box desk" role="group" aria-label="Who answers">
          <button type="button" aria-pressed={pin === ""} title="The router decides (Alt A)" onClick={() => onPin("")}>Auto</button>
          {LABELS.map(([label, name], at) => (
            <button
              key={label} type="button" aria-pressed={pin === label} aria-label={`Pin ${name}`}
              title={`${name} (Alt ${at})`} onClick={() => onPin(pin === label ? "" : label)}
            ><Glyph label={label} /></button>
          ))}
        </span>
        <span className="phone flex choose">
          <button
            type="button" className="btn" aria-haspopup="menu" aria-expanded={choosing} onClick={() => setChoosing(!choosing)}
          >{chosen ? <Glyph label={chosen[0]} /> : null}{chosen ? chosen[0] : "Auto"}<Icon name="chevron-up" small /></button>
          {choosing && <Sheet pin={pin} choose={(label) => { onPin(label); setChoosing(false); field.current.focus(); }} />}
        </span>
        <span className="prof" title={engineFault || `Engine: ${state}`} data-testid="engine" data-ready={engineReady}>
          <i className={dot} /><span className="mono">{state}</span>
        </span>
        <span className="grow" />
        {waiting && !online && <span className="meta" role="status">goes out when back</span>}
        {running ? (
          <button type="button" className="stop" onClick={onStop} data-testid="stop"><i />Stop</button>
        ) : (
          <button type="submit" className="send" aria-label="Send" title="Send (Enter)" disabled={empty} data-testid="send">
            <Icon name="arrow-up" />
          </button>
        )}
      </div>
    </form>
  );
}

function Sheet({ pin, choose }) {
  const first = useRef(null);
  useEffect(() => first.current?.focus(), []);
  const options = [["", "Automatic", "the router decides, you can always change it"], ...LABELS];
  return (
    <div className="sheet" role="menu" aria-label="Who answers">
      {options.map(([label, name, does]) => (
        <button
          key={label} ref={pin === label ? first : null} type="button" className="opt" role="menuitemradio"
          aria-checked={pin === label} onClick={() => choose(label)}
        >
          {label ? <Glyph label={label} /> : <i className="auto">A</i>}
          <span className="grow"><b>{name}</b><span className="meta">{does}</span></span>
          {pin === label && <Icon name="check" small />}
        </button>
      ))}
    </div>
  );
}

function fit(area) {
  area.style.height = "auto";
  const style = getComputedStyle(area);
  const padding = parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
  const most = parseFloat(style.lineHeight) * MAX_ROWS + padding;
  area.style.height = `${Math.min(area.scrollHeight, most)}px`;
  area.style.overflowY = area.scrollHeight > most ? "auto" : "hidden";
}

function closeRoute(route) {
  route.open = false;
  route.querySelector("summary").focus();
}

function readDraft(conversation) {
  try {
    return sessionStorage.getItem(DRAFT + conversation) ?? "";
  } catch {
    return ""; // storage is switched off: the draft then lives as long as the page
  }
}

function writeDraft(conversation, text) {
  try {
    if (text) sessionStorage.setItem(DRAFT + conversation, text);
    else sessionStorage.removeItem(DRAFT + conversation);
  } catch {
    // storage is full or switched off: the draft then lives as long as the page
  }
}
