/**
 * Takes the host away from the interpreter: every global that a language does not need, and every way to make code from text.
 *
 * Covers: sweeping the global object and its prototypes, the function constructors, the bound on WebAssembly memory.
 * Does not cover: the walls outside (response headers in the browser; process permissions and namespaces on a server).
 */

const KEPT = new Set([
  "Object", "Function", "Array", "Number", "parseFloat", "parseInt", "Infinity", "NaN", "undefined", "Boolean", "String",
  "Symbol", "Date", "Promise", "RegExp", "Error", "AggregateError", "EvalError", "RangeError", "ReferenceError",
  "SyntaxError", "TypeError", "URIError", "SuppressedError", "globalThis", "JSON", "Math", "Intl", "ArrayBuffer", "Atomics",
  "Uint8Array", "Int8Array", "Uint16Array", "Int16Array", "Uint32Array", "Int32Array", "Float16Array", "Float32Array",
  "Float64Array", "Uint8ClampedArray", "BigUint64Array", "BigInt64Array", "DataView", "Map", "BigInt", "Set", "Iterator",
  "WeakMap", "WeakSet", "WeakRef", "Proxy", "Reflect", "FinalizationRegistry", "SharedArrayBuffer", "decodeURI",
  "decodeURIComponent", "encodeURI", "encodeURIComponent", "escape", "unescape", "isFinite", "isNaN", "WebAssembly",
  "setTimeout", "clearTimeout", "setInterval", "clearInterval", "setImmediate", "clearImmediate", "queueMicrotask",
  "structuredClone", "TextDecoder", "TextEncoder", "performance", "crypto", "MessageChannel", "AbortController",
  "AbortSignal", "DOMException", "console", "URL",
]);

const PAGE_BYTES = 65_536;

/** Bounds what the interpreter can allocate; Python sees a MemoryError. Call it before Pyodide is loaded. */
export function boundMemory(limitBytes) {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function bounded(pages) {
    if (this.buffer.byteLength + pages * PAGE_BYTES > limitBytes) throw new RangeError("the cell's memory limit is reached");
    return grow.call(this, pages);
  };
}

/** Removes the host's globals. Call it after Pyodide is loaded, before the first cell. */
export function lockdown() {
  const samples = [function () {}, async function () {}, function* () {}, async function* () {}];
  for (const sample of samples) {
    const prototype = Object.getPrototypeOf(sample);
    const refused = function () {
      throw new EvalError("code cannot be made from text here");
    };
    Object.defineProperty(refused, "name", { value: prototype.constructor.name });
    refused.prototype = prototype;
    Object.defineProperty(prototype, "constructor", { value: refused, writable: false, configurable: false });
  }
  for (let target = globalThis; target !== null && target !== Object.prototype; target = Object.getPrototypeOf(target)) {
    if (Object.hasOwn(target, "dispatchEvent")) continue; // EventTarget: message ports inherit it
    for (const key of Reflect.ownKeys(target)) {
      if (KEPT.has(key) || key === Symbol.toStringTag) continue;
      if (!Reflect.deleteProperty(target, key)) Reflect.set(target, key, undefined);
    }
  }
}
