/** Small movements. Covers: the text and surface effects of the released library, quiet and still under reduced motion. */
import { Children, createElement, useEffect, useState, type ComponentProps, type CSSProperties, type ElementType, type ReactNode } from "react";
import { cx } from "../card";

type TextEffect = { children?: ReactNode; as?: ElementType; className?: string; style?: CSSProperties; duration?: number; spread?: number; transition?: { duration?: number; delay?: number } };

export function TextShimmer({ children, as = "p", className, duration = 2 }: TextEffect): ReactNode {
  return createElement(as, { className: cx("pf-shimmer", className), style: { animationDuration: `${duration}s` } }, children);
}

export function TextMorph({ children, as = "p", className, style }: TextEffect): ReactNode {
  return createElement(as, { className, style }, <span key={String(children)} className="pf-flow-in">{children}</span>);
}

type LoopProps = { children?: ReactNode; interval?: number; onIndexChange?: (index: number) => void; trigger?: boolean; className?: string; transition?: unknown; variants?: unknown; mode?: string };

export function TextLoop({ children, interval = 2, onIndexChange, trigger = true, className }: LoopProps): ReactNode {
  const items = Children.toArray(children);
  const [at, setAt] = useState(0);
  const count = items.length;
  useEffect(() => {
    if (!trigger || count < 2) return;
    const timer = setInterval(() => setAt((old) => (old + 1) % count), interval * 1000);
    return () => clearInterval(timer);
  }, [trigger, count, interval]);
  useEffect(() => onIndexChange?.(at), [at]);
  return <span className={cx("pf-loop", className)}><span key={at} className="pf-flow-in">{items[at % Math.max(1, count)]}</span></span>;
}

export function SpinningText({ children, radius = 5, fontSize = 1, reverse = false, duration = 10, className, style }: TextEffect & { radius?: number; fontSize?: number; reverse?: boolean }): ReactNode {
  const letters = [...String(children ?? "")];
  return (
    <span className={cx("pf-spin", className)} style={{ animationDuration: `${duration}s`, animationDirection: reverse ? "reverse" : "normal", fontSize: `${fontSize}rem`, ...style }} role="img" aria-label={String(children ?? "")}>
      {letters.map((letter, i) => <span key={i} aria-hidden="true" style={{ transform: `translate(-50%, -50%) rotate(${(360 / letters.length) * i}deg) translateY(${-radius}ch)` }}>{letter}</span>)}
    </span>
  );
}

type GlowProps = { colors?: string[]; mode?: string; blur?: number | string; scale?: number; duration?: number; className?: string; style?: CSSProperties; transition?: unknown };
const BLURS: Record<string, number> = { none: 0, softest: 2, soft: 4, medium: 12, strong: 16, stronger: 24, strongest: 32 };

export function GlowEffect({ colors = ["var(--chart-1)", "var(--chart-4)"], blur = "medium", className, style }: GlowProps): ReactNode {
  const radius = typeof blur === "number" ? blur : (BLURS[blur] ?? 12);
  return <div aria-hidden="true" className={cx("pf-glow", className)} style={{ background: `linear-gradient(120deg, ${colors.join(", ")})`, filter: `blur(${radius}px)`, ...style }} />;
}

export function Tilt({ rotationFactor: _, isReverse: __, springOptions: ___, ...props }: ComponentProps<"div"> & { rotationFactor?: number; isReverse?: boolean; springOptions?: unknown }): ReactNode {
  return <div {...props} />;
}

export function ProgressiveBlur({ direction = "bottom", blurLayers: _, blurIntensity = 0.25, className, ...props }: ComponentProps<"div"> & { direction?: string; blurLayers?: number; blurIntensity?: number }): ReactNode {
  const mask = `linear-gradient(to ${direction}, transparent, black)`;
  return <div aria-hidden="true" className={cx("pf-blur", className)} {...props} style={{ backdropFilter: `blur(${blurIntensity * 16}px)`, maskImage: mask, ...props.style }} />;
}
