import type { Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Job } from "#kernel/work/worker.ts";
import { hasStoppedAccounts, stopAccount } from "#records/ledger";
import { type LedgerReport, type Verification, verifyInSteps, verifyLedger } from "./verify.ts";

/** The result of one cycle of the check. */
export interface LedgerCheck {
  readonly report: LedgerReport;
  /** Accounts stopped by this cycle, without accounts that were already stopped. */
  readonly stopped: number;
}

/**
 * One cycle: verifies the whole ledger and stops every account that disagrees with its entries. Payments from a stopped
 * account are rejected with `ledgerInDoubt` until an operator has found the cause and clears it.
 */
export const runLedgerCheck = async (service: Service): Promise<LedgerCheck> =>
  stopWhatDisagrees(service, await verifyLedger(service.database));

async function stopWhatDisagrees(service: Service, report: LedgerReport): Promise<LedgerCheck> {
  let stopped = 0;
  for (const difference of report.differences) {
    const { kind, organizationId, ledgerAccountId, transactionId, problem } = difference;
    service.log.error({ kind, organizationId, ledgerAccountId, transactionId, problem }, "ledger in doubt");
    if (ledgerAccountId === undefined) continue;
    const doubt = { organizationId, ledgerAccountId, transactionId, problem };
    stopped += await service.database.transaction((tx) => stopAccount(service, tx, doubt));
  }
  return { report, stopped };
}

const SHARE_OF_TIME = 0.05;
/** A small ledger is verified in one stretch; a large one in several. */
const STRETCH_MS = 100;
const BETWEEN_CYCLES_MS = 10_000;
/** How often the job checks whether its pause is over: the pause after a full stretch is four times as long. */
const LOOK_EVERY_MS = 500;

/** Payments continue during the check, so it works a twentieth of the time, however large the ledger is. */
export const restAfterMs = (workedMs: number): number => workedMs * (1 / SHARE_OF_TIME - 1);

/**
 * The check as background work, with at least ten seconds between cycles. `observe` receives every result (metrics).
 * Each worker process runs its own check.
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
      // Removed while it works: a verification that throws has ended, and the next pass starts a new one.
      const steps = verification ?? verifyInSteps(service.database);
      verification = undefined;
      let step = await steps.next();
      while (!step.done && performance.now() - startedMs < STRETCH_MS) step = await steps.next();
      const restMs = restAfterMs(performance.now() - startedMs);
      dueMs = performance.now() + (step.done ? Math.max(restMs, BETWEEN_CYCLES_MS) : restMs);
      if (step.done) observe(await stopWhatDisagrees(service, step.value));
      else verification = steps;
      // Never "more to do": a difference remains until an operator resolves it.
      return 0;
    },
  };
}

/** Counts ledger checks, and reports whether one has found a difference that is not cleared. */
export function ledgerMetrics(service: Service, metrics: Metrics): { ledgerChecked(foundDifference: boolean): void } {
  const checks = metrics.counter({
    name: "bursar_ledger_checks_total",
    help: "Ledger checks, by result (balanced or difference).",
    labelNames: ["result"],
  });
  const inDoubt = metrics.gauge({
    name: "bursar_ledger_in_doubt",
    help: "1 while a ledger check has found a difference that is not cleared.",
  });
  metrics.onScrape(async () => inDoubt.set((await hasStoppedAccounts(service.database)) ? 1 : 0));
  return { ledgerChecked: (foundDifference) => checks.labels(foundDifference ? "difference" : "balanced").inc() };
}
