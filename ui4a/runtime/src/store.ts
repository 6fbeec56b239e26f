/**
 * The named values of a card.
 *
 * Covers: reading, writing and watching them; the value a control starts with; telling the host, batched.
 * Does not cover: keeping them across reloads, which is the host's work (it sends them back in `init`).
 */
import { useCallback, useEffect, useSyncExternalStore } from "react";
import type { State, Value } from "./protocol";

const BATCH_MS = 150;

export class Store {
  private values: State = {};
  private defaults = new Map<string, Value>();
  private listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly tell: (state: State) => void) {}

  /** Take over what the host kept; nothing is told back. */
  hydrate(state: State): void {
    this.values = { ...state };
    this.notify();
  }

  get(name: string): Value | undefined {
    return Object.hasOwn(this.values, name) ? this.values[name] : undefined;
  }

  set(name: string, value: Value): void {
    if (Object.is(this.values[name], value)) return;
    this.values = { ...this.values, [name]: value };
    this.notify();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), BATCH_MS);
  }

  /** Tell the host now what it has not heard yet. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.tell(this.values);
  }

  /** A mounted control's value while nobody has touched it; the result forgets it. */
  offer(name: string, value: Value): () => void {
    this.defaults.set(name, value);
    return () => this.defaults.delete(name);
  }

  /** Every named value, in the order in which the controls stand on the card. */
  snapshot(): State {
    return { ...Object.fromEntries(this.defaults), ...this.values };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}

/** The value of control `name` and its setter; a control without a name keeps nothing here. */
export function useNamed<T extends Value>(store: Store, name: string | undefined, initial: T, is: (x: unknown) => x is T): [T, (value: T) => void] {
  const read = useCallback(() => (name === undefined ? undefined : store.get(name)), [store, name]);
  const kept = useSyncExternalStore(store.subscribe, read, read);
  const given = JSON.stringify(initial);
  useEffect(() => (name === undefined ? undefined : store.offer(name, initial)), [store, name, given]);
  const write = useCallback((value: T) => (name === undefined ? undefined : store.set(name, value)), [store, name]);
  return [is(kept) ? kept : initial, write];
}
