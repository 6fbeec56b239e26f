/**
 * Simple charts from labelled numbers. Covers: Bars, Lines, Slices, each with a text alternative.
 * Does not cover: the released chart parts (chunks/charts.tsx), which need a library of 700 kB that most cards can do without.
 */
import { useId, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from "react";

type Datum = readonly [string, number];
type PlotProps = { title?: string; data?: unknown; unit?: string };

/** Rows of [label, number]; rows written as {label, value} are understood, anything else is left out. */
function rowsOf(data: unknown): Datum[] {
  if (!Array.isArray(data)) return [];
  return data.flatMap((row: unknown): Datum[] => {
    const [label, value]: unknown[] = Array.isArray(row) ? row : typeof row === "object" && row !== null ? ["label" in row ? row.label : "name" in row ? row.name : "", "value" in row ? row.value : undefined] : [];
    const number = typeof value === "string" ? Number(value) : value;
    return label !== undefined && typeof number === "number" && Number.isFinite(number) ? [[String(label), number]] : [];
  });
}

const format = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const PREFIX = /^[€$£¥₹]$/;
const shown = (value: number, unit = ""): string => {
  const figure = format.format(value);
  if (unit === "") return figure;
  return PREFIX.test(unit) ? `${unit}${figure}` : unit === "%" ? `${figure} %` : `${figure} ${unit}`;
};
const spoken = (title: string | undefined, rows: Datum[], unit: string | undefined): string =>
  `${title === undefined ? "" : `${title}: `}${rows.map(([label, value]) => `${label} ${shown(value, unit)}`).join(", ")}`;

function Plot({ kind, title, rows, unit, children }: { kind: string; title: string | undefined; rows: Datum[]; unit: string | undefined; children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <figure className="pf-figure" aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && <figcaption id={id} className="pf-caption">{title}</figcaption>}
      <div role="img" aria-label={`${kind}. ${spoken(title, rows, unit)}`}>{children}</div>
    </figure>
  );
}

/** The width to draw for; 400 where there is no layout. */
function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(400);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = (): void => setWidth(Math.max(160, Math.round(element.clientWidth)));
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return [box, width];
}

export function Bars({ title, data, unit }: PlotProps): ReactNode {
  const rows = rowsOf(data);
  const [box, width] = useWidth();
  const upright = rows.length <= 12 && rows.every(([label]) => label.length * 6.4 < (width - 8) / Math.max(1, rows.length)) && rows.every(([, value]) => value >= 0);
  return (
    <Plot kind="Bar chart" title={title} rows={rows} unit={unit}>
      <div ref={box}>{upright ? <Columns rows={rows} unit={unit} width={width} /> : <Lanes rows={rows} unit={unit} />}</div>
    </Plot>
  );
}

function Lanes({ rows, unit }: { rows: Datum[]; unit: string | undefined }): ReactNode {
  const most = Math.max(...rows.map(([, value]) => Math.abs(value)), 0) || 1;
  return (
    <div className="pf-lanes">
      {rows.map(([label, value], i) => (
        <div key={i} className="pf-lane">
          <span className="pf-lane-label">{label}</span>
          <span className="pf-lane-track"><span className="pf-lane-bar" data-negative={value < 0} style={{ inlineSize: `${(Math.abs(value) / most) * 100}%` }} /></span>
          <span className="pf-lane-value">{shown(value, unit)}</span>
        </div>
      ))}
    </div>
  );
}

function Columns({ rows, unit, width }: { rows: Datum[]; unit: string | undefined; width: number }): ReactNode {
  const height = 176;
  const top = 22;
  const foot = 24;
  const most = Math.max(...rows.map(([, value]) => value), 0) || 1;
  const slot = width / Math.max(1, rows.length);
  const bar = Math.min(44, slot * 0.62);
  const room = height - top - foot;
  return (
    <svg className="pf-plot" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {rows.map(([label, value], i) => {
        const tall = Math.max(value > 0 ? 2 : 0, (value / most) * room);
        const middle = slot * (i + 0.5);
        return (
          <g key={i} className="pf-bar">
            <rect x={middle - bar / 2} y={top + room - tall} width={bar} height={tall} rx={Math.min(3, tall / 2)} />
            <text x={middle} y={top + room - tall - 7} className="pf-plot-value">{width / rows.length < 34 ? format.format(value) : shown(value, unit)}</text>
            <text x={middle} y={height - 6}>{label}</text>
          </g>
        );
      })}
      <path className="pf-axis" d={`M0 ${height - foot + 0.5}H${width}`} />
    </svg>
  );
}

export function Lines({ title, data, unit }: PlotProps): ReactNode {
  const rows = rowsOf(data);
  const [box, width] = useWidth();
  const height = 184;
  const [low, high, ticks] = scale(rows.map(([, value]) => value));
  const gutter = 8 + 6.4 * Math.max(...ticks.map((tick) => shown(tick, unit).length), 1);
  const left = gutter;
  const right = width - 14;
  const x = (i: number): number => (rows.length < 2 ? (left + right) / 2 : left + 10 + ((right - left - 10) * i) / (rows.length - 1));
  const y = (value: number): number => 12 + (height - 44) * (1 - (value - low) / (high - low || 1));
  const every = Math.max(1, Math.ceil((rows.length * Math.max(...rows.map(([label]) => label.length), 1) * 7.5) / (right - left)));
  const line = rows.map(([, value], i) => `${i === 0 ? "M" : "L"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  return (
    <Plot kind="Line chart" title={title} rows={rows} unit={unit}>
      <div ref={box}>
        <svg className="pf-plot" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {ticks.map((tick) => (
            <g key={tick}>
              <path className="pf-grid-line" d={`M${left} ${Math.round(y(tick)) + 0.5}H${width}`} />
              <text className="pf-plot-tick" x={left - 8} y={y(tick) + 4}>{shown(tick, unit)}</text>
            </g>
          ))}
          {rows.length > 1 && <path className="pf-area" d={`${line}L${x(rows.length - 1).toFixed(1)} ${height - 32}L${x(0).toFixed(1)} ${height - 32}Z`} />}
          <path className="pf-line" d={line} />
          {rows.map(([label, value], i) => (
            <g key={i}>
              {(rows.length <= 24 || i === rows.length - 1) && <circle className="pf-dot" data-last={i === rows.length - 1} cx={x(i)} cy={y(value)} r={i === rows.length - 1 ? 4 : 2.75} />}
              {(i % every === 0 || (i === rows.length - 1 && i % every > every / 2)) && <text x={x(i)} y={height - 8}>{label}</text>}
            </g>
          ))}
        </svg>
      </div>
    </Plot>
  );
}

/** Round bounds around the values, and three to five ticks inside them. */
export function scale(values: number[]): [number, number, number[]] {
  const least = Math.min(...values, Number.POSITIVE_INFINITY);
  const most = Math.max(...values, Number.NEGATIVE_INFINITY);
  if (!Number.isFinite(least)) return [0, 1, [0, 1]];
  const from = least >= 0 && least < (most - least) * 1.5 ? 0 : least;
  const span = most - from || Math.abs(most) || 1;
  const rough = span / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((m) => m * power).find((one) => one >= rough) ?? rough;
  const low = Math.floor(from / step) * step;
  const high = Math.max(Math.ceil(most / step) * step, low + step);
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => Number((low + i * step).toFixed(10)));
  return [low, high, ticks];
}

export function Slices({ title, data, unit }: PlotProps): ReactNode {
  const rows = rowsOf(data).filter(([, value]) => value > 0);
  const total = rows.reduce((sum, [, value]) => sum + value, 0) || 1;
  const around = 2 * Math.PI * 42;
  let turned = 0;
  return (
    <Plot kind="Pie chart" title={title} rows={rows} unit={unit}>
      <div className="pf-slices">
        <svg className="pf-plot pf-donut" viewBox="0 0 120 120" aria-hidden="true">
          {rows.map(([, value], i) => {
            const share = value / total;
            const from = turned;
            turned += share;
            const gap = rows.length > 1 ? 1.2 : 0;
            return <circle key={i} cx="60" cy="60" r="42" fill="none" strokeWidth="18" stroke={colour(i)} strokeDasharray={`${Math.max(0.5, share * around - gap)} ${around}`} transform={`rotate(${from * 360 - 90} 60 60)`} />;
          })}
          <text x="60" y="58" className="pf-donut-total">{shown(total, unit)}</text>
          <text x="60" y="72" className="pf-donut-word">in total</text>
        </svg>
        <ul className="pf-legend" aria-hidden="true">
          {rows.map(([label, value], i) => (
            <li key={i}><span className="pf-swatch" style={{ background: colour(i) }} /><span>{label}</span><span className="pf-lane-value">{shown(value, unit)}</span><span className="pf-legend-share">{Math.round((value / total) * 100)} %</span></li>
          ))}
        </ul>
      </div>
    </Plot>
  );
}

const colour = (i: number): string => (i < 5 ? `var(--chart-${i + 1})` : `color-mix(in srgb, var(--chart-${(i % 5) + 1}) 55%, var(--pf-surface))`);
