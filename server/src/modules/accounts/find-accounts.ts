import type { AccountId, OrganizationId } from "../../kernel/ids.ts";
import type { Queryable } from "../../kernel/sql/database.ts";
import type { AccountSummary } from "./account.ts";
import { summariesOf } from "./accounts.queries.ts";

/** The organisation's accounts with these ids, whatever their status, in id order. An id that names none is absent. */
export async function findAccounts(
  db: Queryable,
  organizationId: OrganizationId,
  ids: readonly AccountId[],
): Promise<readonly AccountSummary[]> {
  const rows = await summariesOf(db, organizationId, ids);
  return rows.map((row) => ({
    accountId: row.account_id,
    name: row.name,
    nickname: row.nickname,
    kind: row.kind,
    status: row.status,
  }));
}
