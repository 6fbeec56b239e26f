/** What a component needs to know of the card it is in: its values, and how it speaks to the host. */
import { createContext, useContext, useId, useState } from "react";
import type { Value } from "./protocol";
import { Store, useNamed } from "./store";

export type Card = {
  store: Store;
  /** Send the card's named values; `component` names the control that was used. */
  act: (label: string, component: string) => boolean;
  announce: (text: string) => void;
};

const nowhere: Card = { store: new Store(() => {}), act: () => false, announce: () => {} };
export const CardContext = createContext<Card>(nowhere);
export const useCard = (): Card => useContext(CardContext);

/** The field around a control: its label names the control and its value. */
export type FieldInfo = { label: string; id: string; hintId: string | undefined };
export const FieldContext = createContext<FieldInfo | null>(null);

export type ControlProps = {
  label?: string | undefined;
  name?: string | undefined;
  id?: string | undefined;
  "aria-label"?: string | undefined;
};

/** How a control is named, for the reader (label), the DOM (id) and the card's values (name). */
export function useControl(props: ControlProps): { id: string; name: string | undefined; aria: { "aria-label"?: string; "aria-describedby"?: string } } {
  const field = useContext(FieldContext);
  const made = useId();
  const id = props.id ?? (props.label === undefined ? field?.id : undefined) ?? made;
  const name = props.name ?? props.label ?? field?.label ?? props["aria-label"];
  const aria: { "aria-label"?: string; "aria-describedby"?: string } = {};
  if (props["aria-label"] !== undefined) aria["aria-label"] = props["aria-label"];
  else if (props.label === undefined && field === null && props.name !== undefined && props.id === undefined) aria["aria-label"] = props.name;
  if (field?.hintId !== undefined && props.label === undefined) aria["aria-describedby"] = field.hintId;
  return { id, name, aria };
}

/** A control's value: the card's own if it gives one, else the named value, else kept here. */
export function useValue<T extends Value>(
  name: string | undefined, given: T | undefined, initial: T, is: (x: unknown) => x is T, changed?: (value: T) => void,
): [T, (value: T) => void] {
  const { store } = useCard();
  const [local, setLocal] = useState(initial);
  const [kept, keep] = useNamed(store, name, given ?? initial, is);
  const value = given ?? (name === undefined ? local : kept);
  const set = (next: T): void => {
    if (given === undefined) {
      setLocal(next);
      keep(next);
    }
    changed?.(next);
  };
  return [value, set];
}

export const isText = (x: unknown): x is string => typeof x === "string";
export const isFlag = (x: unknown): x is boolean => typeof x === "boolean";
export const isNumber = (x: unknown): x is number => typeof x === "number";
export const isNumbers = (x: unknown): x is number[] => Array.isArray(x) && x.every(isNumber);
export const isTexts = (x: unknown): x is string[] => Array.isArray(x) && x.every(isText);

/** Class names, joined. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(" ");
