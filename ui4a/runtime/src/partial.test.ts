/** closePrefix: every prefix of a module gives a module that compiles, or null; nothing throws. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { transform } from "sucrase";
import { closePrefix, wrongTag } from "./partial";

const compile = (code: string): string => transform(code, { transforms: ["typescript", "jsx", "imports"], jsxRuntime: "automatic", production: true }).code;

const SIMPLE = `export default function App() {
  return (
    <Card title="It's <fine> & good">
      <Text>Hello, {"wor" + \`ld \${1 + 1}\`} &amp; more</Text>
      {/* note */}
      <DataTable columns={["Plan", "Price"]} rows={[["Basic", "5"], ["Pro", "12"]]} />
      <Bars title="Visits" data={[["Mon", 3], ["Tue", 5]]} />
      {[1, 2].map((n) => <Badge key={n} tone="green">{n > 1 ? <b>big</b> : "small"}</Badge>)}
      <Button action="Book" onClick={() => { const x = { a: 1 }; return x.a < 2 && /[/]x/.test("y"); }}>Book</Button>
    </Card>
  );
}
`;
const ARROW = `const App = () => <Card><Text>One</Text><Choice label="A" options={["x", "y"]} kind="radio" /></Card>;\nexport default App;\n`;

function cases(): [string, string][] {
  const here = new URL("./cases/", import.meta.url).pathname;
  const files = existsSync(here) ? readdirSync(here).filter((name) => name.endsWith(".tsx")) : [];
  const more = process.env.PETITFOUR_CARDS;
  const outside = more === undefined ? [] : readdirSync(more).map((name): [string, string] => [name, readFileSync(`${more}/${name}`, "utf8")]);
  return [["simple", SIMPLE], ["arrow", ARROW], ...files.map((name): [string, string] => [name, readFileSync(here + name, "utf8")]), ...outside];
}

for (const [name, source] of cases()) {
  test(`every prefix of ${name} closes to a module that compiles, and the whole of it is kept`, () => {
    let frames = 0;
    let first = 0;
    let before = "";
    for (let end = 0; end <= source.length; end += 1) {
      const closed = closePrefix(source.slice(0, end));
      if (closed === null) continue;
      if (first === 0) first = end;
      frames += 1;
      if (closed === before) continue;
      before = closed;
      try {
        compile(closed);
      } catch (error) {
        throw new Error(`prefix of ${end}: ${String(error)}\n${closed.slice(-400)}`);
      }
    }
    expect(frames).toBeGreaterThan(source.length / 8);
    expect(first).toBeGreaterThan(0);
    expect(closePrefix(source)?.replaceAll(/\s+/g, " ").trim()).toBe(source.replaceAll(/\s+/g, " ").trim());
  }, 60_000);
}

test("a table in an attribute grows row by row", () => {
  const at = SIMPLE.indexOf('], ["Pro"');
  expect(closePrefix(SIMPLE.slice(0, at + 1))).toContain('rows={[["Basic", "5"]]} />');
});

test("nothing shows before the component returns", () => {
  expect(closePrefix("")).toBeNull();
  expect(closePrefix("export default function App() {\n  const [a, b] = useState(0);\n  return (")).toBeNull();
});

test("text that is no module at all never throws", () => {
  for (const junk of ["<", "}}}", "`${`${", "</a>", "/* ", "a < b > c", "<<<<", "export default <", "const x = /["]) closePrefix(junk);
});

test("a closing tag that closes something else is found, with its line; a right module has none", () => {
  expect(wrongTag("export default function App() {\n  return <Card><Text>a</Txet></Card>;\n}")).toEqual({ line: 2, message: "</Txet> stands where </Text> belongs" });
  for (const [, source] of cases()) expect(wrongTag(source)).toBeNull();
});
