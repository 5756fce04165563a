import type { Tx } from "../../../kernel/sql/database.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import type {
  AccountId,
  OrganizationId,
  RequestId,
  TokenId,
  TransactionId,
  UserId,
} from "../../../kernel/values/ids.ts";
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
