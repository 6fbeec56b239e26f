/** Text fields, buttons, switches and sliders. Covers: Button, Input, Textarea, Checkbox, Switch, Slider, TickSlider, Field. */
import { useId, useRef, useState, type ChangeEvent, type ComponentProps, type ReactNode } from "react";
import { cx, FieldContext, isFlag, isNumbers, isText, useCard, useControl, useValue, type ControlProps } from "../card";
import { Slot } from "./slot";

type ButtonProps = ComponentProps<"button"> & { action?: string; variant?: string; size?: string; full?: boolean; asChild?: boolean };

export function Button({ action, variant = "default", size = "default", full, asChild, className, onClick, type, ...props }: ButtonProps): ReactNode {
  const card = useCard();
  const rested = useRef(Number.NEGATIVE_INFINITY);
  const press: ButtonProps["onClick"] = (event) => {
    onClick?.(event);
    if (action === undefined || event.defaultPrevented || event.timeStamp - rested.current < 800) return;
    rested.current = event.timeStamp; // a double click sends once
    card.act(action, `Button ${action}`);
  };
  return (
    <Slot as="button" asChild={asChild} type={type ?? (action === undefined ? undefined : "button")} data-slot="button" data-variant={variant} data-size={size} data-full={full === true ? "" : undefined}
      className={cx("pf-button", className)} onClick={press} {...props} />
  );
}

/** A label above a control of ours; nothing around a bare control. */
export function Labelled({ label, id, aside, children }: { label: string | undefined; id: string; aside?: ReactNode; children: ReactNode }): ReactNode {
  if (label === undefined) return children;
  return (
    <div className="pf-field">
      <div className="pf-field-label"><label htmlFor={id}>{label}</label>{aside}</div>
      {children}
    </div>
  );
}

export function Field({ label, hint, children }: { label: string; hint?: string; children?: ReactNode }): ReactNode {
  const id = useId();
  const hintId = useId();
  return (
    <FieldContext value={{ label, id, hintId: hint === undefined ? undefined : hintId }}>
      <div className="pf-field" role="group" aria-labelledby={`${id}-label`}>
        <div className="pf-field-label"><label id={`${id}-label`} htmlFor={id}>{label}</label></div>
        {children}
        {hint !== undefined && <p id={hintId} className="pf-hint">{hint}</p>}
      </div>
    </FieldContext>
  );
}

type InputProps = ComponentProps<"input"> & ControlProps;

export function Input({ label, name, value, defaultValue, onChange, className, ...props }: InputProps): ReactNode {
  const control = useControl({ label, name, id: props.id, "aria-label": props["aria-label"] });
  const [text, setText] = useValue(control.name, value === undefined ? undefined : String(value), String(defaultValue ?? ""), isText);
  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    setText(event.target.value);
    onChange?.(event);
  };
  return (
    <Labelled label={label} id={control.id}>
      <input {...props} {...control.aria} id={control.id} name={control.name} autoComplete={props.autoComplete ?? "off"} className={cx("pf-input", className)} value={text} onChange={change} />
    </Labelled>
  );
}

export function Textarea({ label, name, value, defaultValue, onChange, className, ...props }: ComponentProps<"textarea"> & ControlProps): ReactNode {
  const control = useControl({ label, name, id: props.id, "aria-label": props["aria-label"] });
  const [text, setText] = useValue(control.name, value === undefined ? undefined : String(value), String(defaultValue ?? ""), isText);
  const change = (event: ChangeEvent<HTMLTextAreaElement>): void => {
    setText(event.target.value);
    onChange?.(event);
  };
  return (
    <Labelled label={label} id={control.id}>
      <textarea rows={3} {...props} {...control.aria} id={control.id} name={control.name} className={cx("pf-input pf-textarea", className)} value={text} onChange={change} />
    </Labelled>
  );
}

type CheckProps = Omit<ComponentProps<"input">, "onChange" | "checked"> & ControlProps & { checked?: boolean | "indeterminate"; onCheckedChange?: (checked: boolean) => void };

function Check({ kind, label, name, checked, defaultChecked, onCheckedChange, className, type: _, ...props }: CheckProps & { kind: "checkbox" | "switch" }): ReactNode {
  const control = useControl({ label, name, id: props.id, "aria-label": props["aria-label"] });
  // A box tied to a Label of the card by its id keeps its value in the card, not here.
  const key = props.id !== undefined && name === undefined && label === undefined ? undefined : control.name;
  const [on, setOn] = useValue(key, checked === undefined ? undefined : checked === true, defaultChecked ?? false, isFlag, onCheckedChange);
  const mixed = checked === "indeterminate";
  const box = (
    <input {...props} {...control.aria} id={control.id} name={control.name} type="checkbox" role={kind === "switch" ? "switch" : undefined}
      ref={(element) => { if (element !== null) element.indeterminate = mixed; }}
      className={cx(kind === "switch" ? "pf-switch" : "pf-check", className)} checked={on} onChange={(event) => setOn(event.target.checked)} />
  );
  if (label === undefined) return box;
  return <label className={cx("pf-option", kind === "switch" && "pf-option-switch")} htmlFor={control.id}>{kind === "switch" ? <><span>{label}</span>{box}</> : <>{box}<span>{label}</span></>}</label>;
}
export const Checkbox = (props: CheckProps): ReactNode => <Check kind="checkbox" {...props} />;
export const Switch = (props: CheckProps): ReactNode => <Check kind="switch" {...props} />;

type SliderProps = ControlProps & {
  value?: number[]; defaultValue?: number[]; min?: number; max?: number; step?: number; orientation?: string; minStepsBetweenThumbs?: number;
  disabled?: boolean; className?: string; onValueChange?: (value: number[]) => void; onValueCommit?: (value: number[]) => void;
};

export function Slider({ label, name, value, defaultValue, min = 0, max = 100, step = 1, minStepsBetweenThumbs = 0, disabled, className, onValueChange, onValueCommit, ...props }: SliderProps): ReactNode {
  const control = useControl({ label, name, id: props.id, "aria-label": props["aria-label"] });
  const [values, setValues] = useValue(control.name, list(value), list(defaultValue) ?? (label === undefined ? [min, max] : [min]), isNumbers, onValueChange);
  const spread = max - min || 1;
  const move = (index: number, to: number): void => {
    const gap = minStepsBetweenThumbs * step;
    const low = index > 0 ? (values[index - 1] ?? min) + gap : min;
    const high = index < values.length - 1 ? (values[index + 1] ?? max) - gap : max;
    setValues(values.map((old, i) => (i === index ? Math.min(high, Math.max(low, to)) : old)));
  };
  const from = values.length > 1 ? (((values[0] ?? min) - min) / spread) * 100 : 0;
  const to = (((values.at(-1) ?? min) - min) / spread) * 100;
  const style = { "--from": `${from}%`, "--to": `${to}%` } as React.CSSProperties;
  const named = control.aria["aria-label"] ?? label;
  return (
    <Labelled label={label} id={control.id} aside={<output className="pf-slider-value" htmlFor={control.id}>{values.join(" – ")}</output>}>
      <div className={cx("pf-slider", className)} data-many={values.length > 1 ? "" : undefined} style={style}>
        {values.map((one, index) => (
          <input key={index} type="range" id={index === 0 ? control.id : undefined} {...control.aria} min={min} max={max} step={step} disabled={disabled}
            aria-label={values.length > 1 ? `${named ?? "Value"}, ${index === 0 ? "from" : "to"}` : control.aria["aria-label"]}
            value={one} onChange={(event) => move(index, Number(event.target.value))} onPointerUp={() => onValueCommit?.(values)} onKeyUp={() => onValueCommit?.(values)} />
        ))}
      </div>
    </Labelled>
  );
}
// A model may write one number where a list belongs.
const list = (x: number[] | number | undefined): number[] | undefined => (typeof x === "number" ? [x] : x);

export function TickSlider({ value = 0, min = 0, max = 100, step = 1, label = "Value" }: { value?: number; min?: number; max?: number; step?: number; label?: string }): ReactNode {
  const [now, setNow] = useState({ from: value, value });
  const shown = now.from === value ? now.value : value;
  return <Slider label={label} min={min} max={max} step={step} value={[shown]} onValueChange={([next]) => setNow({ from: value, value: next ?? min })} />;
}
