/**
 * The released chart parts over recharts. Loaded only for cards that import `$macaron/ui/charts`.
 *
 * Covers: the 28 names; colours by series key; a text alternative; no animation, so that an unfinished chart does not jump.
 */
import * as recharts from "recharts";
import { createContext, isValidElement, useContext, useId, type ComponentProps, type ReactNode } from "react";

type Config = Record<string, { label?: ReactNode; icon?: unknown; color?: string; theme?: { light: string; dark: string } }>;
const ConfigContext = createContext<Config>({});

type ContainerProps = ComponentProps<"div"> & { config?: Config; initialDimension?: { width: number; height: number } };

function ChartContainer({ config = {}, initialDimension, className, style, children, ...props }: ContainerProps): ReactNode {
  const id = useId();
  const colours = Object.fromEntries(Object.entries(config).flatMap(([key, { color, theme }]) => (color ?? theme?.light) === undefined ? [] : [[`--color-${key}`, color ?? theme?.light]]));
  const label = props["aria-label"] ?? alternative(config, children);
  return (
    <ConfigContext value={config}>
      <div data-chart={id} role="img" aria-label={label} className={`pf-chart ${className ?? ""}`} style={{ ...colours, ...style }} {...props}>
        <recharts.ResponsiveContainer width="100%" height="100%" initialDimension={initialDimension ?? { width: 320, height: 200 }}>{isValidElement(children) ? children : <></>}</recharts.ResponsiveContainer>
      </div>
    </ConfigContext>
  );
}

function alternative(config: Config, chart: ReactNode): string {
  const names = Object.values(config).map(({ label }) => label).filter((label) => typeof label === "string");
  const data: unknown = isValidElement<{ data?: unknown }>(chart) ? chart.props.data : undefined;
  const rows = Array.isArray(data) ? data.slice(0, 24).map((row: unknown) => (typeof row === "object" && row !== null ? Object.values(row).filter((value) => typeof value === "string" || typeof value === "number").join(" ") : "")).join(", ") : "";
  return `Chart of ${names.join(", ") || "values"}${rows === "" ? "" : `. ${rows}`}`;
}

type Item = { name?: string; dataKey?: string | number; value?: unknown; color?: string; payload?: Record<string, unknown> & { fill?: string } };
type ContentProps = { active?: boolean; payload?: Item[]; label?: ReactNode; hideLabel?: boolean; hideIndicator?: boolean; indicator?: string; nameKey?: string; labelKey?: string; className?: string; hideIcon?: boolean; verticalAlign?: string; labelFormatter?: (label: ReactNode, payload: Item[]) => ReactNode; formatter?: (value: unknown, name: unknown, item: Item, index: number, payload: unknown) => ReactNode };

function keyOf(item: Item, nameKey: string | undefined): string {
  const named = nameKey === undefined ? undefined : item.payload?.[nameKey];
  return String(named ?? item.dataKey ?? item.name ?? item.value ?? "");
}

function ChartTooltipContent({ active, payload = [], label, hideLabel, hideIndicator, indicator = "dot", nameKey, labelFormatter, formatter, className }: ContentProps): ReactNode {
  const config = useContext(ConfigContext);
  if (active !== true || payload.length === 0) return null;
  return (
    <div className={`pf-tooltip ${className ?? ""}`}>
      {hideLabel !== true && label !== undefined && <div className="pf-tooltip-label">{labelFormatter === undefined ? (config[String(label)]?.label ?? label) : labelFormatter(label, payload)}</div>}
      {payload.map((item, i) => (
        <div key={i} className="pf-tooltip-row">
          {formatter === undefined ? (
            <>
              {hideIndicator !== true && <span className="pf-swatch" data-indicator={indicator} style={{ background: item.payload?.fill ?? item.color }} />}
              <span>{config[keyOf(item, nameKey)]?.label ?? item.name}</span>
              <span className="pf-lane-value">{typeof item.value === "number" ? item.value.toLocaleString() : String(item.value)}</span>
            </>
          ) : formatter(item.value, item.name, item, i, item.payload)}
        </div>
      ))}
    </div>
  );
}

function ChartLegendContent({ payload = [], nameKey, className }: ContentProps): ReactNode {
  const config = useContext(ConfigContext);
  return (
    <div className={`pf-chart-legend ${className ?? ""}`}>
      {payload.map((item, i) => <span key={i}><span className="pf-swatch" style={{ background: item.color }} />{config[keyOf(item, nameKey)]?.label ?? config[String(item.value)]?.label ?? String(item.value)}</span>)}
    </div>
  );
}

const { AreaChart, BarChart, CartesianGrid, ComposedChart, Label, LabelList, LineChart, PieChart, PolarAngleAxis, PolarGrid, RadarChart, RadialBarChart, Sector, XAxis, YAxis } = recharts;

// A chart that grows row by row while the card streams must not start its entrance again with each row.
const Area = (props: ComponentProps<typeof recharts.Area>): ReactNode => <recharts.Area isAnimationActive={false} {...props} />;
const Bar = (props: ComponentProps<typeof recharts.Bar>): ReactNode => <recharts.Bar isAnimationActive={false} maxBarSize={44} {...props} />;
const Line = (props: ComponentProps<typeof recharts.Line>): ReactNode => <recharts.Line isAnimationActive={false} {...props} />;
const Pie = (props: ComponentProps<typeof recharts.Pie>): ReactNode => <recharts.Pie isAnimationActive={false} stroke="var(--pf-surface)" {...props} />;
const Radar = (props: ComponentProps<typeof recharts.Radar>): ReactNode => <recharts.Radar isAnimationActive={false} {...props} />;
const RadialBar = (props: ComponentProps<typeof recharts.RadialBar>): ReactNode => <recharts.RadialBar isAnimationActive={false} {...props} />;
const Tooltip = (props: ComponentProps<typeof recharts.Tooltip>): ReactNode => <recharts.Tooltip isAnimationActive={false} {...props} />;
// Entries in the order in which the card gives them; recharts 3 would sort them by name.
const Legend = (props: ComponentProps<typeof recharts.Legend>): ReactNode => <recharts.Legend itemSorter={null} {...props} />;

Reflect.set(globalThis, "__petitfour_charts", {
  ChartContainer, ChartLegend: Legend, ChartLegendContent, ChartTooltip: Tooltip, ChartTooltipContent, Legend, Tooltip, Area, AreaChart, Bar, BarChart,
  ComposedChart, Line, LineChart, Pie, PieChart, Radar, RadarChart, RadialBar, RadialBarChart, CartesianGrid, Label, LabelList, PolarAngleAxis, PolarGrid, Sector, XAxis, YAxis,
});
