import { type RefObject, useLayoutEffect, useMemo, useState } from "react";
import type { MoneyColumn } from "./money-column.ts";

/** What the first column needs at least, so that names can be read. */
const NAME_WIDTH = 216;
const CHECKBOX_WIDTH = 40;

/** The order in which columns are left out where there is no room for all of them. */
const LEFT_OUT = ["wide", "desktop", "laptop", "tablet"] as const;

type FittedColumn = Pick<MoneyColumn<never>, "id" | "width" | "from" | "isOptional">;

/**
 * The columns for which a table of this width has no room, because the first one would become unreadable. Columns that a
 * user has added make the table scroll instead.
 */
export function columnsLeftOut(columns: readonly FittedColumn[], tableWidth: number): ReadonlySet<string> {
  const leftOut = new Set<string>();
  if (columns.some(({ isOptional }) => isOptional)) return leftOut;
  const candidates = LEFT_OUT.flatMap((from) => columns.filter((column) => column.from === from).toReversed());
  for (const { id } of candidates) {
    if (nameWidth(columns, leftOut, tableWidth) >= NAME_WIDTH) break;
    leftOut.add(id);
  }
  return leftOut;
}

/** What the other columns leave for the first one. */
function nameWidth(columns: readonly FittedColumn[], leftOut: ReadonlySet<string>, tableWidth: number): number {
  const taken = columns
    .filter(({ id }) => !leftOut.has(id))
    .map(({ width = 0 }) => (typeof width === "number" ? width : (Number.parseFloat(width) / 100) * tableWidth));
  return tableWidth - CHECKBOX_WIDTH - taken.reduce((sum, width) => sum + width, 0);
}

/** The width of the last table: usually that of the next one, which then renders its rows once. */
let lastWidth = Number.POSITIVE_INFINITY;

/** The columns for which the table has no room, by the width of the box around it. */
export function useLeftOut(box: RefObject<HTMLElement | null>, columns: readonly FittedColumn[]): ReadonlySet<string> {
  const [width, setWidth] = useState(lastWidth);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => {
      lastWidth = element.clientWidth;
      setWidth(lastWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return useMemo(() => columnsLeftOut(columns, width), [columns, width]);
}
