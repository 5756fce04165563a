import type { Cursor } from "../ui/table/pager.tsx";

/** A text parameter of the URL; undefined when absent or empty. */
export const textParam = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** The page of a cursor-paged list. */
export const cursorParams = ({ start_after, end_before }: Record<string, unknown>): Cursor => ({
  start_after: textParam(start_after),
  end_before: textParam(end_before),
});
