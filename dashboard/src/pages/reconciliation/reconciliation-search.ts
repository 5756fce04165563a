import { cursorParams, textParam } from "../../app/search-params.ts";

export const reconciliationSearchOf = (search: Record<string, unknown>) => ({
  ...cursorParams(search),
  account: textParam(search["account"]),
  /** What is matched, instead of what is open. */
  matched: search["matched"] === true || undefined,
});
export type ReconciliationSearch = Partial<ReturnType<typeof reconciliationSearchOf>>;
