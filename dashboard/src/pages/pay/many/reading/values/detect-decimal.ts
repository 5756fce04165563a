import type { Cell } from "#ui/files/tables/file-table.ts";
import { amountParts, type DecimalSign, decimalSignIn } from "./amounts.ts";

/** How a column of amounts is written. */
export interface DecimalFinding {
  readonly sign: DecimalSign;
  /** False when the amounts can be read both ways, so that the user must choose. */
  readonly isCertain: boolean;
  /** An amount that shows the difference; undefined when there is none. */
  readonly example: string | undefined;
  /** Currencies other than US dollars. */
  readonly foreign: readonly string[];
}

/** Decides by the whole column: one amount such as 1.234,56 says how 1.234 is meant in another row. */
export function detectDecimal(cells: readonly Cell[]): DecimalFinding {
  const found: Record<DecimalSign | "either", string[]> = { ".": [], ",": [], either: [] };
  const foreign = new Set<string>();
  for (const cell of cells) {
    if (typeof cell !== "string") continue;
    const parts = amountParts(cell);
    if (parts === undefined) continue;
    if (parts.currency !== undefined && parts.currency !== "USD") foreign.add(parts.currency);
    const sign = decimalSignIn(parts.figures);
    if (sign !== "none") found[sign].push(cell);
  }
  const points = found["."].length;
  const commas = found[","].length;
  const sign = commas > points ? "," : ".";
  // Amounts that contradict the others are problems of their rows, unless a third kind could be either.
  const isMixed = points > 0 && commas > 0;
  const isCertain = found.either.length === 0 ? points !== commas || points === 0 : points + commas > 0 && !isMixed;
  return { sign, isCertain, example: exampleOf(found[sign], found.either), foreign: [...foreign].toSorted() };
}

/** An amount with both signs says most. */
function exampleOf(clear: readonly string[], either: readonly string[]): string | undefined {
  const both = clear.find((text) => text.includes(".") && text.includes(","));
  return both ?? clear[0] ?? either[0];
}
