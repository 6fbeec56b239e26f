// Merges the turns that a conversation opened with and the few that changed since, so that finished turns are sent once.
import { useRef } from "react";

/**
 * The turns to draw. Each opening (a new `opened`) starts anew from `loaded`; `changed` holds the last turns that moved,
 * each possibly in the place of another.
 */
export function useTurns(opened, loaded, changed) {
  const kept = useRef({ opened: -1, changed: null, turns: [] });
  if (kept.current.opened !== opened) {
    kept.current = { opened, changed: null, turns: loaded ?? [] };
  }
  if (kept.current.changed !== changed) {
    kept.current = { ...kept.current, changed, turns: (changed ?? []).reduce(withTurn, kept.current.turns) };
  }
  return kept.current.turns;
}

/** `turns` with `turn` in its place: its own, the one of the turn it replaces (what followed that is another branch), or last. */
export function withTurn(turns, turn) {
  const own = turns.findIndex((other) => other.id === turn.id);
  if (own >= 0) return turns.with(own, turn);
  const replaced = turn.replaces ? turns.findIndex((other) => other.id === turn.replaces) : -1;
  return replaced >= 0 ? [...turns.slice(0, replaced), turn] : [...turns, turn];
}
