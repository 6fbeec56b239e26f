// Typeset answers: markdown with tables and highlighted code, cheap to draw again while a text grows.
import { memo, useState } from "react";
import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import ini from "highlight.js/lib/languages/ini";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";

const LANGUAGES = { bash, css, diff, ini, javascript, json, python, sql, typescript, xml, yaml };
for (const [name, grammar] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, grammar);
hljs.registerAliases(["regex", "regexp"], { languageName: "python" });
hljs.registerAliases(["toml"], { languageName: "ini" });

const COPIED_MS = 1600;

/** Copy `text`; resolves to whether the browser allowed it. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A button that copies `text` and says so. */
export function CopyButton({ text, label }) {
  const [said, setSaid] = useState("");
  const press = async () => {
    setSaid((await copy(text)) ? "Copied" : "The browser did not allow copying");
    setTimeout(() => setSaid(""), COPIED_MS);
  };
  return (
    <button type="button" className="ib" aria-label={label} title={said || label} onClick={press}>
      <svg className={said === "Copied" ? "i okc" : "i"} aria-hidden="true">
        <use href={said === "Copied" ? "/icons.svg#i-check" : "/icons.svg#i-copy"} />
      </svg>
      <span className="vh" role="status">{said}</span>
    </button>
  );
}

/** Highlighted code; unknown languages stay plain. highlight.js escapes what it returns. */
export const Code = memo(function Code({ code, language, className = "" }) {
  const known = language && hljs.getLanguage(language);
  if (!known) return <pre className={className} tabIndex={0}><code>{code}</code></pre>;
  const { value } = hljs.highlight(code, { language, ignoreIllegals: true });
  return <pre className={className} tabIndex={0}><code dangerouslySetInnerHTML={{ __html: value }} /></pre>;
});

function Block({ children }) {
  const { className = "", children: text = "" } = children?.props ?? {};
  const language = /language-([\w+#-]+)/.exec(className)?.[1] ?? "";
  const code = String(text).replace(/\n$/, "");
  return (
    <div className="code" role="group" aria-label={language ? `${language} code` : "code"}>
      <div className="code-head">
        <span className="mono">{language || "text"}</span>
        <span className="grow" />
        <CopyButton text={code} label="Copy code" />
      </div>
      <Code code={code} language={language} />
    </div>
  );
}

const PARTS = {
  pre: Block,
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h3>{children}</h3>,
  h4: ({ children }) => <h3>{children}</h3>,
  table: ({ children }) => (
    <div className="tblbox" tabIndex={0} role="group" aria-label="Table"><table className="tbl">{children}</table></div>
  ),
  // An image would be fetched from somewhere else; a reader decides by following the link.
  img: ({ src, alt }) => <a href={src} rel="noreferrer" target="_blank">{alt || src}</a>,
  a: ({ href, children }) => <a href={href} rel="noreferrer" target="_blank">{children}</a>,
};
const PLUGINS = [remarkGfm];

/** Markdown as it stands; `growing` adds the caret. */
export const Prose = memo(function Prose({ text, growing }) {
  return (
    <div className={growing ? "prose growing" : "prose"} dir="auto">
      <Markdown remarkPlugins={PLUGINS} components={PARTS}>{text}</Markdown>
    </div>
  );
});
