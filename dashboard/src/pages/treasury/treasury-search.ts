import { textParam } from "../../app/search-params.ts";

export interface TreasurySearch {
  /** The account, if there are several. */
  readonly account?: string | undefined;
  readonly days?: 90 | 365 | undefined;
  /** The page of transactions: the cursor of the page before it. */
  readonly before?: number | undefined;
  /** The cursors of the pages in between, because the API pages forward only: "120.90". */
  readonly trail?: string | undefined;
  readonly documents?: "MonthlyStatement" | "TradeConfirmation" | "1099" | undefined;
}

const documentFilters = ["MonthlyStatement", "TradeConfirmation", "1099"] as const;

export const treasurySearchOf = ({
  account,
  days,
  before,
  trail,
  documents,
}: Record<string, unknown>): TreasurySearch => ({
  account: textParam(account),
  days: days === 90 || days === "90" ? 90 : undefined,
  before: Number.isSafeInteger(Number(before)) && Number(before) > 0 ? Number(before) : undefined,
  trail: /^\d+(\.\d+)*$/.test(String(trail)) ? String(trail) : undefined,
  documents: documentFilters.find((name) => name === documents),
});
