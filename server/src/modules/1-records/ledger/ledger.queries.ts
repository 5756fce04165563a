import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import type { BalanceChange, DayChange, Effect, LedgerAccountId, NewEntry } from "./ledger.ts";

export interface NewLedgerAccount {
  readonly organizationId: OrganizationId;
  readonly ledgerAccountId: LedgerAccountId;
  readonly kind: "bankAccount" | "clearing" | "external";
  readonly method?: string;
  readonly mayGoNegative: boolean;
  readonly pays: boolean;
}

export const insertLedgerAccount = (tx: Tx, account: NewLedgerAccount) =>
  tx.run(sql`
  insert into ledger_accounts (organization_id, ledger_account_id, kind, method)
  values (${account.organizationId}, ${account.ledgerAccountId}, ${account.kind}, ${account.method ?? null})`);

export const insertBalance = (tx: Tx, account: NewLedgerAccount) =>
  tx.run(sql`
  insert into ledger_balances (organization_id, ledger_account_id, may_go_negative, pays)
  values (${account.organizationId}, ${account.ledgerAccountId}, ${account.mayGoNegative}, ${account.pays})`);

export interface BalanceRow {
  readonly ledger_account_id: LedgerAccountId;
  readonly available_minor: bigint;
  readonly held_minor: bigint;
  readonly may_go_negative: boolean;
  readonly pays: boolean;
  readonly stop_reason: string | null;
  readonly version: bigint;
  readonly closed_before: Date | null;
}

/** In id order, like every writer of balances, so that writers cannot deadlock. */
export const lockBalanceRows = (tx: Tx, organizationId: OrganizationId, ids: readonly LedgerAccountId[]) =>
  tx.many<BalanceRow>(sql`
  select ledger_account_id, available_minor, held_minor, may_go_negative, pays, stop_reason, version, closed_before
    from ledger_balances
   where organization_id = ${organizationId} and ledger_account_id = any (${ids}::uuid[])
   order by ledger_account_id
     for no key update`);

/** Waits for entries in progress, which hold the lock of this row. */
export const closeBefore = (tx: Tx, organizationId: OrganizationId, ledgerAccountId: LedgerAccountId, at: Date) =>
  tx.run(sql`
  update ledger_balances set closed_before = greatest(closed_before, ${at})
   where organization_id = ${organizationId} and ledger_account_id = ${ledgerAccountId}`);

/** Locks the balances of all of the organization's own accounts, in id order like every writer of balances. */
export const lockOwnBalances = (tx: Tx, organizationId: OrganizationId) =>
  tx.many<{ ledger_account_id: LedgerAccountId }>(sql`
  select b.ledger_account_id
    from ledger_balances b
    join ledger_accounts a on a.organization_id = b.organization_id and a.ledger_account_id = b.ledger_account_id
   where b.organization_id = ${organizationId} and a.kind = 'bankAccount'
   order by b.ledger_account_id
     for update of b`);

export const insertEntries = (tx: Tx, organizationId: OrganizationId, entries: readonly NewEntry[]) =>
  tx.run(sql`
  insert into ledger_entries (organization_id, transaction_id, effect, debit_account_id, credit_account_id, amount_minor, entered_at)
  select ${organizationId}::uuid, e.transaction_id, e.effect, e.debit, e.credit, e.amount, e.at
    from unnest(${entries.map((entry) => entry.transactionId)}::uuid[], ${entries.map((entry) => entry.effect)}::text[],
                ${entries.map((entry) => entry.debitAccountId)}::uuid[], ${entries.map((entry) => entry.creditAccountId)}::uuid[],
                ${entries.map((entry) => entry.amountMinor.toString())}::bigint[], ${entries.map((entry) => entry.at)}::timestamptz[])
           as e(transaction_id, effect, debit, credit, amount, at)`);

export interface EarlierEntryRow {
  readonly transaction_id: TransactionId;
  readonly effect: Effect;
  readonly debit_account_id: LedgerAccountId;
  readonly amount_minor: bigint;
}

/** Entries that a later one can complete or undo. */
export const earlierEntries = (tx: Tx, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  tx.many<EarlierEntryRow>(sql`
  select transaction_id, effect, debit_account_id, amount_minor from ledger_entries
   where organization_id = ${organizationId} and transaction_id = any (${[...ids]}::uuid[])
     and effect in ('hold', 'post', 'transfer')`);

export const applyChanges = (tx: Tx, organizationId: OrganizationId, changes: readonly BalanceChange[]) =>
  tx.many<Pick<BalanceRow, "ledger_account_id" | "available_minor" | "held_minor" | "version">>(sql`
    update ledger_balances b
       set available_minor = b.available_minor + c.available, held_minor = b.held_minor + c.held, version = b.version + c.entries
      from unnest(${changes.map((change) => change.ledgerAccountId)}::uuid[],
                  ${changes.map((change) => change.availableMinor.toString())}::bigint[],
                  ${changes.map((change) => change.heldMinor.toString())}::bigint[],
                  ${changes.map((change) => change.entries.toString())}::bigint[])
             as c(account, available, held, entries)
     where b.organization_id = ${organizationId} and b.ledger_account_id = c.account
    returning b.ledger_account_id, b.available_minor, b.held_minor, b.version`);

/** In the order of accounts and days; the accounts' locks are held. */
export const addToDays = (tx: Tx, organizationId: OrganizationId, changes: readonly DayChange[]) =>
  tx.run(sql`
  insert into ledger_days (organization_id, ledger_account_id, day, in_minor, out_minor, moved_in_minor, moved_out_minor, entries)
  select ${organizationId}::uuid, c.*
    from unnest(${changes.map((change) => change.ledgerAccountId)}::uuid[], ${changes.map((change) => change.day)}::date[],
                ${changes.map((change) => change.inMinor.toString())}::bigint[],
                ${changes.map((change) => change.outMinor.toString())}::bigint[],
                ${changes.map((change) => change.movedInMinor.toString())}::bigint[],
                ${changes.map((change) => change.movedOutMinor.toString())}::bigint[],
                ${changes.map((change) => change.entries.toString())}::bigint[]) as c
  on conflict (organization_id, ledger_account_id, day) do update
    set in_minor = ledger_days.in_minor + excluded.in_minor, out_minor = ledger_days.out_minor + excluded.out_minor,
        moved_in_minor = ledger_days.moved_in_minor + excluded.moved_in_minor,
        moved_out_minor = ledger_days.moved_out_minor + excluded.moved_out_minor,
        entries = ledger_days.entries + excluded.entries`);

export const findSystemAccount = (
  db: Queryable,
  organizationId: OrganizationId,
  kind: string,
  method: string | undefined,
) =>
  db.one<{ ledger_account_id: LedgerAccountId }>(sql`
    select ledger_account_id from ledger_accounts
     where organization_id = ${organizationId} and kind = ${kind} and method is not distinct from ${method ?? null}`);
