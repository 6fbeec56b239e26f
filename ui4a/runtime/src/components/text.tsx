/** Words and small figures. Covers: Text, Label, Badge, PillRow, Stat, NumberFlow, Avatar and its parts. */
import { useEffect, useState, type ComponentProps, type ReactNode } from "react";
import { cx } from "../card";
import { part } from "./slot";

type Tone = "default" | "muted" | "accent";
type TextProps = { tone?: Tone; color?: Tone; size?: string; weight?: string; className?: string; children?: ReactNode };

export function Text({ tone, color, size = "md", weight = "normal", className, children }: TextProps): ReactNode {
  return <p className={cx("pf-text", className)} data-tone={tone ?? color ?? "default"} data-size={size} data-weight={weight}>{children}</p>;
}

export const Label = part("label", "pf-label");

export function Badge({ variant, tone, className, ...props }: ComponentProps<"div"> & { variant?: string; tone?: string }): ReactNode {
  return <div className={cx("pf-badge", className)} data-variant={variant ?? "secondary"} data-tone={tone} {...props} />;
}

export function PillRow({ items }: { items?: unknown }): ReactNode {
  const list = Array.isArray(items) ? items : [];
  return <ul className="pf-pills">{list.map((item, i) => <li key={`${String(item)}-${i}`} className="pf-badge" data-variant="outline">{String(item)}</li>)}</ul>;
}

export function Stat({ label, value, tone = "default" }: { label: string; value: string | number; tone?: Tone }): ReactNode {
  return (
    <div className="pf-stat" data-tone={tone} role="group" aria-label={`${label}: ${value}`}>
      <span className="pf-stat-label">{label}</span>
      <span className="pf-stat-value">{value}</span>
    </div>
  );
}

type FlowProps = Omit<ComponentProps<"span">, "prefix"> & { value?: number | bigint | string; format?: Intl.NumberFormatOptions; locales?: string | string[]; prefix?: string; suffix?: string } & Record<string, unknown>;
const FLOW_ONLY = new Set(["trend", "animated", "respectMotionPreference", "digits", "plugins", "isolate", "willChange", "transformTiming", "spinTiming", "opacityTiming", "onAnimationsStart", "onAnimationsFinish"]);

export function NumberFlow({ value = 0, format, locales, prefix = "", suffix = "", className, ...props }: FlowProps): ReactNode {
  const shown = new Intl.NumberFormat(locales, format).format(typeof value === "string" ? Number(value) : value);
  const rest = Object.fromEntries(Object.entries(props).filter(([name]) => !FLOW_ONLY.has(name)));
  return <span className={cx("pf-flow", className)} {...rest}>{prefix}<span key={shown} className="pf-flow-in">{shown}</span>{suffix}</span>;
}
export const numberFlowContinuous = { name: "continuous" };

export function Avatar({ size = "default", className, ...props }: ComponentProps<"span"> & { size?: string }): ReactNode {
  return <span className={cx("pf-avatar", className)} data-size={size} {...props} />;
}
export function AvatarImage({ src, alt = "", className, onLoadingStatusChange: _, ...props }: ComponentProps<"img"> & { onLoadingStatusChange?: unknown }): ReactNode {
  const [broken, setBroken] = useState(false);
  useEffect(() => setBroken(false), [src]);
  if (src === undefined || broken) return null;
  return <img className={cx("pf-avatar-image", className)} src={src} alt={alt} onError={() => setBroken(true)} {...props} />;
}
export function AvatarFallback({ className, delayMs: _, ...props }: ComponentProps<"span"> & { delayMs?: number }): ReactNode {
  return <span className={cx("pf-avatar-fallback", className)} {...props} />;
}
export const AvatarBadge = part("span", "pf-avatar-badge");
export const AvatarGroup = part("div", "pf-avatar-group");
export const AvatarGroupCount = part("div", "pf-avatar pf-avatar-count");
