/** Carousel, file picking and one-time codes. Covers: Carousel, FileUpload, InputOTP with their parts. */
import { createContext, useContext, useEffect, useId, useMemo, useRef, useState, type ComponentProps, type ReactNode, type RefObject } from "react";
import { cx, FieldContext, isText, useControl, useValue } from "../card";
import { Button } from "./inputs";
import { part } from "./slot";

export type CarouselApi = { scrollTo: (i: number) => void; scrollNext: () => void; scrollPrev: () => void; selectedScrollSnap: () => number; scrollSnapList: () => number[]; canScrollNext: () => boolean; canScrollPrev: () => boolean; on: (event: string, run: () => void) => void; off: (event: string, run: () => void) => void };
type Reel = { view: RefObject<HTMLDivElement | null>; at: number; count: number; api: CarouselApi | null; look: () => void };
const ReelContext = createContext<Reel>({ view: { current: null }, at: 0, count: 0, api: null, look: () => {} });

type CarouselProps = ComponentProps<"div"> & { opts?: unknown; plugins?: unknown; orientation?: string; setApi?: (api: CarouselApi) => void; items?: ReactNode[] };

export function Carousel({ opts: _, plugins: __, orientation = "horizontal", setApi, items, className, children, ...props }: CarouselProps): ReactNode {
  const view = useRef<HTMLDivElement>(null);
  const [{ at, count }, setPlace] = useState({ at: 0, count: 0 });
  const place = useRef({ at: 0, listeners: new Set<() => void>() });
  const look = (): void => {
    const element = view.current;
    if (element === null) return;
    const next = Math.round(element.scrollLeft / Math.max(1, element.clientWidth));
    const many = element.children.length;
    if (next === at && many === count) return;
    const moved = next !== place.current.at;
    place.current.at = next;
    setPlace({ at: next, count: many });
    if (moved) for (const run of place.current.listeners) run();
  };
  const api = useMemo((): CarouselApi => {
    const go = (i: number): void => view.current?.scrollTo({ left: i * view.current.clientWidth, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    const last = (): number => (view.current?.children.length ?? 1) - 1;
    return {
      scrollTo: go, scrollNext: () => go(Math.min(last(), place.current.at + 1)), scrollPrev: () => go(Math.max(0, place.current.at - 1)),
      selectedScrollSnap: () => place.current.at, scrollSnapList: () => Array.from({ length: last() + 1 }, (_x, i) => i),
      canScrollNext: () => place.current.at < last(), canScrollPrev: () => place.current.at > 0,
      on: (event, run) => { if (event === "select") place.current.listeners.add(run); }, off: (_event, run) => { place.current.listeners.delete(run); },
    };
  }, []);
  const given = useRef(setApi);
  useEffect(() => { given.current?.(api); look(); }, [api]);
  return (
    <ReelContext value={{ view, at, count, api, look }}>
      <div role="region" aria-roledescription="carousel" aria-label={props["aria-label"] ?? "Slides"} data-orientation={orientation} className={cx("pf-carousel", className)} {...props}>
        {children ?? <><CarouselContent>{(items ?? []).map((item, i) => <CarouselItem key={i}>{item}</CarouselItem>)}</CarouselContent><CarouselPrevious /><CarouselNext /></>}
      </div>
    </ReelContext>
  );
}
export function CarouselContent({ className, ...props }: ComponentProps<"div">): ReactNode {
  const { view, look } = useContext(ReelContext);
  return <div ref={view} tabIndex={0} className={cx("pf-reel", className)} onScroll={look} {...props} />;
}
export const CarouselItem = ({ className, ...props }: ComponentProps<"div">): ReactNode => <div role="group" aria-roledescription="slide" className={cx("pf-slide", className)} {...props} />;

function Arrow({ back, className, ...props }: ComponentProps<typeof Button> & { back: boolean }): ReactNode {
  const { api, at, count } = useContext(ReelContext);
  return (
    <Button variant="outline" size="icon" type="button" aria-label={back ? "Previous" : "Next"} disabled={back ? at === 0 : at >= count - 1} className={cx("pf-reel-arrow", className)} data-back={back ? "" : undefined} onClick={() => (back ? api?.scrollPrev() : api?.scrollNext())} {...props}>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d={back ? "m15 18-6-6 6-6" : "m9 18 6-6-6-6"} /></svg>
    </Button>
  );
}
export const CarouselPrevious = (props: ComponentProps<typeof Button>): ReactNode => <Arrow back {...props} />;
export const CarouselNext = (props: ComponentProps<typeof Button>): ReactNode => <Arrow back={false} {...props} />;

type Picked = { file: File; id: string; preview?: string };
type UploadProps = { variant?: string; value?: unknown; accept?: string; multiple?: boolean; maxFiles?: number; maxSize?: number; label?: string; description?: string; disabled?: boolean; className?: string; onFileChange?: (file: File | null, item: Picked | null) => void; onFilesChange?: (items: Picked[]) => void };

export function FileUpload({ variant = "list", accept, multiple, maxFiles, maxSize = 10 * 1024 * 1024, label = "Add a file", description, disabled, className, onFileChange, onFilesChange }: UploadProps): ReactNode {
  const id = useId();
  const one = variant === "cover" || variant === "avatar";
  const most = maxFiles ?? (one || multiple === false ? 1 : variant === "gallery" ? 10 : 5);
  const [files, setFiles] = useState<Picked[]>([]);
  const [trouble, setTrouble] = useState("");
  const take = (list: FileList | null): void => {
    const fresh = [...(list ?? [])];
    const fit = fresh.filter((file) => file.size <= maxSize);
    const known = most === 1 ? [] : files;
    const next = [...known, ...fit.filter((file) => !known.some((old) => old.file.name === file.name && old.file.size === file.size)).map((file) => ({ file, id: `${file.name}-${file.size}` }))].slice(0, most);
    setTrouble(fit.length < fresh.length ? `Larger than ${sizeOf(maxSize)}: choose a smaller file.` : "");
    change(next);
  };
  const change = (next: Picked[]): void => {
    setFiles(next);
    onFilesChange?.(next);
    onFileChange?.(next[0]?.file ?? null, next[0] ?? null);
  };
  return (
    <div className={cx("pf-upload", className)} data-variant={variant}>
      <label htmlFor={id} className="pf-drop" onDragOver={(event) => event.preventDefault()} onDrop={(event) => { event.preventDefault(); if (disabled !== true) take(event.dataTransfer.files); }}>
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 16V4m0 0L7 9m5-5 5 5M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3" /></svg>
        <span>{label}</span>
        <small>{description ?? `Up to ${sizeOf(maxSize)}`}</small>
        <input id={id} type="file" className="pf-vh" accept={accept ?? (variant === "list" || variant === "compact" ? undefined : "image/*")} multiple={most > 1} disabled={disabled} onChange={(event) => take(event.target.files)} />
      </label>
      {trouble !== "" && <p role="alert" className="pf-trouble">{trouble}</p>}
      {files.length > 0 && (
        <ul className="pf-files">
          {files.map((item) => <li key={item.id}><span>{item.file.name}</span><small>{sizeOf(item.file.size)}</small><button type="button" className="pf-link" aria-label={`Remove ${item.file.name}`} onClick={() => change(files.filter((other) => other.id !== item.id))}>Remove</button></li>)}
        </ul>
      )}
    </div>
  );
}
const sizeOf = (bytes: number): string => (bytes >= 1024 * 1024 ? `${Math.round(bytes / 1024 / 1024)} MB` : `${Math.ceil(bytes / 1024)} kB`);

const CodeContext = createContext({ value: "", focused: false });
export const REGEXP_ONLY_DIGITS = "^\\d+$";
export const REGEXP_ONLY_CHARS = "^[a-zA-Z]+$";
export const REGEXP_ONLY_DIGITS_AND_CHARS = "^[a-zA-Z0-9]+$";

type OtpProps = Omit<ComponentProps<"input">, "onChange" | "value" | "defaultValue"> & { maxLength?: number; value?: string; onChange?: (value: string) => void; onComplete?: (value: string) => void; pattern?: string; pasteTransformer?: (text: string) => string; containerClassName?: string; textAlign?: string; render?: unknown };

export function InputOTP({ maxLength = 6, value, onChange, onComplete, pattern, pasteTransformer, containerClassName, textAlign: _, render: __, className, inputMode = "numeric", children, ...props }: OtpProps): ReactNode {
  const control = useControl({ name: props.name, id: props.id, "aria-label": props["aria-label"] });
  const field = useContext(FieldContext);
  const [focused, setFocused] = useState(false);
  const [code, setCode] = useValue(control.name ?? field?.label, value, "", isText, onChange);
  const type = (raw: string): void => {
    const next = (pasteTransformer?.(raw) ?? raw).replaceAll(/\s/g, "").slice(0, maxLength);
    if (next !== "" && pattern !== undefined && !new RegExp(pattern).test(next)) return;
    setCode(next);
    if (next.length === maxLength) onComplete?.(next);
  };
  return (
    <CodeContext value={{ value: code, focused }}>
      <div className={cx("pf-otp", containerClassName)}>
        {children}
        <input autoComplete="one-time-code" {...props} {...control.aria} id={control.id} inputMode={inputMode} className={cx("pf-otp-input", className)} value={code} onChange={(event) => type(event.target.value)} onFocus={() => setFocused(true)} onBlur={() => setFocused(false)} />
      </div>
    </CodeContext>
  );
}
export const InputOTPGroup = part("div", "pf-otp-group");
export function InputOTPSlot({ index, className, ...props }: ComponentProps<"div"> & { index: number }): ReactNode {
  const { value, focused } = useContext(CodeContext);
  return <div aria-hidden="true" data-active={focused && value.length === index ? "" : undefined} className={cx("pf-otp-slot", className)} {...props}>{value[index] ?? ""}</div>;
}
export const InputOTPSeparator = (props: ComponentProps<"div">): ReactNode => <div role="separator" className="pf-otp-dash" {...props} />;
