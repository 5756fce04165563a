import { assert, present } from "../../kernel/assert.ts";
import type { Service } from "../../kernel/process/service.ts";
import type { Queryable, Tx } from "../../kernel/sql/database.ts";
import type { OrganizationId } from "../../kernel/values/ids.ts";
import type { Job } from "../../kernel/work/worker.ts";
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
import {
  agrees,
  type LedgerDifference,
  type LedgerReport,
  type Verification,
  verifyInSteps,
  verifyLedger,
} from "./verify.ts";

/** What one cycle of the check found and did. */
export interface LedgerCheck {
  readonly report: LedgerReport;
  /** Accounts this cycle stopped; one that stood stopped already is not counted again. */
  readonly stopped: number;
}

/**
 * One cycle: verifies the whole ledger and stops every account that disagrees with its entries. From then on payments from
 * it are refused with `ledgerInDoubt`, until a person has found out why and clears it.
 */
export const runLedgerCheck = async (service: Service): Promise<LedgerCheck> =>
  stopWhatDisagrees(service, await verifyLedger(service.database));

async function stopWhatDisagrees(service: Service, report: LedgerReport): Promise<LedgerCheck> {
  let stopped = 0;
  for (const difference of report.differences) {
    const { kind, organizationId, ledgerAccountId, transactionId, problem } = difference;
    service.log.error({ kind, organizationId, ledgerAccountId, transactionId, problem }, "ledger in doubt");
    stopped += await service.database.transaction((tx) => stopAccount(service, tx, difference));
  }
  return { report, stopped };
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
/** A small ledger is checked through at a stretch; a large one in as many stretches as it takes. */
const STRETCH_MS = 100;
const BETWEEN_CYCLES_MS = 10_000;
/** How often it looks whether its rest is over: the rest after a full stretch is four times as long. */
const LOOK_EVERY_MS = 500;

/** Payments are made meanwhile: the check works a twentieth of the time, however large the ledger is. */
export const restAfterMs = (workedMs: number): number => workedMs * (1 / SHARE_OF_TIME - 1);

/**
 * The check as background work: cycle after cycle, ten seconds apart at least. `observe` hears of every cycle (metrics).
 * Each process that works checks for itself.
 */
export function ledgerCheckJob(service: Service, observe: (check: LedgerCheck) => void): Job {
  let verification: Verification | undefined;
  let dueMs = 0;
  return {
    name: "ledger-check",
    everyMs: LOOK_EVERY_MS,
    byTheClockOnly: true,
    run: async () => {
      const startedMs = performance.now();
      if (startedMs < dueMs) return 0;
      // Taken out while it works: one that throws has ended, and the next pass begins anew.
      const steps = verification ?? verifyInSteps(service.database);
      verification = undefined;
      let step = await steps.next();
      while (!step.done && performance.now() - startedMs < STRETCH_MS) step = await steps.next();
      const restMs = restAfterMs(performance.now() - startedMs);
      dueMs = performance.now() + (step.done ? Math.max(restMs, BETWEEN_CYCLES_MS) : restMs);
      if (step.done) observe(await stopWhatDisagrees(service, step.value));
      else verification = steps;
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
    assert(balance.stopReason !== undefined, "only a stopped account is cleared");
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
