import type { Cursor } from "../../table/pager.tsx";
import type { Sort } from "../money-column.ts";

/** The order, the page, and the row in the panel of a list, as in the URL. */
export interface ListState extends Cursor {
  readonly sort?: string | undefined;
  readonly order?: "asc" | "desc" | undefined;
  readonly open?: string | undefined;
  /** The saved view that is open, or `all`. */
  readonly view?: string | undefined;
}

/** Saves a changed part of the state. What opens a row replaces the entry in the browser's history. */
export type OnList = (changed: ListState, how?: { readonly replace: true; readonly resetScroll: false }) => void;

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** Ignores invalid parameters. */
export const listStateOf = (url: Record<string, unknown>): ListState => {
  const { sort, order, open, view, start_after, end_before } = url;
  return {
    sort: text(sort),
    order: order === "asc" || order === "desc" ? order : undefined,
    open: text(open),
    view: text(view),
    start_after: text(start_after),
    end_before: text(end_before),
  };
};

export const sortOf = ({ sort, order }: ListState, defaultSort: Sort): Sort =>
  sort === undefined ? { ...defaultSort, order: order ?? defaultSort.order } : { by: sort, order: order ?? "asc" };

/** The first page in another order. The default order is not in the URL. */
export const sortedBy = ({ by, order }: Sort, defaultSort: Sort): ListState => ({
  sort: by === defaultSort.by ? undefined : by,
  order: by === defaultSort.by && order === defaultSort.order ? undefined : order,
  start_after: undefined,
  end_before: undefined,
});
