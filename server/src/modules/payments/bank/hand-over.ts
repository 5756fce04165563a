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
  isWithBank,
  makeDue,
  markHandedOver,
  markReceived,
  nextHandOver,
  organizationsDue,
  takeInAccepted,
  takeInNow,
} from "./hand-over.queries.ts";
import { instructionsOf, unverifiedHit } from "./instructions.ts";

/**
 * From an accepted payment to the bank.
 *
 * An accepted payment waits in rail_queue for the next file, print run or opening (a real-time payment for nothing). When due
 * it is taken in, in rail_submissions. Payments taken in are screened, marked `submitted` in a transaction, handed to the rail outside of any, and marked `received`. A
 * process that dies between the two marks leaves `submitted`; after a while the payment is handed over again, which pays
 * once because the rail knows it by its id. A payment that was ever marked is not screened again: the bank may have it. One
 * whose bank details do not verify by then is held as it is.
 */

/** Commits taken in per statement, and payments handed over per call of the rail. */
const COMMITS = 200;
const BATCH = 500;
/** How long a payment may stand `submitted` before it is taken for lost with its process. On the service's clock. */
const LEASE_MS = 30 * SECOND_MS;
/** The last instant a timestamptz is asked about here: payments are due days ahead, not millennia. */
const END_OF_TIME = new Date("9999-12-31T00:00:00Z");

/** One pass: takes in what was accepted, hands over what is due. Returns how many payments it dealt with; 0 = nothing to do. */
export const runHandOver = (service: Service, rail: Rail, checks: HandOverChecks = {}): Promise<number> =>
  turns(service.database)(() => handOver(service, rail, checks));

export interface HandOverChecks {
  /** Looks at payments before the bank does; nothing unless given. */
  readonly screen?: Screening | undefined;
  /** Hears how many payments were not handed over because their bank details do not verify (metrics). */
  readonly onUnverified?: (count: number) => void;
}

/** Passes of one process take turns, so that a route which hurries one finds the worker's own pass finished. */
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

/** Takes in payments whose instant is not after `until`. Returns how many; 0 = none is left. */
const takeIn = async (service: Service, organizationId: OrganizationId, until: Date): Promise<number> =>
  Number((await takeInAccepted(service.database, organizationId, { until, limit: COMMITS })).payments);

/** When the next payment is due at the bank, as far as taken in; undefined when none waits. */
export async function nextHandOverAt(service: Pick<Service, "database">): Promise<Date | undefined> {
  return (await nextHandOver(service.database, LEASE_MS)).due_at ?? undefined;
}

/** Makes everything of an organisation that waits due now. Sandbox only; `runHandOver` then hands it over. */
export async function hurryHandOver(service: Service, organizationId: OrganizationId): Promise<void> {
  await turns(service.database)(async () => {
    // Every round takes rows out, so what had been accepted by now bounds the loop.
    while ((await takeIn(service, organizationId, END_OF_TIME)) > 0);
    await makeDue(service.database, { now: service.clock.now(), organizationId });
  });
}

/** Notes of everything due until then that a bank has it, each since its own instant: for a past that is told at once. */
export async function recordHandOvers(tx: Tx, organizationId: OrganizationId, until: Date): Promise<void> {
  // As above, what had been accepted bounds the loop.
  while ((await takeInAccepted(tx, organizationId, { until, limit: COMMITS })).payments > 0n);
  await markHandedOver(tx, organizationId, until);
}

/** Hands one pending payment to the rail now, unscreened, unless it has been withdrawn. Sandbox only. */
export async function handOverNow(
  service: Service,
  rail: Rail,
  { organizationId, transactionId }: { organizationId: OrganizationId; transactionId: TransactionId },
): Promise<void> {
  const now = service.clock.now();
  const withBank = await service.database.transaction(async (tx) => {
    await takeInNow(tx, organizationId, { transactionId, now });
    await claimWaiting(tx, organizationId, { ids: [transactionId], trigger: "submit", now });
    return isWithBank(tx, organizationId, transactionId);
  });
  if (!withBank) return;
  // A process may have died before the bank had it; if the bank has it, this changes nothing.
  const { ready } = await instructionsOf(service, organizationId, [transactionId]);
  await submit(service, rail, { organizationId, ready });
}

const dueNow = (service: Service) => {
  const now = service.clock.now();
  return { now, staleBefore: plusMs(now, -LEASE_MS) };
};

/** Hands over what was verified; the bank gets what was looked at, whatever has been changed in the database since. */
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
  await rail.submit(ready);
  await markReceived(service.database, organizationId, received);
}

interface HandOver {
  readonly rail: Rail;
  readonly checks: HandOverChecks;
  readonly organizationId: OrganizationId;
}

async function handOverDue(service: Service, { rail, checks, organizationId }: HandOver): Promise<number> {
  const { screen = noScreening, onUnverified } = checks;
  const due = dueNow(service);
  const waiting = (await dueSubmissions(service.database, organizationId, { now: due.now, limit: BATCH })).map(
    (row) => row.transaction_id,
  );
  const { ready, unverified } = await instructionsOf(service, organizationId, waiting);
  await blockUnverified(service, organizationId, unverified);
  const verified = ready.map((instruction) => instruction.instructionId);
  const hits = await screen(ready);
  for (const id of hits.keys()) assert(verified.includes(id), "screening stops only payments that it was shown");
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
  const fresh = ready.filter(({ instructionId }) => mine.has(instructionId));
  assert(fresh.length === claimed.length, "every payment claimed for the bank was verified");
  // Those that were marked before are read and verified again; the ones that do not verify stay `submitted`, and are tried and
  // reported again.
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
 * Blocks payments that do not verify, one at a time. Where that fails, because the hold no longer fits the amount, the payment
 * is only held back, so that it does not stop the organization's other payments. The caller counts both.
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
        "A changed payment is held back: its hold does not fit it",
      );
      const now = service.clock.now();
      await service.database.transaction((tx) =>
        claimWaiting(tx, organizationId, { ids: [id], trigger: "screen", now }),
      );
    }
  }
}

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
