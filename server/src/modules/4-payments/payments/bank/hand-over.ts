import type { Rail } from "#bank/rails";
import { plusMs } from "#kernel/clock/clock.ts";
import type { Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { eachOrganization } from "#kernel/work/each-organization.ts";
import { turnsOf } from "#kernel/work/one-at-a-time.ts";
import {
  claimWaiting,
  handOverBacklog,
  isHandOverDue,
  isWithBank,
  makeDue,
  markHandedOver,
  nextHandOver,
  organizationsDue,
  queuePaymentNow,
} from "./hand-over.queries.ts";
import { type HandOverChecks, handOverDue, SUBMISSION_LEASE_MS, submit, takeIn } from "./hand-over-pass.ts";
import { instructionsOf } from "./instructions.ts";

/**
 * From an accepted payment to the bank.
 *
 * An accepted payment waits in rail_queue for the next file, print run, or opening (a real-time payment does not wait).
 * When due, it is verified and screened, moves to rail_submissions marked `submitted` in a transaction, is submitted to
 * the rail outside any transaction, and is marked `received`. After a crash between the two marks, the payment is
 * submitted again, which pays once because the rail identifies it by its id. A payment that was ever marked is not
 * screened again by the bank's own rules, because the bank may have it. A payment whose bank details no longer verify is held.
 * One whose recipient is not screened, or waits for two people (screen-payments.ts), stays `waiting` until that changes.
 */

/** An upper bound for timestamps in queries: payments are due within days. */
const END_OF_TIME = new Date("9999-12-31T00:00:00Z");

/** One pass: queues accepted payments and submits those that are due. Returns the number of payments. */
export const runHandOver = (service: Service, rail: Rail, checks: HandOverChecks = {}): Promise<number> =>
  turns(service.database)(() => handOver(service, rail, checks));

/** Passes of one process take turns, so that a sandbox route finds the worker's own pass finished. */
const turns = turnsOf();

async function handOver(service: Service, rail: Rail, checks: HandOverChecks): Promise<number> {
  const now = service.clock.now();
  const due = await organizationsDue(service.database, { now, staleBefore: plusMs(now, -SUBMISSION_LEASE_MS) });
  const ids = due.map((row) => row.organization_id);
  return each.run(service, ids, (organizationId) => handOverDue(service, { rail, checks, organizationId }));
}

const each = eachOrganization("hand-over");

/** When the next queued payment is due; undefined if none waits. */
export async function nextHandOverAt(service: Pick<Service, "database">): Promise<Date | undefined> {
  return (await nextHandOver(service.database, SUBMISSION_LEASE_MS)).due_at ?? undefined;
}

/** Whether payments of the organization are due that the bank has not received: a file for the bank waits for them. */
export const awaitsHandOver = async (
  service: Pick<Service, "database" | "clock">,
  organizationId: OrganizationId,
): Promise<boolean> => (await isHandOverDue(service.database, organizationId, service.clock.now())).due;

/** Makes all waiting payments of an organization due now. Sandbox only; `runHandOver` then submits them. */
export async function submitNow(service: Service, organizationId: OrganizationId): Promise<void> {
  await turns(service.database)(async () => {
    // Terminates: every round removes rows, so the number of accepted payments bounds the loop.
    while ((await service.database.transaction((tx) => takeIn(tx, organizationId, END_OF_TIME))) > 0);
    await makeDue(service.database, { now: service.clock.now(), organizationId });
  });
}

/** Records that the bank received everything due until then, each at its own time, for a backfill. */
export async function recordHandOvers(tx: Tx, organizationId: OrganizationId, until: Date): Promise<void> {
  // As above, the number of accepted payments bounds the loop.
  while ((await takeIn(tx, organizationId, until)) > 0);
  await markHandedOver(tx, organizationId, until);
}

/** Submits one pending payment to the rail now, unscreened, unless it was withdrawn. Sandbox only. */
export async function handOverNow(
  service: Service,
  rail: Rail,
  { organizationId, transactionId }: { organizationId: OrganizationId; transactionId: TransactionId },
): Promise<void> {
  const now = service.clock.now();
  const withBank = await service.database.transaction(async (tx) => {
    await queuePaymentNow(tx, organizationId, { transactionId, now });
    await claimWaiting(tx, organizationId, { ids: [transactionId], trigger: "submit", now });
    return isWithBank(tx, organizationId, transactionId);
  });
  if (!withBank) return;
  // A process may have died before the bank received it; if the bank has it, this changes nothing.
  const { ready } = await instructionsOf(service, organizationId, [transactionId]);
  await submit(service, rail, { organizationId, ready });
}

/** Counts payments that were not submitted to the bank because their bank details do not verify. */
export function handOverMetrics(service: Service, metrics: Metrics): { onUnverified(count: number): void } {
  const unverified = metrics.counter({
    name: "bursar_payments_unverified_total",
    help: "Payments not submitted to the bank because their bank details do not verify. Anything but 0 means that someone changed the database.",
  });
  const waiting = metrics.gauge({
    name: "bursar_hand_over_commits",
    help: "Commits whose payments are due and that are not queued for the bank yet.",
  });
  metrics.onScrape(async () => {
    const due = await handOverBacklog(service.database, service.clock.now());
    waiting.set(Number(due.commits));
  });
  return { onUnverified: (count) => unverified.inc(count) };
}
