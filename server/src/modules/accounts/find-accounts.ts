import type { AccountId, OrganizationId } from "../../kernel/ids.ts";
import type { Queryable } from "../../kernel/sql/database.ts";
import type { AccountSummary } from "./account.ts";
import { balancesOf, summariesOf } from "./accounts.queries.ts";

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

export interface AccountBalance extends AccountSummary {
  readonly availableMinor: bigint;
  /** With what is held for payments that have not left yet. */
  readonly currentMinor: bigint;
}

/** Every account that is not deleted, with its balances, in the order in which they were opened. */
export async function listAccountBalances(
  db: Queryable,
  organizationId: OrganizationId,
): Promise<readonly AccountBalance[]> {
  return (await balancesOf(db, organizationId)).map((row) => ({
    accountId: row.account_id,
    name: row.name,
    nickname: row.nickname,
    kind: row.kind,
    status: row.status,
    availableMinor: row.available_minor,
    currentMinor: row.available_minor + row.held_minor,
  }));
}
