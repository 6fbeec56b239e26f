/**
 * A card in the page: the frame, what is said around it, its source.
 *
 * Covers: drawing the border, the words for each state of the card, source on demand, starting it again, disposing.
 * Does not cover: the frame itself and its watchdog (runtime/src/host.ts, served as /vendor/ui4a/host.js, so that a new
 * frame needs no new page), storing anything.
 */

import { useEffect, useRef, useState } from "react";

const HOST = "/vendor/ui4a/host.js";
const NEAR_PX = 800; // a frame costs about 100 ms of script: those far away wait until the reader comes near

const CSS = `
.pf-cardframe { border: var(--pf-hair) solid var(--pf-line-2); border-radius: var(--pf-radius-2); background: var(--pf-surface); box-shadow: var(--pf-shadow-1); overflow: clip; max-inline-size: var(--pf-column); }
.pf-cardframe-bar { display: flex; align-items: center; gap: .5rem; min-block-size: 2.375rem; padding-inline: .875rem .375rem; border-block-end: 1px solid var(--pf-line); color: var(--pf-ink-3); font-size: var(--pf-text-xs); }
.pf-cardframe-bar > span { flex: 1; min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.pf-cardframe-bar button { display: inline-flex; align-items: center; gap: .375rem; min-block-size: var(--pf-target); padding-inline: .5rem; border: 0; border-radius: var(--pf-radius-1); background: none; color: var(--pf-ink-2); font: inherit; cursor: pointer; }
.pf-cardframe-bar button:hover { background: var(--pf-hover); color: var(--pf-ink); }
.pf-cardframe-bar button[aria-expanded="true"] { background: var(--pf-accent-soft); color: var(--pf-accent-text); }
.pf-cardframe-bar svg, .pf-cardframe-note svg { inline-size: 1rem; block-size: 1rem; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; flex: none; }
.pf-cardframe-wait { padding: 1rem .875rem; color: var(--pf-ink-3); font-size: var(--pf-text-sm); margin: 0; opacity: 0; animation: pf-late 0s .25s forwards; }
@keyframes pf-late { to { opacity: 1; } }
.pf-cardframe[data-status="broken"] .pf-cardframe-slot iframe { opacity: .55; }
.pf-cardframe-note { display: flex; gap: .75rem; align-items: flex-start; padding: .875rem 1rem; border-block-start: 1px solid var(--pf-line); font-size: var(--pf-text-md); line-height: 1.5; }
.pf-cardframe-note > svg { color: var(--pf-danger); margin-block-start: .1875rem; }
.pf-cardframe-note p { margin: 0; overflow-wrap: anywhere; } .pf-cardframe-note strong { font-weight: 600; } .pf-cardframe-note p + p { color: var(--pf-ink-2); }
.pf-cardframe-note button { margin-block-start: .5rem; min-block-size: var(--pf-target); padding-inline: .75rem; border: var(--pf-hair) solid var(--pf-line-2); border-radius: var(--pf-radius-1); background: var(--pf-surface); color: var(--pf-ink); font-size: var(--pf-text-sm); font-weight: 500; cursor: pointer; }
.pf-cardframe-note button:hover { background: var(--pf-hover); }
.pf-cardframe-source { margin: 0; padding: .875rem 1rem; max-block-size: 24rem; overflow: auto; border-block-start: 1px solid var(--pf-line); background: var(--pf-code-bg); color: var(--pf-code-ink); font: var(--pf-text-sm)/1.6 var(--pf-mono); white-space: pre; tab-size: 2; direction: ltr; text-align: left; }
`;

const TITLES = {
  broken: "This card could not be drawn.",
  ended: "This card was ended.",
};

export function CardHost({ code, streaming, surface, state, onAction, onState, onDiagnostic }) {
  const slot = useRef(null);
  const box = useRef(null);
  const handle = useRef(null);
  const latest = useRef({});
  const [near, setNear] = useState(streaming);
  const [{ status, message }, setStatus] = useState({ status: "loading", message: "" });
  const [painted, setPainted] = useState(false);
  const [source, setSource] = useState(false);
  latest.current = { code, streaming, state, onAction, onState, onDiagnostic };

  useEffect(() => {
    if (near) return;
    const watch = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setNear(true), { rootMargin: `${NEAR_PX}px` });
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [near]);

  useEffect(() => {
    if (!near) return;
    let gone = false;
    const options = () => ({
      surface,
      code: latest.current.code,
      streaming: latest.current.streaming,
      state: latest.current.state ?? {},
      onAction: (action) => latest.current.onAction?.(action),
      onState: (values) => latest.current.onState?.(surface, values),
      onDiagnostic: (diagnostic) => latest.current.onDiagnostic?.(surface, diagnostic),
      onFrame: () => setPainted(true),
      onStatus: (next, words) => setStatus({ status: next, message: words }),
    });
    import(/* @vite-ignore */ HOST).then(
      ({ mountCard }) => {
        if (!gone) handle.current = mountCard(slot.current, options());
      },
      () => setStatus({ status: "ended", message: "Its parts did not load. Reload the page; if it stays so, run scripts/build." }),
    );
    return () => {
      gone = true;
      handle.current?.dispose();
      handle.current = null;
    };
  }, [near, surface]);

  useEffect(() => handle.current?.update(code, streaming), [code, streaming]);

  const bad = status === "broken" || status === "ended";
  const words = streaming ? (painted ? "Drawing" : "Writing the card") : bad ? TITLES[status] : "Card";
  return (
    <div ref={box} className="pf-cardframe" data-status={status} data-streaming={streaming} data-testid="cardframe">
      <style href="pf-cardframe" precedence="medium">{CSS}</style>
      <div className="pf-cardframe-bar">
        <span>{words}</span>
        <button type="button" aria-expanded={source} onClick={() => setSource(!source)}>
          <svg viewBox="0 0 24 24" aria-hidden="true"><path d="m16 18 6-6-6-6M8 6l-6 6 6 6" /></svg>Source
        </button>
      </div>
      <div ref={slot} className="pf-cardframe-slot" />
      {!painted && !bad && <p className="pf-cardframe-wait">{streaming ? "The first part appears as soon as it can be drawn." : "Opening the card."}</p>}
      {bad && !streaming && (
        <div className="pf-cardframe-note" role="alert">
          <svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="10" /><path d="M12 8v4M12 16h.01" /></svg>
          <div>
            <p><strong>{TITLES[status]}</strong></p>
            <p>{message}</p>
            <p>{painted && status === "broken" ? "The last part that worked is shown above. " : ""}Ask for a change, or read its source.</p>
            {status === "ended" && <button type="button" onClick={() => handle.current?.reload()}>Start again</button>}
          </div>
        </div>
      )}
      {source && <pre className="pf-cardframe-source" tabIndex={0} aria-label="Source of the card">{code}</pre>}
    </div>
  );
}
