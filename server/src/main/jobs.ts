import { keyDestructionJob } from "#administration/revoked-keys.ts";
import type { BankFilesWork } from "#bank/exchange";
import { paymentNoticesJob } from "#desk/payment-tracking";
import { plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import type { Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import { WATCH_ROWS_MS, watchRows } from "#kernel/proofs/watch-rows.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { tracedPass } from "#kernel/telemetry/spans.ts";
import type { NoteDelay } from "#kernel/work/delays.ts";
import { isAnyFailing } from "#kernel/work/failing-jobs.ts";
import type { Job } from "#kernel/work/worker.ts";
import { runCategoryRules, runRuleApplications } from "#money/categories/rules";
import { accountFingerprintsJob } from "#money/recipients";
import { screeningJob } from "#money/screening";
import { nextCustodianStepAt, runCustodian } from "#money/treasury/earnings";
import { nextScheduledPaymentAt, runBatchDecisions, runScheduledPayments, scheduledMetrics } from "#payments/approvals";
import { invoicingJobs, nextInvoicingAt } from "#payments/invoicing";
import {
  answerMetrics,
  handOverMetrics,
  memoBackfillJob,
  memoWordsJob,
  nextDueAnswerAt,
  nextHandOverAt,
  runBankAnswers,
  runHandOver,
  tokenDaysJob,
} from "#payments/payments";
import { nextRecurringPaymentAt, recurringMetrics, runRecurringPayments } from "#payments/recurring-payments";
import { sweepAttachments } from "#records/attachments";
import { AUDIT_ROUND_EVERY_MS, runAuditSealer, runAuditWatch } from "#records/audit/trail";
import { changeNoticesJob } from "#records/controls/settings";
import { rateCountsJob } from "#records/identity";
import { ledgerCheckJob, ledgerMetrics } from "#records/ledger/check";
import { type ChatTransport, type MailTransport, mailJobs } from "#records/mail";
import { notificationJobs } from "#records/notifications";
import { type PeopleService, peopleCleanUpJob } from "#records/people";
import { monthlyStatementsJob } from "#reports/statements";
import { type Courier, runWebhookFanOut, SHARE_OF_QUICK } from "#reports/webhooks";
import type { SandboxTools } from "#sandbox/sandbox";
import { magicNumberScreening, simulatedDebits } from "#sandbox/sandbox-bank";
import { bankFileJobs } from "./bank-files.ts";
import { controlChangeKinds } from "./control-change-kinds.ts";
import { fileRailJob, productionRail } from "./file-rails.ts";
import { relayEvents } from "./relay-events.ts";
import type { OpenScreening } from "./screening.ts";

export interface JobTools {
  readonly people: PeopleService;
  readonly courier: Courier;
  readonly mail: MailTransport;
  readonly chat: ChatTransport;
  readonly metrics: Metrics;
  /** Notes how long each kind of work waited. */
  readonly delays: (work: string) => NoteDelay;
  readonly bankFiles: BankFilesWork;
  readonly screening: OpenScreening;
  readonly sandbox: SandboxTools | undefined;
}

/**
 * The background work of a process with the role `worker`. Each job finds its work in the database, so any number of
 * processes can run all jobs; its interval bounds the delay of work without a nudge.
 */
export function backgroundJobs(
  service: Service,
  { people, metrics, delays, bankFiles, screening, sandbox, courier, mail, chat }: JobTools,
): readonly Job[] {
  const { ledgerChecked } = ledgerMetrics(service, metrics);
  const jobs: readonly Job[] = [
    ...bankJobs(service, { metrics, delays, sandbox }),
    fileRailJob(service, metrics),
    ...scheduledJobs(service, metrics),
    { name: "treasury", everyMs: 5_000, byTheClockOnly: true, run: () => runCustodian(service) },
    { name: "webhook-fan-out", everyMs: 500, run: () => runWebhookFanOut(service, relayEvents, delays("events")) },
    { name: "category-rules", everyMs: 500, run: () => runCategoryRules(service) },
    { name: "category-rule-runs", everyMs: 1_000, run: () => runRuleApplications(service) },
    memoWordsJob(service),
    memoBackfillJob(service),
    accountFingerprintsJob(service),
    screeningJob(service, screening),
    { name: "webhook-deliveries", everyMs: 500, fullPass: SHARE_OF_QUICK, run: courier.run },
    { name: "audit-seal", everyMs: 1_000, run: () => runAuditSealer(service) },
    {
      name: "audit-watch",
      everyMs: 10_000,
      byTheClockOnly: true,
      watches: true,
      run: () => runAuditWatch(service, { roundEveryMs: AUDIT_ROUND_EVERY_MS }),
    },
    { name: "row-watch", everyMs: WATCH_ROWS_MS, byTheClockOnly: true, watches: true, run: () => watchRows(service) },
    monthlyStatementsJob(service),
    paymentNoticesJob(service),
    ...notificationJobs(service),
    changeNoticesJob(service, controlChangeKinds(service, people)),
    ...mailJobs(people, mail, chat),
    peopleCleanUpJob(people),
    rateCountsJob(service),
    tokenDaysJob(service),
    keyDestructionJob(service),
    { name: "attachments-sweep", everyMs: 60_000, byTheClockOnly: true, run: () => sweepAttachments(service) },
    ...bankFileJobs(people, bankFiles),
    ...invoicingJobs(service, sandbox && simulatedDebits),
    ledgerCheckJob(service, ({ report }) => ledgerChecked(report.differences.length > 0)),
  ];
  const times = dueTimes(service, bankFiles);
  // A job finds its organizations first; the work for each one then runs in that organization's scope (ADR 0021).
  return jobs.map((job) => {
    const run = () => tracedPass(job.name, () => acrossOrganizations(job.run));
    const nextAt = times.get(job.name);
    return nextAt === undefined ? { ...job, run } : { ...job, run, nextDueAt: whenDue(service, nextAt) };
  });
}

type NextAt = () => Promise<Date | undefined>;
const byWritesAlone: NextAt = () => Promise.resolve(undefined);

/** When jobs find work although nothing was written, by their names (ADR 0135). The others look every few seconds. */
function dueTimes(service: Service, { channels }: BankFilesWork): ReadonlyMap<string, NextAt> {
  const { database } = service;
  return new Map<string, NextAt>([
    ...(channels.nextMailAt === undefined ? [] : [["bank-files", nextMailOr(service, channels.nextMailAt)] as const]),
    ["recurring-payments", () => nextRecurringPaymentAt(database)],
    ["scheduled-payments", () => nextScheduledPaymentAt(database)],
    ["treasury", () => nextCustodianStepAt(database)],
    ["hand-over", () => nextHandOverAt(service)],
    ["bank-answers", () => nextDueAnswerAt(service)],
    ["invoice-debits", () => nextInvoicingAt(database)],
    ["invoice-letters", byWritesAlone],
    ["incoming-payments", byWritesAlone],
    ["webhook-fan-out", byWritesAlone],
    ["category-rules", byWritesAlone],
    ["category-rule-runs", byWritesAlone],
    ["audit-seal", byWritesAlone],
    ["payment-notices", byWritesAlone],
    ["batch-decisions", byWritesAlone],
    ["reconciliation", byWritesAlone],
  ]);
}

/** Simulated banks know when they have something next; others are looked at every few seconds, as in production. */
const nextMailOr =
  ({ clock }: Service, nextMailAt: NextAt): NextAt =>
  async () => {
    const [lookAt, mailAt] = [plusMs(clock.now(), BANKS_LOOKED_AT_MS), await nextMailAt()];
    return mailAt !== undefined && mailAt < lookAt ? mailAt : lookAt;
  };
const BANKS_LOOKED_AT_MS = 4 * SECOND_MS;

/** While a job fails for an organization, it tries again at a time that only this process knows. */
const whenDue =
  ({ database }: Service, nextAt: NextAt): NextAt =>
  async () =>
    isAnyFailing({ database }) ? LONG_AGO : acrossOrganizations(nextAt);
const LONG_AGO = new Date(0);

/** What is due on a day: occurrences are requested, and approved requests are paid. */
function scheduledJobs(service: Service, metrics: Metrics): readonly Job[] {
  const recurring = recurringMetrics(metrics);
  const scheduled = scheduledMetrics(metrics);
  return [
    { name: "batch-decisions", everyMs: 1_000, run: () => runBatchDecisions(service) },
    {
      name: "recurring-payments",
      everyMs: 5_000,
      byTheClockOnly: true,
      run: () => runRecurringPayments(service, recurring),
    },
    {
      name: "scheduled-payments",
      everyMs: 5_000,
      byTheClockOnly: true,
      run: () => runScheduledPayments(service, scheduled),
    },
  ];
}

/** Between payments and the bank: submits accepted payments, and applies the bank's answers. */
function bankJobs(
  service: Service,
  { metrics, delays, sandbox }: Pick<JobTools, "metrics" | "delays" | "sandbox">,
): readonly Job[] {
  const rail = sandbox?.bank ?? productionRail(service);
  const options = {
    ...(sandbox && { screen: magicNumberScreening }),
    ...handOverMetrics(service, metrics),
    onDue: delays("hand-over"),
  };
  const answers = { ...answerMetrics(metrics), onDue: delays("bank-answers") };
  return [
    { name: "hand-over", everyMs: 500, run: () => runHandOver(service, rail, options) },
    { name: "bank-answers", everyMs: 500, run: () => runBankAnswers(service, answers) },
  ];
}
