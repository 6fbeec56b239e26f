// The sheet of all keys, opened by its button or by "?" outside a field.
import { useEffect, useRef } from "react";
import { Icon } from "./icon.jsx";

const KEYS = [
  ["Everywhere", [
    ["Enter", "send"],
    ["Shift Enter", "new line"],
    ["↑", "edit the last message, when the field is empty"],
    ["Esc", "stop, or close what is open"],
    ["Ctrl K", "search"],
    ["Ctrl Shift O", "new conversation"],
    ["Alt 0 … 3", "let L0 … L3 answer"],
    ["Alt A", "let the router decide"],
    ["?", "this list"],
  ]],
  ["In the conversation", [
    ["J", "next turn"],
    ["K", "previous turn"],
    ["W", "why this specialist"],
    ["E", "edit the message"],
    ["C", "copy the answer"],
    ["R", "answer again"],
    ["[ ]", "earlier and later versions"],
  ]],
];

/** A button and the dialog that it opens. */
export function KeySheet() {
  const sheet = useRef(null);
  useEffect(() => {
    const asked = (event) => {
      const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.isContentEditable;
      if (event.key !== "?" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      if (!sheet.current.open) sheet.current.showModal();
    };
    window.addEventListener("keydown", asked);
    return () => window.removeEventListener("keydown", asked);
  }, []);
  const outside = (event) => event.target === sheet.current && sheet.current.close();
  return (
    <>
      <button
        type="button" className="ib desk" aria-label="All keys" title="All keys (?)" onClick={() => sheet.current.showModal()}
        data-testid="keys"
      ><Icon name="keyboard" /></button>
      <dialog className="keys" ref={sheet} aria-label="All keys" onClick={outside}>
        <form method="dialog">
          <button type="submit" className="ib" aria-label="Close"><Icon name="x" /></button>
        </form>
        {KEYS.map(([title, rows]) => (
          <section key={title}>
            <h2>{title}</h2>
            <dl>{rows.map(([key, does]) => <div key={key}><dt><kbd>{key}</kbd></dt><dd>{does}</dd></div>)}</dl>
          </section>
        ))}
      </dialog>
    </>
  );
}
