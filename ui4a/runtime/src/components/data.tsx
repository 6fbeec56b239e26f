/** Tables and progress. Covers: DataTable (sorts by column), Table and its parts, Progress. */
import { useId, useState, type ComponentProps, type ReactNode } from "react";
import { cx } from "../card";
import { part } from "./slot";

type Cell = string | number;
type Sorting = { column: number; down: boolean } | null;

export function DataTable({ title, columns, rows }: { title?: string; columns?: string[]; rows?: Cell[][] }): ReactNode {
  const [sorting, setSorting] = useState<Sorting>(null);
  const heads = Array.isArray(columns) ? columns : [];
  const body = (Array.isArray(rows) ? rows : []).filter(Array.isArray);
  const numeric = heads.map((_, i) => body.length > 0 && body.every((row) => isFigure(row[i])));
  const sorted = sorting === null ? body : [...body].sort((a, b) => compare(a[sorting.column], b[sorting.column]) * (sorting.down ? -1 : 1));
  const turn = (column: number): void => setSorting((old) => (old?.column !== column ? { column, down: false } : old.down ? null : { column, down: true }));
  const direction = (i: number): "ascending" | "descending" | "none" => (sorting?.column !== i ? "none" : sorting.down ? "descending" : "ascending");
  return (
    <figure className="pf-figure">
      <div className="pf-scroll" tabIndex={0} role="region" aria-label={title ?? "Table"}>
        <table className="pf-table">
          <caption className={title === undefined ? "pf-vh" : "pf-caption"}>{title ?? heads.join(", ")}</caption>
          <thead>
            <tr>
              {heads.map((head, i) => (
                <th key={i} scope="col" data-numeric={numeric[i]} aria-sort={direction(i)}>
                  <button type="button" onClick={() => turn(i)}>{head}<span aria-hidden="true" className="pf-sort" data-direction={direction(i)} /></button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map((row, r) => (
              <tr key={r}>{heads.map((_, i) => <td key={i} data-numeric={numeric[i]}>{row[i] ?? "–"}</td>)}</tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** A number, also with a currency, a unit or a percent sign around it. */
function isFigure(cell: Cell | undefined): boolean {
  return typeof cell === "number" || (typeof cell === "string" && /^[^\w\d]?\s?[-+]?\d[\d.,\s]*\s?(?:%|[^\w\s]|[A-Za-z]{1,3}|min|kcal)?$/.test(cell.trim())) || cell === "–";
}
const figureOf = (cell: Cell | undefined): number => (typeof cell === "number" ? cell : Number.parseFloat(String(cell ?? "").replaceAll(/[^\d.-]/g, "")));

function compare(a: Cell | undefined, b: Cell | undefined): number {
  if (isFigure(a) && isFigure(b)) return figureOf(a) - figureOf(b);
  return String(a ?? "").localeCompare(String(b ?? ""), undefined, { numeric: true });
}

export function Table({ className, ...props }: ComponentProps<"table">): ReactNode {
  return <div className="pf-scroll"><table className={cx("pf-table", className)} {...props} /></div>;
}
export const TableHeader = part("thead", "pf-thead");
export const TableBody = part("tbody", "pf-tbody");
export const TableFooter = part("tfoot", "pf-tfoot");
export const TableRow = part("tr", "pf-tr");
export const TableHead = ({ scope = "col", ...props }: ComponentProps<"th">): ReactNode => <th scope={scope} {...props} />;
export const TableCell = part("td", "pf-td");
export const TableCaption = part("caption", "pf-table-caption");

export function Progress({ label, value = 0, max = 100, unit = "" }: { label?: string; value?: number; max?: number; unit?: string }): ReactNode {
  const id = useId();
  const share = Math.min(1, Math.max(0, max > 0 ? value / max : 0));
  const shown = unit === "" && max === 100 ? `${value} %` : `${value} of ${max}${unit === "" ? "" : ` ${unit}`}`;
  return (
    <div className="pf-progress">
      <div className="pf-field-label"><span id={id}>{label ?? "Progress"}</span><span className="pf-slider-value">{shown}</span></div>
      <div role="progressbar" aria-labelledby={id} aria-valuenow={value} aria-valuemin={0} aria-valuemax={max} aria-valuetext={shown} className="pf-track">
        <div className="pf-fill" style={{ inlineSize: `${share * 100}%` }} />
      </div>
    </div>
  );
}
