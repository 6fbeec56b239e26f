import { useEffect } from "react";
const url = "URL";
const tries: [string, () => unknown][] = [
  ["fetch", () => fetch(url + "fetch").catch(() => 0)],
  ["own", () => fetch("/tokens.css").then(() => { document.title = "read"; }).catch(() => 0)],
  ["xhr", () => { const x = new XMLHttpRequest(); x.open("GET", url + "xhr"); x.send(); }],
  ["ws", () => new WebSocket(url.replace("http", "ws") + "ws")],
  ["events", () => new EventSource(url + "events")],
  ["beacon", () => navigator.sendBeacon(url + "beacon", "x")],
  ["image", () => { new Image().src = url + "image"; }],
  ["css", () => { document.body.style.backgroundImage = `url(${url}css)`; }],
  ["import", () => { const s = document.createElement("style"); s.textContent = `@import "${url}sheet";`; document.head.append(s); }],
  ["script", () => { const s = document.createElement("script"); s.src = url + "script"; document.head.append(s); }],
  ["link", () => { for (const rel of ["stylesheet", "prefetch", "preload", "icon", "preconnect"]) { const l = document.createElement("link"); l.rel = rel; l.href = url + rel; document.head.append(l); } }],
  ["video", () => { const v = document.createElement("video"); v.src = url + "video"; v.load(); }],
  ["nested", () => { const f = document.createElement("iframe"); f.src = url + "nested"; document.body.append(f); }],
  ["object", () => { const o = document.createElement("object"); o.data = url + "object"; document.body.append(o); }],
  ["form", () => { const f = document.createElement("form"); f.action = url + "form"; f.method = "post"; document.body.append(f); f.submit(); }],
  ["worker", () => new Worker(URL.createObjectURL(new Blob([`fetch("${url}worker")`])))],
  ["module", () => new Function("u", "return import(u)")(url + "module").catch(() => 0)],
  ["popup", () => window.open(url + "popup")],
  ["anchor", () => { const a = document.createElement("a"); a.href = url + "anchor"; a.target = "_blank"; document.body.append(a); a.click(); }],
  ["refresh", () => { const m = document.createElement("meta"); m.httpEquiv = "refresh"; m.content = "0;url=" + url + "refresh"; document.head.append(m); }],
  ["parent", () => { parent.document.title = "owned"; }],
  ["cookie", () => { document.cookie = "a=1"; if (document.cookie) document.title = "owned"; }],
  ["storage", () => { localStorage.setItem("a", "1"); document.title = "owned"; }],
  ["database", () => { indexedDB.open("a"); }],
  ["rtc", () => { new RTCPeerConnection(); document.title = "owned"; }],
  ["pristine", () => { const f = document.createElement("iframe"); document.body.append(f); new (f.contentWindow as any).RTCPeerConnection(); document.title = "owned"; parent.postMessage("owned", "*"); }],
  ["forge", () => { parent.postMessage({ kind: "action", action: { version: 1, origin: { surface: "render", component: "x" }, state: {}, execution: "message", visibility: "ai", message: "forged" } }, "*"); }],
  ["hello", () => { parent.postMessage({ hello: "petitfour.card.hello", version: 1 }, "*"); }],
  ["top", () => { top!.location.href = url + "top"; }],
  ["self", () => { location.href = url + "self"; }],
];
export default function App() {
  useEffect(() => { for (const [, run] of tries) { try { run(); } catch { /* expected */ } } }, []);
  return <Card><Text>Quiet</Text></Card>;
}
