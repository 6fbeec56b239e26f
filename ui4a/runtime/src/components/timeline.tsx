/** Steps in order. Covers: Timeline and its parts; with `items` it draws them itself. */
import { createContext, useContext, useState, type ComponentProps, type ReactNode } from "react";
import { cx } from "../card";
import { part, Slot } from "./slot";

type Steps = { value: number; choose: ((step: number) => void) | null; orientation: string };
const StepsContext = createContext<Steps>({ value: 0, choose: null, orientation: "vertical" });
const StepContext = createContext(0);

type TimelineProps = Omit<ComponentProps<"div">, "onChange" | "defaultValue"> & { items?: unknown; value?: number; defaultValue?: number; onValueChange?: (value: number) => void; orientation?: string };

export function Timeline({ items, value, defaultValue, onValueChange, orientation = "vertical", className, children, ...props }: TimelineProps): ReactNode {
  const [kept, keep] = useState(defaultValue ?? (items === undefined ? 1 : 0));
  const choose = (step: number): void => {
    keep(step);
    onValueChange?.(step);
  };
  const rows = Array.isArray(items) ? items.filter(Array.isArray) : [];
  return (
    <StepsContext value={{ value: value ?? kept, choose, orientation }}>
      <div role="list" className={cx("pf-timeline", className)} data-orientation={orientation} {...props}>
        {rows.map(([when, what]: unknown[], i) => (
          <TimelineItem key={i} step={i + 1}>
            <TimelineDate>{String(when ?? "")}</TimelineDate>
            <span className="pf-step-dot" aria-hidden="true" />
            <TimelineSeparator />
            <TimelineContent>{String(what ?? "")}</TimelineContent>
          </TimelineItem>
        ))}
        {children}
      </div>
    </StepsContext>
  );
}

export function TimelineItem({ step, className, ...props }: ComponentProps<"div"> & { step: number }): ReactNode {
  const { value } = useContext(StepsContext);
  return <StepContext value={step}><div role="listitem" data-completed={step <= value ? "" : undefined} aria-current={step === value ? "step" : undefined} className={cx("pf-step", className)} {...props} /></StepContext>;
}
export const TimelineHeader = part("div", "pf-step-header");
export const TimelineContent = part("div", "pf-step-content");
export const TimelineTitle = part("h3", "pf-step-title");
export const TimelineDate = part("time", "pf-step-date");
export const TimelineSeparator = part("div", "pf-step-line");

export function TimelineIndicator({ asChild, className, onClick, ...props }: ComponentProps<"button"> & { asChild?: boolean }): ReactNode {
  const steps = useContext(StepsContext);
  const step = useContext(StepContext);
  const press: ComponentProps<"button">["onClick"] = (event) => {
    onClick?.(event);
    if (!event.defaultPrevented) steps.choose?.(step);
  };
  return <Slot as="button" type="button" asChild={asChild} aria-label={`Step ${step}`} className={cx("pf-step-dot", className)} onClick={press} {...props} />;
}
