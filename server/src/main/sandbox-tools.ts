import { setTimeout as sleep } from "node:timers/promises";
import { areInUse, type BankFilesWork, haveChannelsWork, runBankFiles } from "#bank/exchange";
import { nextFileAt, runFileRails } from "#bank/file-rails";
import { type Clock, type MovableClock, systemClock } from "#kernel/clock/clock.ts";
import type { ServiceClock } from "#kernel/clock/service-clock.ts";
import { createMetrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import { nextCustodianStepAt, runCustodian } from "#money/treasury/earnings";
import { nextScheduledPaymentAt, runScheduledPayments } from "#payments/approvals";
import { invoicingJobs, nextInvoicingAt } from "#payments/invoicing";
import { nextRecurringPaymentAt, runRecurringPayments } from "#payments/recurring-payments";
import type { PeopleService } from "#records/people";
import { runReconciliation } from "#reports/reconciliation";
import { runMonthlyStatements } from "#reports/statements";
import { nextWebhookStopAt, runWebhookDeliveries, runWebhookFanOut, type Sender } from "#reports/webhooks";
import { answersPump, handOverPump, type Pump, type SandboxTools } from "#sandbox/sandbox";
import { createSandboxBank, type SandboxBank, simulatedDebits } from "#sandbox/sandbox-bank";
import { bankFilesWork } from "./bank-files.ts";
import { fileRailParts } from "./file-rails.ts";
import { relayEvents } from "./relay-events.ts";
import { PAUSE_MS, type SandboxRailTools, sandboxRail, simulatedChannels } from "./sandbox-rail.ts";

export interface SandboxParts {
  readonly sender: Sender;
  /** Undefined in production mode. */
  readonly bank: SandboxBank | undefined;
  readonly work: BankFilesWork;
}

/** The sandbox's simulated environment; undefined in production mode. */
export function createSandboxTools(
  service: PeopleService,
  { sender, bank: sandboxBank, work }: SandboxParts,
): SandboxTools | undefined {
  if (sandboxBank === undefined) return undefined;
  const exchanged = { ...work, channels: simulatedChannels(work.channels) };
  const tools = { bank: sandboxBank, work: exchanged };
  const bank = sandboxRail(service, tools);
  return {
    clock: serviceClockOf(service.clock),
    bank,
    // In the order in which one makes work for the next.
    pumps: [
      recurringPump(service),
      scheduledPump(service),
      handOverPump(service, bank),
      filesPump(service),
      exchangePump(service, tools),
      answersPump(service),
      reconciliationPump(service),
      invoicingPump(service),
      treasuryPump(service),
      statementsPump(service),
      ...webhookPumps(service, sender),
    ],
  };
}

/** Occurrences of recurring payments are requested in the order of their days. */
const recurringPump = (service: Service): Pump => ({
  isTimed: true,
  nextDueAt: () => nextRecurringPaymentAt(service.database),
  run: () => runRecurringPayments(service),
});

/** Approved requests are paid on their date, before the bank's hours of that day. */
const scheduledPump = (service: Service): Pump => ({
  isTimed: true,
  nextDueAt: () => nextScheduledPaymentAt(service.database),
  run: () => runScheduledPayments(service),
});

/** Payments become files in the windows of their bank connections. */
const filesPump = (service: Service): Pump => {
  const parts = fileRailParts(service);
  return { nextDueAt: () => nextFileAt(service), run: () => runFileRails(service, parts) };
};

/** The same for a command that runs in a process of its own. */
export function commandSandboxTools(service: Service, sender: Sender): SandboxTools | undefined {
  const people = { ...service, machineClock: systemClock };
  const bank = sandboxBankOf(service);
  return createSandboxTools(people, { sender, bank, work: bankFilesWork(people, createMetrics(), { bank }) });
}

/** The bank at the other end of simulated connections; undefined in production mode. */
export const sandboxBankOf = (service: Service): SandboxBank | undefined =>
  service.config.mode === "sandbox" ? createSandboxBank(service) : undefined;

/** Files go to the sandbox's bank when they are written, and its answers come when they are due. */
const exchangePump = (service: PeopleService, { bank, work }: Pick<SandboxRailTools, "bank" | "work">): Pump => ({
  nextDueAt: bank.nextDueAt,
  // Asked at every instant at which the clock stops. What a worker has begun must be done before the clock moves on.
  run: async ({ endsAtMs }) => {
    for (;;) {
      const due = await bank.dueConnections();
      if (due.size === 0 && !(await haveChannelsWork(service.database))) return 0;
      const done = await runBankFiles(service, work);
      if (done > 0 || performance.now() > endsAtMs || !(await areInUse(service, due))) return done;
      await sleep(PAUSE_MS);
    }
  },
});

/** What the bank booked before its answer came is matched once the answer has moved the money. */
const reconciliationPump = (service: Service): Pump => ({
  nextDueAt: () => Promise.resolve(undefined),
  run: () => runReconciliation(service),
});

/** Debits are collected and reminders are due on the service's clock. */
const invoicingPump = (service: Service): Pump => ({
  isTimed: true,
  nextDueAt: () => nextInvoicingAt(service.database),
  run: async () => {
    let done = 0;
    for (const { run } of invoicingJobs(service, simulatedDebits)) done += await run();
    return done;
  },
});

/** Sweeps, trades, accruals, dividends, and fees happen at their own times. */
const treasuryPump = (service: Service): Pump => ({
  isTimed: true,
  nextDueAt: () => nextCustodianStepAt(service.database),
  run: () => runCustodian(service),
});

/** Monthly statements of the months that the clock passes. */
const statementsPump = (service: Service): Pump => ({
  nextDueAt: () => Promise.resolve(undefined),
  run: () => runMonthlyStatements(service),
});

/** Events become deliveries, and deliveries are sent and retried when due. */
const webhookPumps = (service: Service, sender: Sender): readonly Pump[] => [
  { nextDueAt: () => Promise.resolve(undefined), run: () => runWebhookFanOut(service, relayEvents), reports: true },
  {
    isTimed: true,
    nextDueAt: () => nextWebhookStopAt(service.database),
    // The clock passes days in a second, in which an endpoint that is down does not recover.
    run: ({ isEdge, endsAtMs }) => runWebhookDeliveries(service, sender, { probes: isEdge, endsAtMs }),
    reports: true,
  },
];

/** The service's clock; a test's stopped clock moves like a virtual one. */
function serviceClockOf(clock: Clock): ServiceClock {
  if (isServiceClock(clock)) return clock;
  return {
    kind: "virtual",
    now: clock.now,
    refresh: () => Promise.resolve(),
    advanceTo: async (at) => {
      if (!isMovable(clock)) throw new TypeError("This clock cannot be moved");
      if (at > clock.now()) clock.set(at);
    },
    // A test sets the time itself.
    reset: () => Promise.resolve(),
  };
}

const isServiceClock = (clock: Clock): clock is ServiceClock => "advanceTo" in clock;
const isMovable = (clock: Clock): clock is MovableClock => "set" in clock;
