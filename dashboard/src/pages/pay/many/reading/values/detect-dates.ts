import type { Cell } from "#ui/files/tables/file-table.ts";
import { type DateOrder, dateOrderIn } from "./dates.ts";

/** How a column of dates is written. */
export interface DateFinding {
  readonly order: DateOrder;
  /** False when the dates can be read both ways, so that the user must choose. */
  readonly isCertain: boolean;
  /** A date whose meaning depends on the order; undefined when there is none. */
  readonly example: string | undefined;
}

export function detectDateOrder(cells: readonly Cell[]): DateFinding {
  const found: Record<DateOrder | "either", string[]> = { mdy: [], dmy: [], either: [] };
  for (const cell of cells) {
    const order = typeof cell === "string" ? dateOrderIn(cell) : undefined;
    if (order !== undefined && typeof cell === "string") found[order].push(cell);
  }
  const months = found.mdy.length;
  const days = found.dmy.length;
  const order = days > months ? "dmy" : "mdy";
  const isMixed = months > 0 && days > 0;
  const isCertain = found.either.length === 0 ? months !== days || months === 0 : months + days > 0 && !isMixed;
  return { order, isCertain, example: found.either[0] ?? found[order][0] };
}
