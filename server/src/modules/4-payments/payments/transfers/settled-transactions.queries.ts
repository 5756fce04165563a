import type { Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId, RequestId, TokenId, TransactionId, UserId } from "#kernel/values/ids.ts";
import type { ReturnOutcome } from "../transactions/return-rules.ts";

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
  /** modules/2-money/treasury/earnings has entered it in its account's book. */
  readonly isInBook?: boolean;
  /** It returns an earlier transaction. */
  readonly undoes?: ReturnOutcome;
}

/** Stores transactions, posted at the instant of their creation. */
export const insertSettledRows = (tx: Tx, organizationId: OrganizationId, rows: readonly SettledTransaction[]) => {
  const column = <Value>(of: (row: SettledTransaction) => Value): readonly Value[] => rows.map(of);
  return tx.run(sql`
  insert into transactions (
    organization_id, transaction_id, account_id, counterparty_id, amount_minor, created_at, estimated_delivery_at, kind,
    counterparty_name, counterparty_nickname, bank_description, note, external_memo, transfer_id, created_by_token, created_by_user,
    request_id, status, posted_at)
  select ${organizationId}::uuid, g.transaction_id, g.account_id, g.counterparty_id, g.amount_minor, g.created_at, g.created_at,
         g.kind, g.counterparty_name, g.counterparty_nickname, g.bank_description, g.note, g.external_memo, g.transfer_id,
         g.token_id, g.user_id, g.request_id, 'sent', g.created_at
    from unnest(
      ${column((row) => row.transactionId)}::uuid[], ${column((row) => row.accountId)}::uuid[],
      ${column((row) => row.counterpartyId)}::uuid[], ${column((row) => row.amountMinor)}::bigint[],
      ${column((row) => row.createdAt)}::timestamptz[], ${column((row) => row.kind)}::text[],
      ${column((row) => row.counterpartyName)}::text[], ${column((row) => row.counterpartyNickname)}::text[],
      ${column((row) => row.bankDescription)}::text[], ${column((row) => row.note)}::text[],
      ${column((row) => row.externalMemo ?? null)}::text[], ${column((row) => row.transferId)}::uuid[],
      ${column((row) => row.tokenId)}::uuid[], ${column((row) => row.userId ?? null)}::uuid[],
      ${column((row) => row.requestId ?? null)}::uuid[])
      as g(transaction_id, account_id, counterparty_id, amount_minor, created_at, kind, counterparty_name,
           counterparty_nickname, bank_description, note, external_memo, transfer_id, token_id, user_id, request_id)`);
};
