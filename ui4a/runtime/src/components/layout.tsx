/** Boxes that hold other components. Covers: Card and its parts, Stack, Row, Grid, Surface, Separator, FeatureCard. */
import type { ComponentProps, CSSProperties, ReactNode } from "react";
import { cx } from "../card";
import { part } from "./slot";

type Gap = "none" | "xs" | "sm" | "md" | "lg" | "xl" | number;
const GAPS: Record<string, string> = { none: "0", xs: ".25rem", sm: ".5rem", md: ".75rem", lg: "1rem", xl: "1.5rem", 0: "0", 1: ".25rem", 2: ".5rem", 3: ".75rem", 4: "1rem", 5: "1.25rem", 6: "1.5rem" };
const gapOf = (gap: Gap | undefined, fallback: string): string => GAPS[String(gap ?? fallback)] ?? GAPS[fallback] ?? "0";
const ALIGN: Record<string, string> = { start: "flex-start", end: "flex-end", between: "space-between", around: "space-around", evenly: "space-evenly" };
const flex = (word: string): string => ALIGN[word] ?? word;

type CardProps = Omit<ComponentProps<"div">, "title"> & { title?: ReactNode; description?: ReactNode; padding?: number };

export function Card({ title, description, padding, className, style, children, ...props }: CardProps): ReactNode {
  const padded: CSSProperties = padding === undefined ? {} : { padding: gapOf(padding, "lg") };
  if (title === undefined && description === undefined) {
    return <div data-slot="card" className={cx("pf-card", className)} style={{ ...padded, ...style }} {...props}>{children}</div>;
  }
  return (
    <section data-slot="card" className={cx("pf-card pf-card-own", className)} style={{ ...padded, ...style }} {...props}>
      <header className="pf-card-head">
        {title !== undefined && <h3 className="pf-card-title">{title}</h3>}
        {description !== undefined && <p className="pf-card-desc">{description}</p>}
      </header>
      {children}
    </section>
  );
}
export const CardHeader = part("div", "pf-card-header");
export const CardTitle = part("h3", "pf-card-title");
export const CardDescription = part("p", "pf-card-desc");
export const CardContent = part("div", "pf-card-content");
export const CardFooter = part("div", "pf-card-footer");

export function Stack({ gap, padding, className, children }: { gap?: Gap; padding?: Gap; className?: string; children?: ReactNode }): ReactNode {
  return <div className={cx("pf-stack", className)} style={{ gap: gapOf(gap, "lg"), ...(padding === undefined ? {} : { padding: gapOf(padding, "none") }) }}>{children}</div>;
}

type RowProps = { gap?: Gap; align?: string; justify?: string; wrap?: boolean; className?: string; children?: ReactNode };

export function Row({ gap, align = "start", justify = "start", wrap, className, children }: RowProps): ReactNode {
  return (
    <div className={cx("pf-row", className)} style={{ gap: gapOf(gap, "md"), alignItems: flex(align), justifyContent: flex(justify), flexWrap: wrap === true ? "wrap" : "nowrap" }}>
      {children}
    </div>
  );
}

type Columns = number | { base?: number; sm?: number; md?: number; lg?: number; xl?: number };
const columnsOf = (n: unknown): number => (n === 1 || n === 2 || n === 3 || n === 4 ? n : 1);

export function Grid({ cols, columns, gap, className, children }: { cols?: Columns; columns?: Columns; gap?: Gap; className?: string; children?: ReactNode }): ReactNode {
  const given = cols ?? columns ?? 1;
  const style: Record<string, string | number> = { gap: gapOf(gap, "md") };
  let last = 1;
  for (const size of ["base", "sm", "md", "lg", "xl"] as const) {
    if (typeof given === "object") last = given[size] === undefined ? last : columnsOf(given[size]);
    else last = columnsOf(given);
    style[`--pf-cols-${size}`] = last;
  }
  return <div className={cx(typeof given === "object" ? "pf-grid" : "pf-grid pf-grid-fixed", className)} style={style as CSSProperties}>{children}</div>;
}

export const TwoColumnGrid = ({ children }: { children?: ReactNode }): ReactNode => <div className="pf-two">{children}</div>;
export const StatGrid = ({ children }: { children?: ReactNode }): ReactNode => <div className="pf-stats">{children}</div>;

export function Surface({ kicker, title, description, actions, children }: { kicker?: string; title: string; description?: string; actions?: ReactNode; children?: ReactNode }): ReactNode {
  return (
    <section className="pf-surface">
      <header className="pf-surface-head">
        <div>
          {kicker !== undefined && <span className="pf-badge" data-variant="outline">{kicker}</span>}
          <h2>{title}</h2>
          {description !== undefined && <p>{description}</p>}
        </div>
        {actions !== undefined && <div className="pf-surface-actions">{actions}</div>}
      </header>
      <div>{children}</div>
    </section>
  );
}

export function Separator({ orientation = "horizontal", decorative = true, className, ...props }: ComponentProps<"div"> & { orientation?: "horizontal" | "vertical"; decorative?: boolean }): ReactNode {
  const role = decorative ? { role: "none" } : { role: "separator", "aria-orientation": orientation };
  return <div {...role} data-orientation={orientation} className={cx("pf-separator", className)} {...props} />;
}

export function FeatureCard({ title, description, badges = [], actionLabel }: { title: string; description?: string; badges?: string[]; actionLabel?: string }): ReactNode {
  return (
    <div className="pf-feature">
      <h4>{title}</h4>
      {description !== undefined && <p>{description}</p>}
      {badges.length > 0 && <div className="pf-pills">{badges.map((badge) => <span key={badge} className="pf-badge" data-variant="outline">{badge}</span>)}</div>}
      {actionLabel !== undefined && <span className="pf-feature-action">{actionLabel}</span>}
    </div>
  );
}
