/** Views that fold or switch. Covers: Tabs, Accordion and Disclosure with their parts. */
import { Children, cloneElement, createContext, isValidElement, useContext, useId, useState, type ComponentProps, type KeyboardEvent, type ReactElement, type ReactNode } from "react";
import { cx, isText } from "../card";

type Switching = { id: string; value: string; choose: (value: string) => void; vertical: boolean };
const TabsContext = createContext<Switching>({ id: "", value: "", choose: () => {}, vertical: false });

type TabsProps = Omit<ComponentProps<"div">, "defaultValue" | "onChange"> & { value?: string; defaultValue?: string; onValueChange?: (value: string) => void; orientation?: string; activationMode?: string; items?: string[] };

export function Tab({ children }: { label: string; children?: ReactNode }): ReactNode {
  return children;
}

/** The Tab children of Tabs, and the labels that they give. */
function tabsIn(children: ReactNode): ReactElement<{ label?: string; children?: ReactNode }>[] {
  return Children.toArray(children).filter((child): child is ReactElement<{ label?: string }> => isValidElement(child) && child.type === Tab);
}

export function Tabs({ value, defaultValue, onValueChange, orientation, activationMode: _, items, className, children, ...props }: TabsProps): ReactNode {
  const id = useId();
  const tabs = tabsIn(children);
  const first = items?.[0] ?? tabs[0]?.props.label ?? "";
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const current = value ?? chosen ?? defaultValue ?? first;
  const choose = (next: string): void => {
    setChosen(next);
    onValueChange?.(next);
  };
  const vertical = orientation === "vertical";
  const labels = tabs.length > 0 ? tabs.map((tab) => String(tab.props.label ?? "")) : Children.count(children) === 0 ? (items ?? []) : [];
  return (
    <TabsContext value={{ id, value: current, choose, vertical }}>
      <div className={cx("pf-tabs", className)} data-orientation={vertical ? "vertical" : "horizontal"} {...props}>
        {labels.length > 0 && <TabsList>{labels.map((label) => <TabsTrigger key={label} value={label}>{label}</TabsTrigger>)}</TabsList>}
        {tabs.length > 0 ? tabs.map((tab, i) => <TabsContent key={i} value={String(tab.props.label ?? "")} forceMount>{tab.props.children}</TabsContent>) : children}
      </div>
    </TabsContext>
  );
}

export function TabsList({ className, onKeyDown, ...props }: ComponentProps<"div">): ReactNode {
  const { vertical } = useContext(TabsContext);
  const rove = (event: KeyboardEvent<HTMLDivElement>): void => {
    onKeyDown?.(event);
    const tabs = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('[role="tab"]:not(:disabled)')];
    const at = tabs.findIndex((tab) => tab === document.activeElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const next = event.key === "Home" ? tabs[0] : event.key === "End" ? tabs.at(-1) : step === undefined ? undefined : tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
    next.click();
  };
  return <div role="tablist" aria-orientation={vertical ? "vertical" : "horizontal"} className={cx("pf-tablist", className)} onKeyDown={rove} {...props} />;
}

export function TabsTrigger({ value, className, onClick, ...props }: ComponentProps<"button"> & { value: string }): ReactNode {
  const tabs = useContext(TabsContext);
  const on = tabs.value === value;
  return (
    <button type="button" role="tab" id={`${tabs.id}-tab-${value}`} aria-controls={`${tabs.id}-view-${value}`} aria-selected={on} tabIndex={on ? 0 : -1} data-state={on ? "active" : "inactive"}
      className={cx("pf-tab", className)} onClick={(event) => { onClick?.(event); tabs.choose(value); }} {...props} />
  );
}

export function TabsContent({ value, forceMount, className, ...props }: ComponentProps<"div"> & { value: string; forceMount?: boolean }): ReactNode {
  const tabs = useContext(TabsContext);
  const on = tabs.value === value;
  if (!on && forceMount !== true) return null;
  return <div role="tabpanel" id={`${tabs.id}-view-${value}`} aria-labelledby={`${tabs.id}-tab-${value}`} hidden={!on} data-state={on ? "active" : "inactive"} className={cx("pf-tabview", className)} {...props} />;
}

type Folding = { open: string[]; toggle: (value: string) => void; disabled: boolean };
const FoldContext = createContext<Folding>({ open: [], toggle: () => {}, disabled: false });
const ItemContext = createContext({ value: "", id: "" });

type AccordionProps = Omit<ComponentProps<"div">, "defaultValue" | "onChange"> & { type?: string; collapsible?: boolean; value?: string | string[]; defaultValue?: string | string[]; onValueChange?: (value: never) => void; disabled?: boolean };
const listOf = (x: string | string[] | undefined): string[] => (x === undefined || x === "" ? [] : isText(x) ? [x] : x);

export function Accordion({ type = "single", collapsible = true, value, defaultValue, onValueChange, disabled = false, className, ...props }: AccordionProps): ReactNode {
  const [kept, keep] = useState(() => listOf(defaultValue));
  const open = value === undefined ? kept : listOf(value);
  const toggle = (one: string): void => {
    const isOpen = open.includes(one);
    if (isOpen && type === "single" && !collapsible) return;
    const next = isOpen ? open.filter((x) => x !== one) : type === "single" ? [one] : [...open, one];
    keep(next);
    (onValueChange as ((value: string | string[]) => void) | undefined)?.(type === "single" ? (next[0] ?? "") : next); // one handler, two forms
  };
  return <FoldContext value={{ open, toggle, disabled }}><div className={cx("pf-accordion", className)} {...props} /></FoldContext>;
}

export function AccordionItem({ value, title, disabled: _, className, children, ...props }: Omit<ComponentProps<"div">, "title"> & { value?: string; title?: string; disabled?: boolean }): ReactNode {
  const id = useId();
  const fold = useContext(FoldContext);
  const key = value ?? title ?? id;
  return (
    <ItemContext value={{ value: key, id }}>
      <div className={cx("pf-accordion-item", className)} data-state={fold.open.includes(key) ? "open" : "closed"} {...props}>
        {title === undefined ? children : <><AccordionTrigger>{title}</AccordionTrigger><AccordionContent>{children}</AccordionContent></>}
      </div>
    </ItemContext>
  );
}

export function AccordionTrigger({ className, children, ...props }: ComponentProps<"button">): ReactNode {
  const item = useContext(ItemContext);
  const fold = useContext(FoldContext);
  const open = fold.open.includes(item.value);
  return (
    <h3 className="pf-accordion-head">
      <button type="button" id={`${item.id}-head`} aria-expanded={open} aria-controls={`${item.id}-body`} disabled={fold.disabled} data-state={open ? "open" : "closed"} className={cx("pf-accordion-trigger", className)} onClick={() => fold.toggle(item.value)} {...props}>
        <span>{children}</span><Chevron />
      </button>
    </h3>
  );
}

export function AccordionContent({ className, ...props }: ComponentProps<"div">): ReactNode {
  const item = useContext(ItemContext);
  const open = useContext(FoldContext).open.includes(item.value);
  return <div role="region" id={`${item.id}-body`} aria-labelledby={`${item.id}-head`} hidden={!open} data-state={open ? "open" : "closed"} className={cx("pf-accordion-body", className)} {...props} />;
}

export const Chevron = (): ReactNode => <svg className="pf-chevron" viewBox="0 0 24 24" aria-hidden="true"><path d="m6 9 6 6 6-6" /></svg>;

const DisclosureContext = createContext({ id: "", open: false, toggle: () => {} });

type DisclosureProps = ComponentProps<"div"> & { open?: boolean; onOpenChange?: (open: boolean) => void; variants?: unknown; transition?: unknown };

export function Disclosure({ open, onOpenChange, variants: _, transition: __, ...props }: DisclosureProps): ReactNode {
  const id = useId();
  const [kept, keep] = useState(false);
  const isOpen = open ?? kept;
  const toggle = (): void => {
    keep(!isOpen);
    onOpenChange?.(!isOpen);
  };
  return <DisclosureContext value={{ id, open: isOpen, toggle }}><div {...props} /></DisclosureContext>;
}

export function DisclosureTrigger({ className, children }: { className?: string; children?: ReactNode }): ReactNode {
  const { id, open, toggle } = useContext(DisclosureContext);
  if (!isValidElement<Record<string, unknown>>(children)) return <button type="button" className={cx("pf-link", className)} aria-expanded={open} aria-controls={id} onClick={toggle}>{children}</button>;
  const native = children.type === "button";
  const keys = (event: KeyboardEvent): void => {
    if (native || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    toggle();
  };
  const given = children.props.className;
  return cloneElement(children, { role: "button", tabIndex: 0, "aria-expanded": open, "aria-controls": id, onClick: toggle, onKeyDown: keys, className: cx(isText(given) && given, className) });
}

export function DisclosureContent({ className, children }: { className?: string; children?: ReactNode }): ReactNode {
  const { id, open } = useContext(DisclosureContext);
  return <div id={id} hidden={!open} className={cx("pf-disclosed", className)}>{children}</div>;
}
