/** A list that can be put in order. Covers: pointer and keys (arrows on a handle or item), with what happened said aloud. */
import { createContext, useContext, useRef, useState, type ComponentProps, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { cx, useCard } from "../card";
import { Slot } from "./slot";

type Sorting = { grab: (id: string, event: PointerEvent<HTMLElement>) => void; key: (id: string, event: KeyboardEvent<HTMLElement>) => void; held: string | null };
const SortContext = createContext<Sorting>({ grab: () => {}, key: () => {}, held: null });
const ItemContext = createContext<{ id: string; handle: { current: boolean } }>({ id: "", handle: { current: false } });

type SortableProps<T> = Omit<ComponentProps<"div">, "onDragStart" | "onDragEnd"> & { value?: T[]; onValueChange?: (value: T[]) => void; getItemValue?: (item: T) => string; layout?: string; strategy?: string; onMove?: (move: { activeIndex: number; overIndex: number }) => void; onDragStart?: () => void; onDragEnd?: () => void; collisionDetection?: unknown; modifiers?: unknown; asChild?: boolean };

export function Sortable<T>({ value = [], onValueChange, getItemValue = String, layout: _, strategy: __, onMove, onDragStart, onDragEnd, collisionDetection: ___, modifiers: ____, asChild, className, ...props }: SortableProps<T>): ReactNode {
  const root = useRef<HTMLElement>(null);
  const [held, setHeld] = useState<string | null>(null);
  const card = useCard();
  const ids = value.map(getItemValue);
  const order = useRef({ value, ids });
  order.current = { value, ids };
  const move = (id: string, to: number): void => {
    const { value: now, ids: names } = order.current;
    const from = names.indexOf(id);
    if (from < 0 || to < 0 || to >= names.length || from === to) return;
    const next = [...now];
    const [item] = next.splice(from, 1);
    if (item !== undefined) next.splice(to, 0, item);
    if (onMove === undefined) onValueChange?.(next);
    else onMove({ activeIndex: from, overIndex: to });
    card.announce(`Moved to place ${to + 1} of ${names.length}`);
  };
  const grab: Sorting["grab"] = (id, event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    setHeld(id);
    onDragStart?.();
    const drag = (at: globalThis.PointerEvent): void => {
      const boxes = [...(root.current?.querySelectorAll<HTMLElement>("[data-sort-item]") ?? [])];
      const over = boxes.find((box) => { const { top, bottom, left, right } = box.getBoundingClientRect(); return at.clientY >= top && at.clientY <= bottom && at.clientX >= left - 40 && at.clientX <= right + 40; });
      const target = over?.dataset.sortItem;
      if (target !== undefined && target !== id) move(id, order.current.ids.indexOf(target));
    };
    const drop = (): void => {
      setHeld(null);
      onDragEnd?.();
      window.removeEventListener("pointermove", drag);
      window.removeEventListener("pointerup", drop);
      window.removeEventListener("pointercancel", drop);
    };
    window.addEventListener("pointermove", drag);
    window.addEventListener("pointerup", drop);
    window.addEventListener("pointercancel", drop);
  };
  const key: Sorting["key"] = (id, event) => {
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(id, ids.indexOf(id) + step);
  };
  return <SortContext value={{ grab, key, held }}><Slot as="div" asChild={asChild} ref={root} role="list" className={cx("pf-sortable", className)} {...props} /></SortContext>;
}

export function SortableItem({ value, disabled = false, asChild, className, ...props }: ComponentProps<"div"> & { value: string; disabled?: boolean; asChild?: boolean }): ReactNode {
  const sorting = useContext(SortContext);
  const handle = useRef(false);
  return (
    <ItemContext value={{ id: value, handle }}>
      <Slot as="div" asChild={asChild} role="listitem" data-sort-item={value} data-held={sorting.held === value ? "" : undefined} className={cx("pf-sort-item", className)}
        onPointerDown={(event: PointerEvent<HTMLElement>) => { if (!handle.current && !disabled && event.target instanceof Element && event.target.closest("button, input, a, select, textarea") === null) sorting.grab(value, event); }} {...props} />
    </ItemContext>
  );
}

export function SortableItemHandle({ cursor: _, asChild, className, ...props }: ComponentProps<"div"> & { cursor?: boolean; asChild?: boolean }): ReactNode {
  const sorting = useContext(SortContext);
  const { id, handle } = useContext(ItemContext);
  handle.current = true;
  const bare = asChild === true ? {} : { role: "button", tabIndex: 0, "aria-label": "Move" };
  return <Slot as="div" asChild={asChild} {...bare} className={cx("pf-handle", className)} onPointerDown={(event: PointerEvent<HTMLElement>) => sorting.grab(id, event)} onKeyDown={(event: KeyboardEvent<HTMLElement>) => sorting.key(id, event)} {...props} />;
}
export const SortableOverlay = (): ReactNode => null;
