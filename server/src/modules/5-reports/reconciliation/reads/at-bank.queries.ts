import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { bankMatches } from "../tables.ts";

/** When the bank's statements have a transaction of an account; undefined if they do not yet. */
export const findOnStatement = (
  db: Queryable,
  organizationId: OrganizationId,
  { accountId, transactionId }: { readonly accountId: AccountId; readonly transactionId: string },
) =>
  db.maybe<{ matched_at: Date }>(sql`
  select m.matched_at, ${bankMatches.proofOrSkip("m")} from bank_matched_entries e
    join bank_matches m on m.organization_id = e.organization_id and m.match_id = e.match_id
   where e.organization_id = ${organizationId} and e.account_id = ${accountId} and e.transaction_id = ${transactionId}::uuid
   order by m.matched_at limit 1`);
