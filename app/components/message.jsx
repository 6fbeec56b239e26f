// The user's message: shown, or in a field to be edited, which closes when the server took the new text.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Icon } from "./icon.jsx";

/**
 * A message; `children` are its other actions. `onEdit` gets the new text: when the server takes it, another turn stands
 * here; when it does not, `refused` grows and the text is still in the field.
 */
export function UserMessage({ text, busy, refused, onEdit, children }) {
  const [draft, setDraft] = useState(null);
  const [sent, setSent] = useState(false);
  const field = useRef(null);
  const pencil = useRef(null);
  const editing = draft !== null;
  const held = sent || busy || (editing && draft.trim() === "");

  useEffect(() => setSent(false), [refused]);

  useLayoutEffect(() => {
    if (!editing) return;
    field.current.style.height = "auto";
    field.current.style.height = `${field.current.scrollHeight}px`;
  }, [draft, editing]);

  const open = () => {
    setDraft(text);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(text.length, text.length);
    });
  };
  const close = () => {
    setDraft(null);
    setSent(false);
    requestAnimationFrame(() => pencil.current?.focus());
  };
  const send = () => {
    if (held) return;
    if (draft.trim() === text.trim()) return close();
    setSent(true);
    onEdit(draft);
  };
  const pressed = (event) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && !event.shiftKey) send();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (!editing) {
    return (
      <div className="line">
        <span className="hov flex">
          <button
            type="button" className="ib" aria-label="Edit message" title="Edit message" ref={pencil} disabled={busy}
            onClick={open} data-act="edit"
          ><Icon name="pencil" /></button>
          {children}
        </span>
        <p className="say" dir="auto">{text}</p>
      </div>
    );
  }
  return (
    <form className="edit" onSubmit={(event) => { event.preventDefault(); send(); }}>
      <textarea
        ref={field} value={draft} dir="auto" aria-label="Edit message" rows={1} data-testid="edit"
        onChange={(event) => setDraft(event.target.value)} onKeyDown={pressed}
      />
      <div className="btns">
        <button type="button" className="btn quiet" onClick={close}>Cancel</button>
        <button type="submit" className="btn" disabled={held}>Send again</button>
      </div>
    </form>
  );
}
