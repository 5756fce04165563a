import { cursorParams, textParam } from "../../app/search-params.ts";

const YEAR = /^\d{4}$/;

/** The page's filters. */
export const statementsSearchOf = (search: Record<string, unknown>) => {
  // The router parses digits as a number.
  const year = typeof search["year"] === "number" ? String(search["year"]) : textParam(search["year"]);
  return {
    ...cursorParams(search),
    account: textParam(search["account"]),
    year: year !== undefined && YEAR.test(year) ? year : undefined,
  };
};
export type StatementsSearch = Partial<ReturnType<typeof statementsSearchOf>>;
