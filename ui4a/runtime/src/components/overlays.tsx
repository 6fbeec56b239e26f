/**
 * Things that open. Covers: Popover and MorphingDialog with their parts, ToolbarDynamic.
 * A popover opens in the flow of the card, not above it: the frame ends where the card ends, and would cut it off.
 */
import { createContext, useContext, useEffect, useId, useRef, useState, type ComponentProps, type ReactNode, type RefObject } from "react";
import { cx } from "../card";
import { part, Slot } from "./slot";

type Opening = { id: string; open: boolean; set: (open: boolean) => void; root: RefObject<HTMLDivElement | null> };
const empty: Opening = { id: "", open: false, set: () => {}, root: { current: null } };
const PopoverContext = createContext<Opening>(empty);
const DialogContext = createContext<Opening>(empty);

function useOpen(given: boolean | undefined, initial: boolean, changed: ((open: boolean) => void) | undefined, outside: boolean): Opening {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [kept, keep] = useState(initial);
  const open = given ?? kept;
  const set = (next: boolean): void => {
    keep(next);
    changed?.(next);
  };
  const latest = useRef(set);
  latest.current = set;
  useEffect(() => {
    if (!open) return;
    const key = (event: KeyboardEvent): void => { if (event.key === "Escape") latest.current(false); };
    const press = (event: PointerEvent): void => {
      if (outside && event.target instanceof Node && root.current?.contains(event.target) === false) latest.current(false);
    };
    document.addEventListener("keydown", key);
    document.addEventListener("pointerdown", press);
    return () => {
      document.removeEventListener("keydown", key);
      document.removeEventListener("pointerdown", press);
    };
  }, [open, outside]);
  return { id, open, set, root };
}

type OpenProps = { open?: boolean; defaultOpen?: boolean; onOpenChange?: (open: boolean) => void; children?: ReactNode };

export function Popover({ open, defaultOpen = false, onOpenChange, children }: OpenProps & { modal?: boolean }): ReactNode {
  const opening = useOpen(open, defaultOpen, onOpenChange, true);
  return <PopoverContext value={opening}><div ref={opening.root} className="pf-popover-root">{children}</div></PopoverContext>;
}
export function PopoverTrigger({ asChild, ...props }: ComponentProps<"button"> & { asChild?: boolean }): ReactNode {
  const { id, open, set } = useContext(PopoverContext);
  return <Slot as="button" type="button" asChild={asChild} aria-expanded={open} aria-controls={id} onClick={() => set(!open)} {...props} />;
}
export const PopoverAnchor = part("div", "pf-popover-anchor");
export function PopoverContent({ align: _, side: __, sideOffset: ___, className, ...props }: ComponentProps<"div"> & { align?: string; side?: string; sideOffset?: number }): ReactNode {
  const { id, open } = useContext(PopoverContext);
  return open ? <div id={id} role="group" className={cx("pf-popover", className)} {...props} /> : null;
}
export const PopoverHeader = part("div", "pf-popover-header");
export const PopoverTitle = part("h4", "pf-popover-title");
export const PopoverDescription = part("p", "pf-popover-desc");

export function MorphingDialog({ children }: { children?: ReactNode; transition?: unknown }): ReactNode {
  return <DialogContext value={useOpen(undefined, false, undefined, false)}>{children}</DialogContext>;
}
export function MorphingDialogTrigger({ className, style, children, triggerRef }: { className?: string; style?: React.CSSProperties; children?: ReactNode; triggerRef?: RefObject<HTMLButtonElement> }): ReactNode {
  const { id, open, set } = useContext(DialogContext);
  return <button ref={triggerRef} type="button" aria-haspopup="dialog" aria-expanded={open} aria-controls={id} className={className} style={style} onClick={() => set(true)}>{children}</button>;
}
export function MorphingDialogContainer({ children }: { children?: ReactNode }): ReactNode {
  const { open, set } = useContext(DialogContext);
  if (!open) return null;
  return <div className="pf-overlay" data-overlay="" onPointerDown={(event) => { if (event.target === event.currentTarget) set(false); }}>{children}</div>;
}
export function MorphingDialogContent({ className, style, children }: { className?: string; style?: React.CSSProperties; children?: ReactNode }): ReactNode {
  const { id } = useContext(DialogContext);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.focus();
    return () => { if (before instanceof HTMLElement) before.focus(); };
  }, []);
  return <div ref={box} id={id} role="dialog" aria-modal="true" aria-labelledby={`${id}-title`} tabIndex={-1} className={cx("pf-dialog", className)} style={style}>{children}</div>;
}
export function MorphingDialogTitle(props: ComponentProps<"div">): ReactNode {
  const { id, open } = useContext(DialogContext);
  return <div id={open ? `${id}-title` : undefined} {...props} />;
}
export const MorphingDialogSubtitle = (props: ComponentProps<"div">): ReactNode => <div {...props} />;
export const MorphingDialogDescription = ({ variants: _, disableLayoutAnimation: __, ...props }: ComponentProps<"div"> & { variants?: unknown; disableLayoutAnimation?: boolean }): ReactNode => <div {...props} />;
export const MorphingDialogImage = ({ alt = "", ...props }: ComponentProps<"img">): ReactNode => <img alt={alt} {...props} />;
export function MorphingDialogClose({ children, className }: { children?: ReactNode; className?: string; variants?: unknown }): ReactNode {
  const { set } = useContext(DialogContext);
  return <button type="button" aria-label="Close" className={cx("pf-close", className)} onClick={() => set(false)}>{children ?? <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M18 6 6 18M6 6l12 12" /></svg>}</button>;
}

type ToolbarProps = { compact?: ReactNode; expanded?: ReactNode; placeholder?: string; defaultOpen?: boolean; open?: boolean; onOpenChange?: (open: boolean) => void; collapsedWidth?: number | string; expandedWidth?: number | string; className?: string; style?: React.CSSProperties };

export function ToolbarDynamic({ compact, expanded, placeholder = "Search notes", defaultOpen = false, open, onOpenChange, collapsedWidth = 98, expandedWidth = 300, className, style }: ToolbarProps): ReactNode {
  const opening = useOpen(open, defaultOpen, onOpenChange, true);
  return (
    <div ref={opening.root} role="toolbar" className={cx("pf-toolbar", className)} style={{ inlineSize: opening.open ? expandedWidth : collapsedWidth, ...style }}>
      <button type="button" className="pf-toolbar-button" aria-expanded={opening.open} aria-label={opening.open ? "Fold" : "Open"} onClick={() => opening.set(!opening.open)}>
        {compact ?? <svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="11" cy="11" r="8" /><path d="m21 21-4.3-4.3" /></svg>}
      </button>
      {opening.open && <div className="pf-toolbar-body">{expanded ?? <input className="pf-input" aria-label={placeholder} placeholder={placeholder} />}</div>}
    </div>
  );
}
