/** Plain elements with a `name` join the card's values. Covers: text inputs, text areas and selects that the card does not control. */
import type { ComponentProps, ReactNode } from "react";
import { isText, useValue } from "../card";

function NamedInput({ name, defaultValue, onChange, ...props }: ComponentProps<"input">): ReactNode {
  const [text, setText] = useValue(name, undefined, String(defaultValue ?? ""), isText);
  return <input {...props} name={name} value={text} onChange={(event) => { setText(event.target.value); onChange?.(event); }} />;
}
function NamedTextarea({ name, defaultValue, onChange, ...props }: ComponentProps<"textarea">): ReactNode {
  const [text, setText] = useValue(name, undefined, String(defaultValue ?? ""), isText);
  return <textarea {...props} name={name} value={text} onChange={(event) => { setText(event.target.value); onChange?.(event); }} />;
}
function NamedSelect({ name, defaultValue, onChange, ...props }: ComponentProps<"select">): ReactNode {
  const [text, setText] = useValue(name, undefined, String(defaultValue ?? ""), isText);
  return <select {...props} name={name} value={text} onChange={(event) => { setText(event.target.value); onChange?.(event); }} />;
}

const TYPED = new Set(["checkbox", "radio", "file", "submit", "button", "reset", "hidden", "image"]);

/** The component that stands for a plain named element, or the type itself. */
export function named(type: unknown, props: Record<string, unknown>): unknown {
  if (typeof props.name !== "string" || props.value !== undefined || props.ref !== undefined) return type;
  if (type === "input") return TYPED.has(String(props.type)) ? type : NamedInput;
  if (type === "textarea") return NamedTextarea;
  return type === "select" && props.multiple !== true ? NamedSelect : type;
}
