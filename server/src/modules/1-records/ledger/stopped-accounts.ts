import { assert, present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { type Actor, type AuditEntry, recordAudit } from "#records/audit";
import { agrees, compareBalance, prepareLongRead } from "./compare-balances.queries.ts";
import type { LedgerAccountId } from "./ledger.ts";
import { lockBalances } from "./post-entries.ts";
import { hasStoppedBalance, stopBalance, stoppedBalances, unstopBalance } from "./stopped-accounts.queries.ts";

/** An account whose balance or transactions disagree with its entries. */
export interface Doubt {
  readonly organizationId: OrganizationId;
  readonly ledgerAccountId: LedgerAccountId;
  readonly transactionId: TransactionId | undefined;
  /** What disagrees, as a sentence for operators. */
  readonly problem: string;
}

/**
 * Stops the account: payments from it are rejected with `ledgerInDoubt` until an operator has found the cause and clears
 * it. Returns the number of accounts stopped: 0 if it was stopped already.
 */
export async function stopAccount(
  service: Service,
  tx: Tx,
  { organizationId, ledgerAccountId, transactionId, problem }: Doubt,
): Promise<number> {
  const stopped = await stopBalance(tx, organizationId, ledgerAccountId, problem);
  if (stopped === 0) return 0;
  const entry: AuditEntry = {
    action: "ledger.stop",
    resourceType: "account",
    resourceId: ledgerAccountId,
    after: { stopReason: problem, transactionId },
  };
  await recordAudit(service, tx, { organizationId, actor: { type: "service" }, entries: [entry] });
  return stopped;
}

/** True while any account is stopped: /readyz reports it. */
export const hasStoppedAccounts = async (db: Queryable): Promise<boolean> => (await hasStoppedBalance(db)).in_doubt;

/** An account that cannot send payments until an operator clears it. */
export interface StoppedAccount {
  readonly organizationId: OrganizationId;
  readonly ledgerAccountId: LedgerAccountId;
  /** What disagreed when it was stopped. */
  readonly reason: string;
}

export const stoppedAccounts = async (db: Queryable): Promise<readonly StoppedAccount[]> =>
  (await stoppedBalances(db)).map((row) => ({
    organizationId: row.organization_id,
    ledgerAccountId: row.ledger_account_id,
    reason: row.stop_reason,
  }));

/**
 * Allows payments from a stopped account again, if its balance now agrees with its entries; otherwise false. For the
 * operator, after the cause was found.
 */
export function resumePayments(
  service: Service,
  {
    organizationId,
    ledgerAccountId,
    actor,
  }: { organizationId: OrganizationId; ledgerAccountId: LedgerAccountId; actor: Actor },
): Promise<boolean> {
  return service.database.transaction(async (tx) => {
    await prepareLongRead(tx);
    const balance = present(
      (await lockBalances(tx, organizationId, [ledgerAccountId])).get(ledgerAccountId),
      "the account has a balance",
    );
    if (!agrees(await compareBalance(tx, organizationId, ledgerAccountId))) return false;
    if ((await unstopBalance(tx, organizationId, ledgerAccountId)) === 0) return true;
    assert(balance.stopReason !== undefined, "only a stopped account is cleared");
    const entry: AuditEntry = {
      action: "ledger.clear",
      resourceType: "account",
      resourceId: ledgerAccountId,
      before: { stopReason: balance.stopReason },
    };
    await recordAudit(service, tx, { organizationId, actor, entries: [entry] });
    return true;
  });
}
