import type { ReactNode } from "react";

/** How a list is ordered, as in the URL. */
export interface Sort {
  readonly by: string;
  readonly order: "asc" | "desc";
}

export interface MoneyColumn<Row> {
  /** Its name in the URL, in settings, and in exports. */
  readonly id: string;
  readonly header: string;
  /** One line; what does not fit ends with an ellipsis, unless the column wraps. */
  readonly cell: (row: Row) => ReactNode;
  /** Pixels, or a share of the table. The column without a width has the rest. */
  readonly width?: number | `${number}%`;
  /** For amounts and counts. */
  readonly align?: "right";
  /** Left out where the table has no room for it, those of wide tables first. Absent: always shown. */
  readonly from?: "tablet" | "laptop" | "desktop" | "wide";
  /** Its place in the two lines of a phone's row, or in a line of its own below them. Absent: not shown there. */
  readonly phone?: "name" | "amount" | "date" | "memo" | "flags" | "status" | "below";
  /** The order that a first click on its header gives; absent if the list cannot be sorted by it. */
  readonly sortsFirst?: "asc" | "desc";
  /** Has several lines where its text needs them: what is wrong with a row must be readable without a click. */
  readonly wraps?: true;
  /** Has buttons, checkboxes, or links of its own, which lie above the row's link. */
  readonly hasControls?: true;
  /** Shown only where the user has chosen it. */
  readonly isOptional?: true;
}

/** The order after a click on a column's header. */
export function nextSort({ id, sortsFirst = "asc" }: MoneyColumn<never>, now: Sort | undefined): Sort {
  if (now?.by !== id) return { by: id, order: sortsFirst };
  return { by: id, order: now.order === "asc" ? "desc" : "asc" };
}
