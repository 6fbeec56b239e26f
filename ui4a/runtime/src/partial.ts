/**
 * Closing an unfinished card: any prefix of a TSX module becomes a module that compiles, or null.
 *
 * Covers: a scanner for code, strings, templates, comments, regular expressions and JSX; where a prefix may be cut;
 * which closers it then needs. Pure, no framework, never throws.
 * Does not cover: compiling (compile.ts), or names that the rest of the module would have defined (compile.ts stubs them).
 *
 * A cut is a position at which the text so far plus the closers of all open constructs is a whole module. The scanner
 * remembers the last cut with its closers while it walks; nothing is shown before the exported component returns JSX.
 */

type Open =
  | { kind: "bracket"; closer: string; role: "block" | "group" | "list" }
  | { kind: "ternary" } // after ?, before its :
  | { kind: "template" }
  | { kind: "hole" } // ${…} in a template
  | { kind: "element"; name: string }
  | { kind: "tag"; name: string } // inside <Name … , before > or />
  | { kind: "expression"; place: "child" | "attribute"; empty: boolean };

type Cut = { at: number; tail: string };

const WORD = /[\w$.:-]/;
/** After one of these, `<` opens JSX and `/` opens a regular expression. */
const OPERATORS = new Set(["(", ",", "=", ":", "[", "!", "&", "|", "?", "{", "}", ";", ">", "+", "-", "*", "%", "<", "~", "^", ""]);
const KEYWORDS = new Set(["return", "case", "typeof", "default", "else", "do", "in", "of", "void", "yield", "await", "delete", "throw"]);

/** A compilable module that shows as much of `source` as can be shown, or null while there is nothing to show. */
export function closePrefix(source: string): string | null {
  const found = scan(source, () => {});
  if (found === null) return null;
  const body = source.slice(0, found.at) + found.tail;
  if (/\bexport\s+default\b/.test(body)) return body;
  const named = [...body.matchAll(/^(?:export\s+)?(?:async\s+)?(?:function|const|class)\s+([A-Z]\w*)/gm)].at(-1)?.[1];
  return named === undefined ? null : `${body}\nexport default ${named};`;
}

/** The first closing tag of a whole module that closes something else than what is open; the compiler would let it pass. */
export function wrongTag(source: string): { line: number; message: string } | null {
  let found: { line: number; message: string } | null = null;
  scan(source, (at, open, closed) => {
    found ??= { line: source.slice(0, at).split("\n").length, message: `</${closed}> stands where </${open}> belongs` };
  });
  return found;
}

function scan(source: string, wrong: (at: number, open: string, closed: string) => void): Cut | null {
  const stack: Open[] = [];
  let cut: Cut | null = null;
  let index = 0;
  let before = ""; // the last significant character or word of code
  let shown = false; // JSX has begun inside a function or arrow

  const top = (): Open | undefined => stack[stack.length - 1];
  const mark = (at: number, extra = ""): void => {
    if (shown) cut = { at, tail: extra + closers(stack) };
  };

  while (index < source.length) {
    const here = top();
    const char = source[index] ?? "";

    if (here?.kind === "template") {
      if (char === "\\") index += 2;
      else if (char === "`") {
        stack.pop();
        before = "`";
        index += 1;
      } else if (char === "$" && source[index + 1] === "{") {
        stack.push({ kind: "hole" });
        before = "{";
        index += 2;
      } else index += 1;
      continue;
    }

    if (here?.kind === "tag") {
      if (/\s/.test(char)) {
        index += 1;
        continue;
      }
      if (char === "/" && source[index + 1] === ">") {
        stack.pop();
        index += 2;
        before = ")";
        shown = true;
        mark(index);
        continue;
      }
      if (char === "/") return cut; // "/" at the very end, or nonsense
      if (char === ">") {
        stack.pop();
        stack.push({ kind: "element", name: here.name });
        index += 1;
        shown = true;
        mark(index);
        continue;
      }
      if (char === '"' || char === "'") {
        const end = source.indexOf(char, index + 1);
        if (end < 0) return cut;
        index = end + 1;
        continue;
      }
      if (char === "{") {
        stack.push({ kind: "expression", place: "attribute", empty: true });
        before = "{";
        index += 1;
        continue;
      }
      if (char === "<") {
        // A type argument list: <Sortable<Item> …>
        const end = source.indexOf(">", index);
        if (end < 0) return cut;
        index = end + 1;
        continue;
      }
      index += 1;
      continue;
    }

    if (here?.kind === "element") {
      if (char === "{") {
        stack.push({ kind: "expression", place: "child", empty: true });
        before = "{";
        index += 1;
        continue;
      }
      if (char === "<") {
        const next = source[index + 1];
        if (next === undefined) return cut;
        if (next === "/") {
          const end = source.indexOf(">", index);
          if (end < 0) return cut;
          const closed = source.slice(index + 2, end).trim();
          if (closed !== here.name) {
            wrong(index, here.name, closed);
            return cut;
          }
          stack.pop();
          before = ")";
          index = end + 1;
          mark(index);
          continue;
        }
        const opened = openTag(source, index);
        if (opened === null) return cut;
        stack.push({ kind: "tag", name: opened.name });
        index = opened.end;
        continue;
      }
      if (char === ">" || char === "}") return cut; // not valid JSX text
      if (char === "&") {
        // An entity shows only once it is whole.
        const end = /^&#?\w*;?/.exec(source.slice(index, index + 12))?.[0] ?? "&";
        if (index + end.length >= source.length && !end.endsWith(";")) return cut;
        index += end.length;
        mark(index);
        continue;
      }
      index += 1;
      if (/[\s.,;:!?]/.test(char) || index === source.length) mark(index);
      continue;
    }

    // Code: module level, blocks, groups, lists, holes and JSX expressions.
    if (/\s/.test(char)) {
      index += 1;
      continue;
    }
    if (char === "/" && source[index + 1] === "/") {
      const end = source.indexOf("\n", index);
      if (end < 0) return cut;
      index = end;
      continue;
    }
    if (char === "/" && source[index + 1] === "*") {
      const end = source.indexOf("*/", index + 2);
      if (end < 0) return cut;
      index = end + 2;
      if (here?.kind === "expression" && here.place === "child" && here.empty) continue;
      continue;
    }
    if (here?.kind === "expression" && char !== "}") here.empty = false;

    if (char === '"' || char === "'") {
      const end = stringEnd(source, index, char);
      if (end < 0) return cut;
      index = end;
      before = '"';
      continue;
    }
    if (char === "`") {
      stack.push({ kind: "template" });
      index += 1;
      continue;
    }
    if (char === "/" && (OPERATORS.has(before) || KEYWORDS.has(before)) && before !== "}" && before !== ")") {
      const end = regexEnd(source, index);
      if (end < 0) return cut;
      index = end;
      before = '"';
      continue;
    }
    if (char === "<" && (OPERATORS.has(before) || KEYWORDS.has(before))) {
      const next = source[index + 1];
      if (next === undefined) return cut;
      if (next === ">" || /[A-Za-z]/.test(next)) {
        const opened = openTag(source, index);
        if (opened === null) return cut;
        if (!isGeneric(source, opened)) {
          stack.push({ kind: "tag", name: opened.name });
          index = opened.end;
          continue;
        }
      }
    }
    if (char === "{" || char === "(" || char === "[") {
      const fresh = OPERATORS.has(before) || KEYWORDS.has(before); // else a subscript
      const closer = char === "{" ? "}" : char === "(" ? ")" : "]";
      stack.push({ kind: "bracket", closer, role: char === "[" && fresh ? "list" : char === "(" ? "group" : "block" });
      before = char;
      index += 1;
      if (char === "[" && fresh && inAttribute(stack)) mark(index);
      continue;
    }
    if (char === "?" && source[index + 1] === "?") {
      before = "?";
      index += 2;
      continue;
    }
    if (char === "?" && !/^(?:\.(?!\d)|\s*[:),])/.test(source.slice(index + 1, index + 40))) {
      if (index + 1 >= source.length) return cut; // ?. or ?? may follow
      stack.push({ kind: "ternary" });
      before = "?";
      index += 1;
      continue;
    }
    if (char === ":" && here?.kind === "ternary") {
      stack.pop();
      before = ":";
      index += 1;
      continue;
    }
    if (/[,;})\]]/.test(char)) while (top()?.kind === "ternary") stack.pop();
    if (char === "}" || char === ")" || char === "]") {
      const open = stack.pop();
      if (open === undefined) return cut;
      index += 1;
      if (open.kind === "hole") continue;
      before = char;
      if (open.kind === "expression") {
        if (char !== "}") return cut;
        if (open.place === "child") mark(index);
        continue;
      }
      if (open.kind !== "bracket" || open.closer !== char) return cut;
      if (char === "]" && inAttribute(stack)) mark(index);
      if (stack.length === 0) mark(index);
      continue;
    }
    if (/[A-Za-z_$0-9]/.test(char)) {
      const word = /^[\w$]+(?:\.\d+)?/.exec(source.slice(index, index + 200))?.[0] ?? char;
      index += word.length;
      before = KEYWORDS.has(word) ? word : "word";
      continue;
    }
    if (char === "=" && source[index + 1] === ">") {
      before = "=";
      index += 2;
      continue;
    }
    before = char;
    index += 1;
    if (char === ";" && stack.length === 0) mark(index);
  }
  return cut;
}

/** What closes everything that is open, innermost first. */
function closers(stack: readonly Open[]): string {
  let tail = "";
  for (let i = stack.length - 1; i >= 0; i -= 1) {
    const open = stack[i];
    if (open === undefined) continue;
    switch (open.kind) {
      case "bracket":
        tail += open.role === "block" ? `\n${open.closer}` : open.closer;
        break;
      case "ternary":
        tail += " : null";
        break;
      case "template":
        tail += "`";
        break;
      case "hole":
      case "expression":
        tail += "}";
        break;
      case "element":
        tail += `</${open.name}>`;
        break;
      case "tag":
        tail += " />";
        break;
    }
  }
  return tail;
}

/** Inside lists (only) of an attribute's value: rows={[["a", "b"], … */
function inAttribute(stack: readonly Open[]): boolean {
  for (let i = stack.length - 1; i >= 0; i -= 1) {
    const open = stack[i];
    if (open?.kind === "bracket" && open.role === "list") continue;
    return open?.kind === "expression" && open.place === "attribute";
  }
  return false;
}

function openTag(source: string, at: number): { name: string; end: number; start: number } | null {
  let end = at + 1;
  while (end < source.length && WORD.test(source[end] ?? "")) end += 1;
  if (end >= source.length) return null; // the name may go on
  return { name: source.slice(at + 1, end), end, start: at };
}

/** `<T,>(x) =>` and `useState<string>` are types; the second never gets here, since a word stands before it. */
function isGeneric(source: string, opened: { name: string; end: number }): boolean {
  const rest = source.slice(opened.end, opened.end + 40);
  return /^\s*(?:,|extends\b)/.test(rest) && /^[A-Z]\w*$/.test(opened.name);
}

function stringEnd(source: string, at: number, quote: string): number {
  for (let i = at + 1; i < source.length; i += 1) {
    const char = source[i];
    if (char === "\\") i += 1;
    else if (char === quote) return i + 1;
    else if (char === "\n") return -1;
  }
  return -1;
}

function regexEnd(source: string, at: number): number {
  let inClass = false;
  for (let i = at + 1; i < source.length; i += 1) {
    const char = source[i];
    if (char === "\\") i += 1;
    else if (char === "[") inClass = true;
    else if (char === "]") inClass = false;
    else if (char === "\n") return -1;
    else if (char === "/" && !inClass) {
      let end = i + 1;
      while (/[a-z]/.test(source[end] ?? "")) end += 1;
      return end;
    }
  }
  return -1;
}
