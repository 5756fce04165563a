import type { AccountId, OrganizationId, TokenId, TransactionId } from "../../kernel/ids.ts";
import type { Tx } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

/** A transaction that is `sent` from its first moment: a side of a transfer, or a deposit. */
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
  readonly transferId: TransactionId | null;
  readonly createdAt: Date;
  readonly tokenId: TokenId | null;
}

export const insertSettledRow = (tx: Tx, organizationId: OrganizationId, row: SettledTransaction) =>
  tx.run(sql`
  insert into transactions (
    organization_id, transaction_id, account_id, counterparty_id, amount_minor, created_at, estimated_delivery_at, kind,
    counterparty_name, counterparty_nickname, bank_description, note, transfer_id, created_by_token, status, posted_at)
  values (
    ${organizationId}, ${row.transactionId}, ${row.accountId}, ${row.counterpartyId}, ${row.amountMinor}, ${row.createdAt},
    ${row.createdAt}, ${row.kind}, ${row.counterpartyName}, ${row.counterpartyNickname}, ${row.bankDescription}, ${row.note},
    ${row.transferId}, ${row.tokenId}, 'sent', ${row.createdAt})`);

/** Makes the counterparty findable by this name. */
export const rememberCounterpartyName = (
  tx: Tx,
  organizationId: OrganizationId,
  counterpartyId: string,
  name: string,
) =>
  tx.run(sql`
  insert into counterparty_names (organization_id, counterparty_id, name)
  values (${organizationId}, ${counterpartyId}, ${name}) on conflict do nothing`);
