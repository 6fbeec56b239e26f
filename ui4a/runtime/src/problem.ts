/** What went wrong with a card, in words a reader and a model can act on. Covers: building and reading problems. */
import type { Phase } from "./protocol";

export type Problem = { phase: Phase; message: string; line: number };

/** A problem as a thrown value: the compiler and the module table use it to stop. */
export class CardError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

const UNDEFINED = /^(?:Can't find variable: )?([\w$]+)(?: is not defined)?$/;

/** The problem behind anything thrown in `phase`. */
export function problemOf(error: unknown, phase: Phase): Problem {
  if (error instanceof CardError) return error.problem;
  const text = error instanceof Error ? error.message : String(error);
  const place = /\((\d+):(\d+)\)\s*$/.exec(text);
  if (phase === "compile") {
    const what = text.replace(/^Error transforming[^:]*:\s*/, "").replace(/\s*\(\d+:\d+\)\s*$/, "").replace(/^SyntaxError:\s*/, "");
    const line = place === null ? 0 : Number(place[1]);
    return { phase, line, message: line > 0 ? `Line ${line}: ${what}.` : `${what}.` };
  }
  if (error instanceof ReferenceError) {
    const name = UNDEFINED.exec(text)?.[1] ?? text;
    return { phase, line: 0, message: `“${name}” is not defined: import it or declare it in the card.` };
  }
  if (/Minified React error #(\d+)/.test(text)) {
    const code = /#(\d+)/.exec(text)?.[1];
    const known = code === "31" ? "An object was put where text belongs." : code === "130" ? "A component is missing: check its name and import." : `React error ${code}.`;
    return { phase, line: 0, message: known };
  }
  return { phase, line: 0, message: text.slice(0, 600) || "The card stopped without a message." };
}
