import type { Tx } from "../../../kernel/sql/database.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import {
  type AccountId,
  instantOf,
  type OrganizationId,
  type RequestId,
  type TokenId,
  type TransactionId,
  type UserId,
} from "../../../kernel/values/ids.ts";
import { isTransferKind } from "../spending/counted.ts";
import type { ReturnOutcome } from "./return-rules.ts";

/** A transaction that is `sent` from the start: a side of a transfer, or a deposit. */
export interface SettledTransaction {
  readonly transactionId: TransactionId;
  readonly accountId: AccountId;
  readonly counterpartyId: string;
  readonly counterpartyName: string;
  readonly counterpartyNickname: string | null;
  /** Cents, signed as in the API: negative leaves the account. */
  readonly amountMinor: bigint;
  readonly kind: string;
  readonly bankDescription: string;
  readonly note: string | null;
  /** What the payer wrote. */
  readonly externalMemo?: string | null;
  readonly transferId: TransactionId | null;
  readonly createdAt: Date;
  readonly tokenId: TokenId | null;
  /** The acting user and the approval request, if any. */
  readonly userId?: UserId | null;
  readonly requestId?: RequestId | null;
  /** modules/treasury has entered it in its account's book. */
  readonly isInBook?: boolean;
  /** It returns an earlier transaction. */
  readonly undoes?: ReturnOutcome;
}

/** Stores one transaction, posted at the instant of its creation. */
export const insertSettledRow = (tx: Tx, organizationId: OrganizationId, row: SettledTransaction) =>
  tx.run(sql`
  insert into transactions (
    organization_id, transaction_id, account_id, counterparty_id, amount_minor, created_at, estimated_delivery_at, kind,
    counterparty_name, counterparty_nickname, bank_description, note, external_memo, transfer_id, created_by_token, created_by_user,
    request_id, status, posted_at)
  values (
    ${organizationId}, ${row.transactionId}, ${row.accountId}, ${row.counterpartyId}, ${row.amountMinor}, ${row.createdAt},
    ${row.createdAt}, ${row.kind}, ${row.counterpartyName}, ${row.counterpartyNickname}, ${row.bankDescription}, ${row.note},
    ${row.externalMemo ?? null}, ${row.transferId}, ${row.tokenId}, ${row.userId ?? null}, ${row.requestId ?? null}, 'sent', ${row.createdAt})`);

/**
 * Counts them in the totals of their accounts' lists and of spending, in the order of the accounts. The accounts' locks
 * are held.
 */
export const countTransactions = (tx: Tx, organizationId: OrganizationId, rows: readonly SettledTransaction[]) =>
  tx.run(sql`
  insert into account_days (organization_id, account_id, day, transactions, out_minor, out_transactions, in_minor, in_transactions)
  select ${organizationId}::uuid, t.account_id, (t.at at time zone 'UTC')::date, count(*),
         coalesce(-sum(t.spent) filter (where t.spent < 0), 0)::bigint, count(*) filter (where t.spent < 0),
         coalesce(sum(t.spent) filter (where t.spent > 0), 0)::bigint, count(*) filter (where t.spent > 0)
    from unnest(${rows.map((row) => row.accountId)}::uuid[], ${rows.map((row) => instantOf(row.transactionId))}::timestamptz[],
                ${rows.map((row) => (isTransferKind(row.kind) ? "0" : row.amountMinor.toString()))}::bigint[]) as t(account_id, at, spent)
   group by 2, 3
   order by 2, 3
  on conflict (organization_id, account_id, day) do update
    set transactions = account_days.transactions + excluded.transactions,
        out_minor = account_days.out_minor + excluded.out_minor,
        out_transactions = account_days.out_transactions + excluded.out_transactions,
        in_minor = account_days.in_minor + excluded.in_minor,
        in_transactions = account_days.in_transactions + excluded.in_transactions`);
