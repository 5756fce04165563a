import { plusMs } from "#kernel/clock/clock.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import { type AccountId, firstIdAt, instantOf, type OrganizationId, type TransactionId } from "#kernel/values/ids.ts";

/** A transaction, and the entry with which it settled, if it did. */
export interface EntryOfTransaction {
  readonly transaction_id: TransactionId;
  readonly is_pending: boolean;
  /** The transaction that the entry names: for both sides of a transfer, the side that paid. */
  readonly entry_id: TransactionId | null;
  readonly entered_at: Date | null;
}

/** Of these transactions, in no particular order; unknown ones are absent. */
export const entriesOfTransactions = (db: Queryable, organizationId: OrganizationId, ids: readonly string[]) =>
  db.many<EntryOfTransaction>(sql`
  select t.transaction_id, t.status = 'pending' as is_pending, m.transaction_id as entry_id, m.entered_at
    from transactions t
    left join lateral (
      select m.transaction_id, m.entered_at from settled_movements m
       where m.organization_id = ${organizationId} and m.transaction_id = coalesce(t.transfer_id, t.transaction_id)
         and m.ledger_account_id = t.account_id and m.effect <> 'reverse'
       limit 1) m on true
   where t.organization_id = ${organizationId} and t.transaction_id = any (${[...ids]}::uuid[])`);

/**
 * The account's transactions of these entries. Of a transfer that arrived, the entry names the other side; both were made
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
