import type { Tx } from "../../../kernel/sql/database.ts";
import type { AccountId, OrganizationId, TransactionId } from "../../../kernel/values/ids.ts";
import type { BankConnection } from "../bank-connection.ts";
import type { BankRail, ConnectionId } from "../bank-rail.ts";

/** Accounts whose payments of a rail were rehearsed until now. */
export interface RehearsingAccounts {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
  readonly rail: BankRail;
  readonly accountIds: readonly AccountId[];
}

/** Ends every payment that these accounts made and that no bank has, in the caller's transaction. Returns the payments. */
export type EndRehearsal = (tx: Tx, accounts: RehearsingAccounts) => Promise<readonly TransactionId[]>;

/**
 * The accounts leave the connection's rehearsal, if it is in one: what they paid in it is never sent (decision S15). The
 * caller has locked the connection.
 */
export async function leaveRehearsal(
  tx: Tx,
  { state, organizationId, connectionId, rail }: BankConnection,
  { accountIds, endRehearsal }: { readonly accountIds: readonly AccountId[]; readonly endRehearsal: EndRehearsal },
): Promise<readonly TransactionId[]> {
  if (state !== "rehearsal" || accountIds.length === 0) return [];
  return endRehearsal(tx, { organizationId, connectionId, rail, accountIds });
}

/** For the audit row of the change; nothing if no payment was left. */
export const endedInAudit = (ended: readonly TransactionId[]): { readonly endedPayments?: number } =>
  ended.length === 0 ? {} : { endedPayments: ended.length };

/** For the email about the change. */
export const endedInWords = (ended: readonly TransactionId[]): readonly (readonly [name: string, value: string])[] =>
  ended.length === 0 ? [] : [["Payments of the rehearsal that were not sent", String(ended.length)]];
