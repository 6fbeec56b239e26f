/**
 * A month to pick days from. Covers: one, several or a range of days; disabled days; keys; the card's locale.
 * Does not cover: the rest of react-day-picker's hundred props, which no card we saw uses.
 */
import { useState, type KeyboardEvent, type ReactNode } from "react";
import { cx } from "../card";

type Range = { from?: Date | undefined; to?: Date | undefined };
type Matcher = boolean | Date | Date[] | ((day: Date) => boolean) | { before?: Date; after?: Date; dayOfWeek?: number[]; from?: Date; to?: Date };
type CalendarProps = { mode?: string; selected?: Date | Date[] | Range; onSelect?: (value: never, day: Date) => void; month?: Date; defaultMonth?: Date; onMonthChange?: (month: Date) => void; disabled?: Matcher | Matcher[]; showOutsideDays?: boolean; className?: string; weekStartsOn?: number };

const same = (a: Date | undefined, b: Date): boolean => a?.toDateString() === b.toDateString();
const isRange = (x: unknown): x is Range => typeof x === "object" && x !== null && !(x instanceof Date) && !Array.isArray(x);

function matches(day: Date, matcher: Matcher | Matcher[] | undefined): boolean {
  if (matcher === undefined || typeof matcher === "boolean") return matcher === true;
  if (matcher instanceof Date) return same(matcher, day);
  if (Array.isArray(matcher)) return matcher.some((one) => matches(day, one));
  if (typeof matcher === "function") return matcher(day);
  const { before, after, dayOfWeek, from, to } = matcher;
  return (before !== undefined && day < before) || (after !== undefined && day > after) || dayOfWeek?.includes(day.getDay()) === true || (from !== undefined && day >= from && (to === undefined || day <= to));
}

function chosen(day: Date, selected: CalendarProps["selected"]): boolean {
  if (selected instanceof Date) return same(selected, day);
  if (Array.isArray(selected)) return selected.some((one) => same(one, day));
  if (!isRange(selected)) return false;
  return same(selected.from, day) || same(selected.to, day) || (selected.from !== undefined && selected.to !== undefined && day > selected.from && day < selected.to);
}

function pick(mode: string, day: Date, selected: CalendarProps["selected"]): unknown {
  if (mode === "multiple") {
    const list = Array.isArray(selected) ? selected : [];
    return chosen(day, list) ? list.filter((one) => !same(one, day)) : [...list, day];
  }
  if (mode !== "range") return day;
  const { from, to } = isRange(selected) ? selected : {};
  if (from === undefined || to !== undefined) return { from: day, to: undefined };
  return day < from ? { from: day, to: from } : { from, to: day };
}

export function Calendar({ mode = "single", selected, onSelect, month, defaultMonth, onMonthChange, disabled, showOutsideDays = true, className, weekStartsOn = 1 }: CalendarProps): ReactNode {
  const start = month ?? defaultMonth ?? (selected instanceof Date ? selected : new Date());
  const [kept, keep] = useState(new Date(start.getFullYear(), start.getMonth(), 1));
  const shown = month ?? kept;
  const turn = (by: number): void => {
    const next = new Date(shown.getFullYear(), shown.getMonth() + by, 1);
    keep(next);
    onMonthChange?.(next);
  };
  const first = new Date(shown.getFullYear(), shown.getMonth(), 1);
  const lead = (first.getDay() - weekStartsOn + 7) % 7;
  const count = new Date(shown.getFullYear(), shown.getMonth() + 1, 0).getDate();
  const days = Array.from({ length: Math.ceil((lead + count) / 7) * 7 }, (_, i) => new Date(shown.getFullYear(), shown.getMonth(), i - lead + 1));
  const weekday = new Intl.DateTimeFormat(undefined, { weekday: "short" });
  const keys = (event: KeyboardEvent<HTMLTableElement>): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 7, ArrowUp: -7 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("button")];
    buttons[buttons.findIndex((button) => button === document.activeElement) + step]?.focus();
  };
  return (
    <div className={cx("pf-calendar", className)}>
      <div className="pf-calendar-head">
        <button type="button" className="pf-icon-button" aria-label="Previous month" onClick={() => turn(-1)}><svg viewBox="0 0 24 24" aria-hidden="true"><path d="m15 18-6-6 6-6" /></svg></button>
        <span aria-live="polite">{new Intl.DateTimeFormat(undefined, { month: "long", year: "numeric" }).format(shown)}</span>
        <button type="button" className="pf-icon-button" aria-label="Next month" onClick={() => turn(1)}><svg viewBox="0 0 24 24" aria-hidden="true"><path d="m9 18 6-6-6-6" /></svg></button>
      </div>
      <table role="grid" onKeyDown={keys}>
        <thead><tr>{days.slice(0, 7).map((day) => <th key={day.getDay()} scope="col">{weekday.format(day).slice(0, 2)}</th>)}</tr></thead>
        <tbody>
          {Array.from({ length: days.length / 7 }, (_, week) => (
            <tr key={week}>
              {days.slice(week * 7, week * 7 + 7).map((day) => {
                const outside = day.getMonth() !== shown.getMonth();
                return (
                  <td key={day.getTime()} aria-selected={chosen(day, selected)}>
                    {outside && !showOutsideDays ? null : (
                      <button type="button" className="pf-day" data-outside={outside ? "" : undefined} data-today={same(day, new Date()) ? "" : undefined} data-selected={chosen(day, selected) ? "" : undefined} disabled={matches(day, disabled)}
                        aria-label={day.toLocaleDateString(undefined, { dateStyle: "full" })} onClick={() => (onSelect as ((value: unknown, day: Date) => void) | undefined)?.(pick(mode, day, selected), day)}>{day.getDate()}</button>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
/** Kept for cards that name it; the days draw themselves. */
export const CalendarDayButton = (props: React.ComponentProps<"button">): ReactNode => <button type="button" className="pf-day" {...props} />;
