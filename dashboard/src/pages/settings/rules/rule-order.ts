import type { Rule } from "./rule-draft.ts";

const POSITION_MAX = 10_000;

/**
 * The position that brings a rule to another place among the active ones, which are in order, so that one change is
 * enough. Undefined if there is no whole number between its new neighbors.
 */
export function positionAt(active: readonly Pick<Rule, "position">[], from: number, to: number): number | undefined {
  const others = active.filter((_, at) => at !== from);
  const above = others[to - 1]?.position ?? 0;
  const below = others[to]?.position ?? Math.min(above + 20, POSITION_MAX + 1);
  const between = Math.floor((above + below) / 2);
  return between > above && between < below ? between : undefined;
}
