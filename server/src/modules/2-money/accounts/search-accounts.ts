import type { Queryable } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { type SearchTerms, wordsIn } from "#records/search";
import { newestAccounts } from "./accounts.queries.ts";

/** An account that a search found. */
export interface FoundAccount {
  readonly account_id: AccountId;
  readonly name: string;
  readonly nickname: string | null;
  readonly account_number_last4: string;
}

/** An organization has few accounts; of more, the newest are compared. */
const COMPARED_MAX = 1_000;

/** Accounts by name, id, or the last four digits of their number. */
export async function searchAccounts(
  db: Queryable,
  organizationId: OrganizationId,
  { terms: { words, ids, lastFour }, limit }: { readonly terms: SearchTerms; readonly limit: number },
): Promise<readonly FoundAccount[]> {
  const isFound = (row: FoundAccount): boolean => {
    if (row.account_number_last4 === lastFour) return true;
    if (ids && row.account_id >= ids.first && row.account_id <= ids.last) return true;
    const has = wordsIn([row.name, row.nickname]);
    return words.length > 0 && words.every((word) => has.some((term) => term.startsWith(word)));
  };
  return (await newestAccounts(db, organizationId, COMPARED_MAX)).filter(isFound).slice(0, limit);
}
