/** One or several of some options. Covers: Choice, RadioGroup, Select and SelectionGrid with their parts. */
import { Children, createContext, isValidElement, useContext, useId, type ComponentProps, type ReactElement, type ReactNode } from "react";
import { cx, isText, isTexts, useControl, useValue } from "../card";
import { Labelled } from "./inputs";

type ChoiceProps = { label: string; name?: string; options?: string[]; kind?: "select" | "radio" | "check"; answer?: string; defaultValue?: string; required?: boolean };

export function Choice({ kind = "select", options = [], ...props }: ChoiceProps): ReactNode {
  const list = Array.isArray(options) ? options.map(String) : [];
  if (kind === "check") return <Checks {...props} options={list} />;
  return kind === "radio" ? <Radios {...props} options={list} /> : <Dropdown {...props} options={list} />;
}

type Options = Omit<ChoiceProps, "kind" | "options"> & { options: string[] };

function Dropdown({ label, name, options, answer, defaultValue, required }: Options): ReactNode {
  const id = useId();
  const [chosen, choose] = useValue(name ?? label, undefined, defaultValue ?? "", isText);
  return (
    <Labelled label={label} id={id}>
      <select id={id} name={name ?? label} required={required} className="pf-input pf-select" value={chosen} onChange={(event) => choose(event.target.value)}>
        <option value="" disabled={required}>Choose…</option>
        {options.map((option) => <option key={option}>{option}</option>)}
      </select>
      <Verdict chosen={chosen} answer={answer} />
    </Labelled>
  );
}

function Radios({ label, name, options, answer, defaultValue, required }: Options): ReactNode {
  const id = useId();
  const [chosen, choose] = useValue(name ?? label, undefined, defaultValue ?? "", isText);
  return (
    <fieldset className="pf-field pf-options">
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option} className="pf-option" data-answer={mark(option, chosen, answer)}>
          <input type="radio" className="pf-radio" name={id} required={required} checked={chosen === option} onChange={() => choose(option)} />
          <span>{option}</span>
        </label>
      ))}
      <Verdict chosen={chosen} answer={answer} />
    </fieldset>
  );
}

function Checks({ label, name, options, answer, defaultValue }: Options): ReactNode {
  const [chosen, choose] = useValue<string[]>(name ?? label, undefined, defaultValue === undefined ? [] : [defaultValue], isTexts);
  const toggle = (option: string): void => choose(options.filter((one) => (one === option ? !chosen.includes(one) : chosen.includes(one))));
  return (
    <fieldset className="pf-field pf-options">
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option} className="pf-option">
          <input type="checkbox" className="pf-check" checked={chosen.includes(option)} onChange={() => toggle(option)} />
          <span>{option}</span>
        </label>
      ))}
      <Verdict chosen={chosen.join(", ")} answer={answer} />
    </fieldset>
  );
}

function mark(option: string, chosen: string, answer: string | undefined): string | undefined {
  if (answer === undefined || chosen === "") return undefined;
  return option === answer ? "right" : option === chosen ? "wrong" : undefined;
}

function Verdict({ chosen, answer }: { chosen: string; answer: string | undefined }): ReactNode {
  if (answer === undefined) return null;
  const right = chosen === answer;
  return <p className="pf-verdict" aria-live="polite" data-right={right}>{chosen === "" ? "" : right ? "Right." : `Not quite: ${answer}.`}</p>;
}

type Group = { name: string; value: string; choose: (value: string) => void; disabled: boolean };
const GroupContext = createContext<Group>({ name: "", value: "", choose: () => {}, disabled: false });

type RadioGroupProps = Omit<ComponentProps<"div">, "defaultValue" | "onChange"> & { value?: string; defaultValue?: string; onValueChange?: (value: string) => void; orientation?: string; name?: string; disabled?: boolean };

export function RadioGroup({ value, defaultValue = "", onValueChange, orientation, name, disabled = false, className, ...props }: RadioGroupProps): ReactNode {
  const id = useId();
  const control = useControl({ name, "aria-label": props["aria-label"] });
  const [chosen, choose] = useValue(control.name, value, defaultValue, isText, onValueChange);
  return (
    <GroupContext value={{ name: id, value: chosen, choose, disabled }}>
      <div role="radiogroup" aria-orientation={orientation === "horizontal" ? "horizontal" : undefined} {...control.aria} className={cx("pf-radios", className)} data-orientation={orientation} {...props} />
    </GroupContext>
  );
}
export function RadioGroupItem({ value, className, ...props }: Omit<ComponentProps<"input">, "value"> & { value: string }): ReactNode {
  const group = useContext(GroupContext);
  return <input type="radio" {...props} name={group.name} disabled={props.disabled ?? group.disabled} className={cx("pf-radio", className)} checked={group.value === value} onChange={() => group.choose(value)} />;
}

type Item = { value: string; label: ReactNode; disabled: boolean };
type Found = { groups: { label: string; items: Item[] }[]; placeholder: ReactNode; trigger: Record<string, unknown> };

export const SelectTrigger = (_: Record<string, unknown> & { children?: ReactNode }): ReactNode => null;
export const SelectValue = (_: { placeholder?: ReactNode; children?: ReactNode }): ReactNode => null;
export const SelectContent = (_: { children?: ReactNode; position?: string; sideOffset?: number }): ReactNode => null;
export const SelectGroup = (_: { children?: ReactNode }): ReactNode => null;
export const SelectItem = (_: { value: string; disabled?: boolean; textValue?: string; children?: ReactNode }): ReactNode => null;
export const SelectLabel = (_: { children?: ReactNode }): ReactNode => null;
export const SelectSeparator = (): ReactNode => null;

type SelectProps = { value?: string; defaultValue?: string; onValueChange?: (value: string) => void; name?: string; required?: boolean; disabled?: boolean; children?: ReactNode };

/** Drawn by the browser: a list of ours would be cut off at the frame's edge, and this one is known to every assistive tool. */
export function Select({ value, defaultValue = "", onValueChange, name, required, disabled, children }: SelectProps): ReactNode {
  const found: Found = { groups: [{ label: "", items: [] }], placeholder: undefined, trigger: {} };
  collect(children, found);
  const { className, id, "aria-label": label } = found.trigger;
  const control = useControl({ name, id: isText(id) ? id : undefined, "aria-label": isText(label) ? label : undefined });
  const [chosen, choose] = useValue(control.name, value, defaultValue, isText, onValueChange);
  const items = (list: Item[]): ReactNode => list.map((item) => <option key={item.value} value={item.value} disabled={item.disabled}>{textOf(item.label)}</option>);
  return (
    <select {...control.aria} id={control.id} name={control.name} required={required} disabled={disabled} className={cx("pf-input pf-select", isText(className) && className)} value={chosen} onChange={(event) => choose(event.target.value)}>
      <option value="" disabled hidden={chosen !== ""}>{textOf(found.placeholder) || "Choose…"}</option>
      {found.groups.map((group, i) => (group.label === "" ? items(group.items) : <optgroup key={`${group.label}-${i}`} label={group.label}>{items(group.items)}</optgroup>))}
    </select>
  );
}

function collect(node: ReactNode, found: Found): void {
  Children.forEach(node, (child) => {
    if (!isValidElement(child)) return;
    const { type, props } = child as ReactElement<Record<string, unknown> & { children?: ReactNode }>; // props of parts below
    const group = found.groups.at(-1);
    if (type === SelectItem) group?.items.push({ value: String(props.value), label: props.children, disabled: props.disabled === true });
    else if (type === SelectLabel && group !== undefined) group.label = textOf(props.children);
    else if (type === SelectValue) found.placeholder = props.placeholder as ReactNode;
    else if (type === SelectGroup) {
      found.groups.push({ label: "", items: [] });
      collect(props.children, found);
      found.groups.push({ label: "", items: [] });
    } else {
      if (type === SelectTrigger) found.trigger = props;
      collect(props.children, found);
    }
  });
}

/** The words of a node, as an option of a select can show them. */
export function textOf(node: ReactNode): string {
  if (typeof node === "string" || typeof node === "number") return String(node);
  if (Array.isArray(node)) return node.map(textOf).join("");
  return isValidElement<{ children?: ReactNode }>(node) ? textOf(node.props.children) : "";
}

export function SelectionGrid({ items, columns = 2, defaultValue, name }: { items?: { label: ReactNode; value: string }[]; columns?: number; defaultValue?: string; name?: string }): ReactNode {
  const list = Array.isArray(items) ? items : [];
  const id = useId();
  const control = useControl({ name });
  const [chosen, choose] = useValue(control.name, undefined, defaultValue ?? list[0]?.value ?? "", isText);
  return (
    <div role="radiogroup" aria-label={control.name ?? "Options"} className="pf-selection" style={{ gridTemplateColumns: `repeat(${Math.min(3, Math.max(1, columns))}, minmax(0, 1fr))` }}>
      {list.map((item) => (
        <label key={item.value} className="pf-selection-item">
          <input type="radio" className="pf-vh" name={id} checked={chosen === item.value} onChange={() => choose(item.value)} />
          <span>{item.label}</span>
        </label>
      ))}
    </div>
  );
}

