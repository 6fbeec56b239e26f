/**
 * Utility classes of a card, made into CSS from its text.
 *
 * Covers: Tailwind v3 names (UnoCSS preset wind3) with the catalogue's colour tokens, and the twelve names of the dsh dialect.
 * Does not cover: the look of the catalogue's components (frame.css), which utilities override.
 */
import { createGenerator } from "@unocss/core";
import { presetWind3 } from "@unocss/preset-wind3";

const token = (name: string): string => `hsl(var(--${name}))`;
const pair = (name: string): { DEFAULT: string; foreground: string } => ({ DEFAULT: token(name), foreground: token(`${name}-foreground`) });

const COLORS = {
  background: token("background"), foreground: token("foreground"), border: token("border"), input: token("input"), ring: token("ring"),
  card: pair("card"), popover: pair("popover"), primary: pair("primary"), secondary: pair("secondary"), muted: pair("muted"),
  accent: pair("accent"), destructive: pair("destructive"),
  page: "var(--pf-paper)", layer: "var(--pf-surface)", "layer-2": "var(--pf-sunk)", line: "var(--pf-line)", "line-2": "var(--pf-line-2)",
  label: "var(--pf-ink)", hover: "var(--pf-hover)", danger: "var(--pf-danger)", success: "var(--pf-ok)", warn: "var(--pf-warn)",
};

/** A function that makes sure that every class named in a card's text has its rule. */
export async function createStyles(sheet: HTMLStyleElement): Promise<(code: string) => Promise<void>> {
  const uno = await createGenerator({
    presets: [presetWind3({ preflight: "on-demand", dark: { dark: '[data-theme="dark"]', light: '[data-theme="light"]' } })],
    theme: { colors: COLORS, borderRadius: { lg: "var(--radius)", md: "calc(var(--radius) - 2px)", sm: "calc(var(--radius) - 4px)" } },
    shortcuts: {
      "bg-macaron-gradient": "bg-primary", "bg-macaron-gradient-new": "bg-primary",
      "animate-in": "pf-enter", "animate-out": "pf-leave",
    },
  });
  const tokens = new Set<string>();
  let css = "";
  return async (code) => {
    const { size } = tokens;
    await uno.applyExtractors(code, "card.tsx", tokens);
    if (tokens.size === size) return;
    const made = await uno.generate(tokens, { preflights: true, minify: true });
    if (made.css === css) return;
    css = made.css;
    sheet.textContent = css;
  };
}
