/**
 * The agent REPL in the page: keeps an interpreter per conversation and runs the cell it is given.
 *
 * Covers: one run per key however often the page renders, stopping a cell that is withdrawn, a small pool.
 * Does not cover: drawing cells (the app does), talking to the worker (worker_host.js).
 */

import { useEffect, useRef, useState } from "react";
import { createReplHost } from "./worker_host.js";

/** An idle interpreter holds about 60 MB: the longest unused ones make room. */
const POOL_SIZE = 3;

export function ReplHost({ conversation, cellKey, code, limitMs, onObservation, onStatus }) {
  const [state, setState] = useState("off");
  const hosts = useRef(new Map());
  const handlers = useRef({});
  const shown = useRef(null);
  handlers.current = { onObservation, onStatus };

  useEffect(() => {
    const pool = hosts.current;
    return () => {
      for (const host of pool.values()) host.dispose();
      pool.clear();
    };
  }, []);

  useEffect(() => {
    const before = shown.current;
    if (before !== null && before.conversation === conversation && (before.cellKey !== cellKey || code === "")) {
      hosts.current.get(conversation)?.stop(before.cellKey); // withdrawn: Stop, or the turn has ended
      shown.current = null;
    }
    if (code === "" || cellKey === "") return;
    shown.current = { conversation, cellKey };
    hostOf(hosts.current, conversation, (state, detail) => {
      setState(state);
      handlers.current.onStatus?.(state, detail);
    }, (key, seen) => handlers.current.onObservation?.(key, seen)).run(cellKey, code, limitMs);
  }, [conversation, cellKey, code, limitMs]);

  return <span hidden data-testid="repl-host" data-state={state} />;
}

function hostOf(pool, conversation, onStatus, onObservation) {
  const host = pool.get(conversation) ?? createReplHost({ onStatus, onObservation });
  pool.delete(conversation);
  pool.set(conversation, host); // a Map keeps the order of insertion: the longest unused stands first
  for (const [name, other] of pool) {
    if (pool.size <= POOL_SIZE) break;
    if (other.busy() || other === host) continue;
    other.dispose();
    pool.delete(name);
  }
  return host;
}
