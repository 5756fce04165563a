import { assert } from "#kernel/assert.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId, RequestId, TransactionId } from "#kernel/values/ids.ts";
import { lockOrganization } from "#records/identity";
import type { BankConnection } from "../bank-connection.ts";
import type { BankRail, ConnectionId } from "../bank-rail.ts";
import { getConnection, lockConnection } from "./read-connections.ts";

/** Accounts whose payments of a rail were rehearsed until now. */
export interface RehearsingAccounts {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
  readonly rail: BankRail;
  readonly accountIds: readonly AccountId[];
}

/** What a rehearsal left. */
export interface EndedRehearsal {
  /** Payments that end as failed. */
  readonly payments: readonly TransactionId[];
  /** Approved requests that waited for their day, and need approval again. */
  readonly requests: readonly RequestId[];
}

/** Ends every payment that these accounts made and that no bank has, and every approval, in the caller's transaction. */
export interface EndRehearsal {
  /** Takes the locks that come before the organization's. */
  readonly lock: (tx: Tx, accounts: RehearsingAccounts) => Promise<void>;
  readonly end: (tx: Tx, accounts: RehearsingAccounts) => Promise<EndedRehearsal>;
}

/** The connection, locked for a change that may end its rehearsal. */
export async function lockForChange(
  tx: Tx,
  { organizationId, connectionId }: { readonly organizationId: OrganizationId; readonly connectionId: string },
  endRehearsal: EndRehearsal,
): Promise<BankConnection> {
  const before = await getConnection(tx, organizationId, connectionId);
  if (before.state === "rehearsal") await endRehearsal.lock(tx, before);
  await lockOrganization(tx, organizationId);
  const locked = await lockConnection(tx, organizationId, connectionId);
  assert(locked.connectionId === before.connectionId, "the connection locked is the one that was read");
  assert(locked.rail === before.rail, "the rail of a connection never changes");
  assert(locked.version >= before.version, "versions of a connection only grow");
  return locked;
}

/**
 * The accounts leave the connection's rehearsal, if it is in one: what they paid in it is never sent (decision S15). The
 * caller has locked the connection with {@link lockForChange}.
 */
export async function leaveRehearsal(
  tx: Tx,
  { state, organizationId, connectionId, rail }: BankConnection,
  { accountIds, endRehearsal }: { readonly accountIds: readonly AccountId[]; readonly endRehearsal: EndRehearsal },
): Promise<EndedRehearsal> {
  if (state !== "rehearsal" || accountIds.length === 0) return { payments: [], requests: [] };
  const ended = await endRehearsal.end(tx, { organizationId, connectionId, rail, accountIds });
  assert(new Set(ended.payments).size === ended.payments.length, "a payment of a rehearsal ends once");
  assert(new Set(ended.requests).size === ended.requests.length, "a request of a rehearsal is reopened once");
  return ended;
}

/** For the audit row of the change; nothing if nothing was left. */
export const endedInAudit = ({
  payments,
  requests,
}: EndedRehearsal): { readonly endedPayments?: number; readonly reopenedRequests?: number } => ({
  ...(payments.length > 0 && { endedPayments: payments.length }),
  ...(requests.length > 0 && { reopenedRequests: requests.length }),
});

/** For the email about the change. */
export const endedInWords = ({
  payments,
  requests,
}: EndedRehearsal): readonly (readonly [name: string, value: string])[] => [
  ...(payments.length > 0
    ? ([["Payments of the rehearsal that were not sent", String(payments.length)]] as const)
    : []),
  ...(requests.length > 0 ? ([["Scheduled payments that need approval again", String(requests.length)]] as const) : []),
];
