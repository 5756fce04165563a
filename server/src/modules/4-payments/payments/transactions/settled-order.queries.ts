import { plusMs } from "#kernel/clock/clock.ts";
import type { KeysetRange } from "#kernel/http/paging.queries.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import { type AccountId, firstIdAt, instantOf, type OrganizationId, type TransactionId } from "#kernel/values/ids.ts";

/** The rows after an id, or from the beginning, in the order of a key that is an id. */
export const rangeBeyond = (
  key: Sql,
  { id, descending, limit }: { readonly id: string | undefined; readonly descending: boolean; readonly limit: number },
): KeysetRange => {
  const beyond = descending ? sql`${key} < ${id}::uuid` : sql`${key} > ${id}::uuid`;
  const order = descending ? sql`${key} desc` : sql`${key} asc`;
  return { condition: id === undefined ? sql`true` : beyond, order, descending, limit };
};

/** The entries of these transactions: for both sides of a transfer, that of the side that paid. Unknown ones are absent. */
export const entriesOfTransactions = (db: Queryable, organizationId: OrganizationId, ids: readonly string[]) =>
  db.many<{
    readonly transaction_id: TransactionId;
    readonly entry_id: TransactionId;
    readonly is_pending: boolean;
  }>(sql`
  select t.transaction_id, coalesce(t.transfer_id, t.transaction_id) as entry_id, t.status = 'pending' as is_pending
    from transactions t
   where t.organization_id = ${organizationId} and t.transaction_id = any (${[...ids]}::uuid[])`);

/**
 * The account's transactions of these entries. Of a transfer that arrived, the entry names the side that paid; both were made
 * in the same millisecond, which bounds the search in the account's index.
 */
export const transactionsOfEntries = (
  db: Queryable,
  organizationId: OrganizationId,
  { accountId, entryIds }: { readonly accountId: AccountId; readonly entryIds: readonly TransactionId[] },
) =>
  db.many<{ readonly entry_id: TransactionId; readonly transaction_id: TransactionId }>(sql`
  select e.id as entry_id, t.transaction_id
    from unnest(${[...entryIds]}::uuid[], ${entryIds.map((id) => firstIdAt(plusMs(instantOf(id), 1)))}::uuid[]) as e (id, below)
   cross join lateral (
     select s.transaction_id from transactions s
      where s.organization_id = ${organizationId} and s.account_id = ${accountId} and s.transaction_id >= e.id
        and s.transaction_id < e.below and (s.transaction_id = e.id or s.transfer_id = e.id)
      order by s.transaction_id limit 1) t`);
