import { present } from "../../kernel/assert.ts";
import type { OrganizationId } from "../../kernel/ids.ts";
import type { Service } from "../../kernel/service.ts";
import type { Queryable, Tx } from "../../kernel/sql/database.ts";
import type { Job } from "../../kernel/worker.ts";
import { type Actor, recordAudit } from "../audit/index.ts";
import type { LedgerAccountId } from "./ledger.ts";
import { lockBalances } from "./post-entries.ts";
import {
  anyInDoubt,
  compareBalance,
  prepareLongRead,
  stopBalance,
  stoppedBalances,
  unstopBalance,
} from "./verify.queries.ts";
import { agrees, type LedgerDifference, type LedgerReport, verifyLedger } from "./verify.ts";

/** What one cycle of the check found and did. */
export interface LedgerCheck {
  readonly report: LedgerReport;
  /** Accounts this cycle stopped; one that stood stopped already is not counted again. */
  readonly stopped: number;
  readonly durationMs: number;
}

/** In the background the check works a quarter of the time and rests three: payments are made meanwhile. */
const REST = 3;

/**
 * One cycle: verifies the whole ledger and stops every account that disagrees with its entries. From then on payments from
 * it are refused with `ledgerInDoubt`, until a person has found out why and clears it.
 */
export async function runLedgerCheck(service: Service): Promise<LedgerCheck> {
  const startedMs = performance.now();
  const report = await verifyLedger(service.database, undefined, { rest: REST });
  let stopped = 0;
  for (const difference of report.differences) {
    const { kind, organizationId, ledgerAccountId, transactionId, problem } = difference;
    service.log.error({ kind, organizationId, ledgerAccountId, transactionId, problem }, "ledger in doubt");
    stopped += await service.database.transaction((tx) => stopAccount(service, tx, difference));
  }
  return { report, stopped, durationMs: performance.now() - startedMs };
}

async function stopAccount(
  service: Service,
  tx: Tx,
  { organizationId, ledgerAccountId, transactionId, problem }: LedgerDifference,
): Promise<number> {
  if (ledgerAccountId === undefined) return 0;
  const stopped = await stopBalance(tx, organizationId, ledgerAccountId, problem);
  if (stopped === 0) return 0;
  const entry = {
    action: "ledger.stop",
    resourceType: "account",
    resourceId: ledgerAccountId,
    after: { stopReason: problem, transactionId },
  };
  await recordAudit(service, tx, { organizationId, actor: { type: "service" }, entries: [entry] });
  return stopped;
}

const SHARE_OF_TIME = 0.05;
const SHORTEST_DELAY_MS = 10_000;
const LONGEST_DELAY_MS = 3_600_000;

/**
 * How long to wait after a cycle that took this long, so that checking takes at most a twentieth of the time: nineteen
 * times its length. A small ledger is checked every ten seconds; a large one less often, at least every hour.
 */
export const nextCheckDelayMs = (lastDurationMs: number): number =>
  Math.min(Math.max(lastDurationMs * (1 / SHARE_OF_TIME - 1), SHORTEST_DELAY_MS), LONGEST_DELAY_MS);

/** The check as background work. `observe` hears of every cycle (metrics). Each process that works checks for itself. */
export function ledgerCheckJob(service: Service, observe: (check: LedgerCheck) => void): Job {
  let dueMs = 0;
  return {
    name: "ledger-check",
    everyMs: SHORTEST_DELAY_MS / 2,
    byTheClockOnly: true,
    run: async () => {
      if (performance.now() < dueMs) return 0;
      const check = await runLedgerCheck(service);
      dueMs = performance.now() + nextCheckDelayMs(check.durationMs);
      observe(check);
      // Never "more to do": a difference stays until a person deals with it.
      return 0;
    },
  };
}

/** True while any account is stopped: /readyz says so. */
export const isInDoubt = async (db: Queryable): Promise<boolean> => (await anyInDoubt(db)).in_doubt;

/** An account payments may not leave from until a person has cleared it. */
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
 * Lets payments leave from a stopped account again, if its balance agrees with its entries now; false when it does not.
 * For the operator, after the cause was found.
 */
export function clearDoubt(
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
    const entry = {
      action: "ledger.clear",
      resourceType: "account",
      resourceId: ledgerAccountId,
      before: { stopReason: balance.stopReason },
    };
    await recordAudit(service, tx, { organizationId, actor, entries: [entry] });
    return true;
  });
}
