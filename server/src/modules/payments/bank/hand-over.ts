import { assert, present } from "../../../kernel/assert.ts";
import { plusMs, SECOND_MS } from "../../../kernel/clock/clock.ts";
import type { Service } from "../../../kernel/process/service.ts";
import { isUnavailable, type Tx } from "../../../kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "../../../kernel/values/ids.ts";
import { eachOrganization } from "../../../kernel/work/each-organization.ts";
import { turnsOf } from "../../../kernel/work/one-at-a-time.ts";
import {
  noScreening,
  type PaymentInstruction,
  type Rail,
  type Screening,
  type ScreeningHit,
} from "../../rails/index.ts";
import { moveTransactions } from "../lifecycle/move-transactions.ts";
import {
  claimStale,
  claimWaiting,
  dueSubmissions,
  isHandOverDue,
  isWithBank,
  makeDue,
  markHandedOver,
  markReceived,
  nextHandOver,
  organizationsDue,
  queueAcceptedPayments,
  queuePaymentNow,
} from "./hand-over.queries.ts";
import { instructionsOf, unverifiedHit } from "./instructions.ts";

/**
 * From an accepted payment to the bank.
 *
 * An accepted payment waits in rail_queue for the next file, print run, or opening (a real-time payment does not wait).
 * When due, it moves to rail_submissions, where it is screened, marked `submitted` in a transaction, submitted to the
 * rail outside any transaction, and marked `received`. After a crash between the two marks, the payment is submitted
 * again, which pays once because the rail identifies it by its id. A payment that was ever marked is not screened
 * again, because the bank may have it. A payment whose bank details no longer verify is held.
 */

/**
 * Commits per statement, and payments per call of the rail: bounds for one transaction and one message. A batch is a
 * full pass for a worker (worker.ts), which then continues without a pause.
 */
const COMMITS = 200;
const BATCH = 1_000;
/** How long a payment may stay `submitted` before another process submits it again. On the service's clock. */
const LEASE_MS = 30 * SECOND_MS;
/** An upper bound for timestamps in queries: payments are due within days. */
const END_OF_TIME = new Date("9999-12-31T00:00:00Z");

/** One pass: queues accepted payments and submits those that are due. Returns the number of payments. */
export const runHandOver = (service: Service, rail: Rail, checks: HandOverChecks = {}): Promise<number> =>
  turns(service.database)(() => handOver(service, rail, checks));

export interface HandOverChecks {
  /** Screens payments before submission; by default, none. */
  readonly screen?: Screening | undefined;
  /** Receives the number of payments that were not submitted because their bank details do not verify (metrics). */
  readonly onUnverified?: (count: number) => void;
}

/** Passes of one process take turns, so that a sandbox route finds the worker's own pass finished. */
const turns = turnsOf();

async function handOver(service: Service, rail: Rail, checks: HandOverChecks): Promise<number> {
  const due = dueNow(service);
  const ids = (await organizationsDue(service.database, due)).map((row) => row.organization_id);
  return each.run(service, ids, async (organizationId) => {
    const takenIn = await takeIn(service, organizationId, due.now);
    return takenIn + (await handOverDue(service, { rail, checks, organizationId }));
  });
}

const each = eachOrganization("hand-over");

/** Queues payments due at or before `until`. Returns their number; 0 = none is left. */
const takeIn = async (service: Service, organizationId: OrganizationId, until: Date): Promise<number> =>
  Number((await queueAcceptedPayments(service.database, organizationId, { until, limit: COMMITS })).payments);

/** When the next queued payment is due; undefined if none waits. */
export async function nextHandOverAt(service: Pick<Service, "database">): Promise<Date | undefined> {
  return (await nextHandOver(service.database, LEASE_MS)).due_at ?? undefined;
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
    while ((await takeIn(service, organizationId, END_OF_TIME)) > 0);
    await makeDue(service.database, { now: service.clock.now(), organizationId });
  });
}

/** Records that the bank received everything due until then, each at its own time, for a backfill. */
export async function recordHandOvers(tx: Tx, organizationId: OrganizationId, until: Date): Promise<void> {
  // As above, the number of accepted payments bounds the loop.
  while ((await queueAcceptedPayments(tx, organizationId, { until, limit: COMMITS })).payments > 0n);
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

/** What is due now, and which marks are old enough to be submitted again. */
const dueNow = (service: Service) => {
  const now = service.clock.now();
  return { now, staleBefore: plusMs(now, -LEASE_MS) };
};

/** Submits what was verified: the bank gets the verified content, regardless of later changes in the database. */
async function submit(
  service: Service,
  rail: Rail,
  { organizationId, ready }: { organizationId: OrganizationId; ready: readonly PaymentInstruction[] },
): Promise<void> {
  if (ready.length === 0) return;
  const received = ready.map(({ instructionId }) => instructionId);
  assert(new Set(received).size === received.length, "a payment is handed over once in a call");
  assert(
    ready.every((instruction) => instruction.organizationId === organizationId),
    "a call hands over the payments of one organization",
  );
  // No transaction is open here. If the process dies before the next line, the lease expires and the payments are
  // submitted again; the bank recognizes the repeat (ADR 0012).
  await rail.submit(ready);
  const marked = await markReceived(service.database, organizationId, received);
  assert(marked <= received.length, "a call marks only the payments that it handed over");
}

interface HandOver {
  readonly rail: Rail;
  readonly checks: HandOverChecks;
  readonly organizationId: OrganizationId;
}

/** One pass for an organization: verify, screen, mark, and submit what is due. Returns the number of payments. */
async function handOverDue(service: Service, { rail, checks, organizationId }: HandOver): Promise<number> {
  const { screen = noScreening, onUnverified } = checks;
  const due = dueNow(service);
  const waiting = (await dueSubmissions(service.database, organizationId, { now: due.now, limit: BATCH })).map(
    (row) => row.transaction_id,
  );
  // Verified before they are marked: what does not verify must never look as if the bank may have it.
  const { ready, unverified } = await instructionsOf(service, organizationId, waiting);
  await blockUnverified(service, organizationId, unverified);
  const verified = ready.map((instruction) => instruction.instructionId);
  // Outside the transaction, because screening may call another service.
  const hits = await screen(ready);
  for (const id of hits.keys()) assert(verified.includes(id), "screening stops only payments that it was shown");
  // One transaction decides about each payment. A concurrent cancellation has withdrawn it, or finds it
  // claimed.
  const { claimed, stale, screened } = await service.database.transaction(async (tx) => ({
    screened: await blockScreened(service, tx, { organizationId, hits, waiting: verified }),
    claimed: await claimWaiting(tx, organizationId, {
      ids: verified.filter((id) => !hits.has(id)),
      trigger: "submit",
      now: due.now,
    }),
    stale: await claimStale(tx, organizationId, { ...due, limit: BATCH }),
  }));
  const mine = new Set(claimed.map((row) => row.transaction_id));
  // Another process or a cancellation may have taken some of them.
  const fresh = ready.filter(({ instructionId }) => mine.has(instructionId));
  assert(fresh.length === claimed.length, "every payment claimed for the bank was verified");
  // Payments marked earlier are read and verified again; those that fail stay `submitted`, and are retried and reported
  // again.
  const again = await instructionsOf(
    service,
    organizationId,
    stale.map((row) => row.transaction_id),
  );
  const handedOver = fresh.map((instruction) => ({ ...instruction, handedOverAt: due.now }));
  await submit(service, rail, { organizationId, ready: [...handedOver, ...again.ready] });
  const changed = unverified.length + again.unverified.length;
  if (changed > 0) onUnverified?.(changed);
  return claimed.length + stale.length + screened + unverified.length;
}

/**
 * Blocks payments that do not verify, one at a time. If that fails because the hold does not match the amount, the
 * payment is only held back, so that it does not stop the organization's other payments. The caller counts both.
 */
async function blockUnverified(
  service: Service,
  organizationId: OrganizationId,
  ids: readonly TransactionId[],
): Promise<void> {
  for (const id of ids) {
    const hits = new Map([[id, unverifiedHit]]);
    try {
      await service.database.transaction((tx) => blockScreened(service, tx, { organizationId, hits, waiting: [id] }));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      service.log.error(
        { err: error, organizationId, transactionId: id },
        "A changed payment is held back because its hold does not match it",
      );
      const now = service.clock.now();
      await service.database.transaction((tx) =>
        claimWaiting(tx, organizationId, { ids: [id], trigger: "screen", now }),
      );
    }
  }
}

/** Blocks the payments with a hit and releases their holds. Returns the number of payments blocked here. */
async function blockScreened(
  service: Service,
  tx: Tx,
  {
    organizationId,
    hits,
    waiting,
  }: {
    organizationId: OrganizationId;
    hits: ReadonlyMap<TransactionId, ScreeningHit>;
    waiting: readonly TransactionId[];
  },
): Promise<number> {
  const hit = waiting.filter((id) => hits.has(id));
  if (hit.length === 0) return 0;
  const now = service.clock.now();
  const claimed = await claimWaiting(tx, organizationId, { ids: hit, trigger: "screen", now });
  const moves = claimed.map(({ transaction_id: transactionId }) => ({
    transactionId,
    trigger: "block" as const,
    at: now,
    ...present(hits.get(transactionId), "only payments with a hit are blocked"),
  }));
  const moved = await moveTransactions(service, tx, { organizationId, actor: { type: "service" }, moves });
  assert(moved.size === moves.length, "a payment that waits for the bank is pending");
  return moved.size;
}
