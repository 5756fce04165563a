import { assert, present } from "../../kernel/assert.ts";
import { paymentMethods } from "../../kernel/bank/payment-method.ts";
import { handOverAt, opensAt } from "../../kernel/calendar/cut-offs.ts";
import { plusMs, SECOND_MS } from "../../kernel/clock.ts";
import { instantOf, type OrganizationId, type TransactionId } from "../../kernel/ids.ts";
import { turnsOf } from "../../kernel/one-at-a-time.ts";
import { drainOutbox } from "../../kernel/outbox.ts";
import type { Service } from "../../kernel/service.ts";
import type { Tx } from "../../kernel/sql/database.ts";
import { noScreening, type PaymentInstruction, type Rail, type Screening, type ScreeningHit } from "../rails/index.ts";
import { routingDetailsOf } from "../recipients/index.ts";
import {
  acceptedPayments,
  claimStale,
  claimWaiting,
  dueSubmissions,
  insertSubmissions,
  insertSubmissionsAt,
  instructionRows,
  isWithBank,
  type MethodOpening,
  makeDue,
  markReceived,
  nextHandOver,
  organizationsDue,
} from "./hand-over.queries.ts";
import { moveTransactions } from "./move-transactions.ts";

/**
 * From an accepted payment to the bank.
 *
 * Accepted payments come through the outbox and wait in rail_submissions for the next file, print run or opening. When due
 * they are screened, marked `submitted` in a transaction, handed to the rail outside of any, and marked `received`. A
 * process that dies between the two marks leaves `submitted`; after a while the payment is handed over again, which pays
 * once because the rail knows it by its id. A payment that was ever marked is not screened again: the bank may have it.
 */

/** Commits taken from the outbox per transaction, and payments handed over per call of the rail. */
const OUTBOX_ROWS = 200;
const BATCH = 500;
/** How long a payment may stand `submitted` before it is taken for lost with its process. On the service's clock. */
const LEASE_MS = 30 * SECOND_MS;

/** One pass: takes in what was accepted, hands over what is due. Returns how many payments it dealt with; 0 = nothing to do. */
export const runHandOver = (service: Service, rail: Rail, screen: Screening = noScreening): Promise<number> =>
  turns(service.database)(() => handOver(service, rail, screen));

/** Passes of one process take turns, so that a route which hurries one finds the worker's own pass finished. */
const turns = turnsOf();

async function handOver(service: Service, rail: Rail, screen: Screening): Promise<number> {
  const takenIn = await takeInAccepted(service);
  const due = dueNow(service);
  let handedOver = 0;
  for (const { organization_id: organizationId } of await organizationsDue(service.database, due)) {
    handedOver += await handOverDue(service, { rail, screen, organizationId });
  }
  return takenIn + handedOver;
}

/** When the next payment is due at the bank, as far as taken in; undefined when none waits. */
export async function nextHandOverAt(service: Pick<Service, "database">): Promise<Date | undefined> {
  return (await nextHandOver(service.database, LEASE_MS)).due_at ?? undefined;
}

/** Makes everything of an organisation that waits due now. Sandbox only; `runHandOver` then hands it over. */
export async function hurryHandOver(service: Service, organizationId: OrganizationId): Promise<void> {
  await turns(service.database)(async () => {
    // Every pass takes rows out, so what had been accepted by now bounds the loop.
    while ((await takeInAccepted(service)) > 0);
    await makeDue(service.database, { now: service.clock.now(), organizationId });
  });
}

/** Hands one pending payment to the rail now, unscreened, unless it has been withdrawn. Sandbox only. */
export async function handOverNow(
  service: Service,
  rail: Rail,
  { organizationId, transactionId }: { organizationId: OrganizationId; transactionId: TransactionId },
): Promise<void> {
  const now = service.clock.now();
  const withBank = await service.database.transaction(async (tx) => {
    await takeIn(tx, organizationId, [transactionId]);
    await claimWaiting(tx, organizationId, { ids: [transactionId], state: "submitted", now });
    return isWithBank(tx, organizationId, transactionId);
  });
  if (!withBank) return;
  // A process may have died before the bank had it; if the bank has it, this changes nothing.
  await rail.submit(await instructionsOf(service, organizationId, [transactionId]));
  await markReceived(service.database, organizationId, [transactionId]);
}

const takeInAccepted = (service: Service): Promise<number> =>
  drainOutbox(service.database, {
    topic: "payments",
    rowsPerCommit: OUTBOX_ROWS,
    handle: async (tx, organizationId, ids) => {
      const takenIn = await takeIn(tx, organizationId, ids);
      assert(takenIn === ids.length, "the outbox names payments that exist");
    },
  });

/** Gives accepted payments their place in the queue to the bank. Returns how many of the ids are payments. */
async function takeIn(tx: Tx, organizationId: OrganizationId, ids: readonly string[]): Promise<number> {
  const openings = commonOpenings(ids);
  if (openings) return Number((await insertSubmissionsAt(tx, organizationId, ids, openings)).found);
  const payments = await acceptedPayments(tx, organizationId, ids);
  await insertSubmissions(
    tx,
    organizationId,
    payments.map(({ transaction_id: transactionId, method, created_at: createdAt }) => ({
      transactionId,
      method,
      handOverAt: handOverAt(method, createdAt),
    })),
  );
  return payments.length;
}

/** When each method opens for these payments; undefined when a cut-off lies between the first and the last of them. */
function commonOpenings(ids: readonly string[]): readonly MethodOpening[] | undefined {
  const sorted = ids.toSorted();
  // An id carries the instant of its acceptance.
  const first = instantOf(present(sorted[0], "there is something to take in"));
  const last = instantOf(present(sorted.at(-1), "there is something to take in"));
  const openings = paymentMethods.map((method) => ({ method, opensAt: opensAt(method, first) }));
  const agree = openings.every((opening) => opening.opensAt.getTime() === opensAt(opening.method, last).getTime());
  return agree ? openings : undefined;
}

const dueNow = (service: Service) => {
  const now = service.clock.now();
  return { now, staleBefore: plusMs(now, -LEASE_MS) };
};

interface HandOver {
  readonly rail: Rail;
  readonly screen: Screening;
  readonly organizationId: OrganizationId;
}

async function handOverDue(service: Service, { rail, screen, organizationId }: HandOver): Promise<number> {
  const due = dueNow(service);
  const waiting = (await dueSubmissions(service.database, organizationId, { now: due.now, limit: BATCH })).map(
    (row) => row.transaction_id,
  );
  const hits = await screen(await instructionsOf(service, organizationId, waiting));
  const { claimed, screened } = await service.database.transaction(async (tx) => ({
    screened: await blockScreened(service, tx, { organizationId, hits, waiting }),
    claimed: [
      ...(await claimWaiting(tx, organizationId, {
        ids: waiting.filter((id) => !hits.has(id)),
        state: "submitted",
        now: due.now,
      })),
      ...(await claimStale(tx, organizationId, { ...due, limit: BATCH })),
    ].map((row) => row.transaction_id),
  }));
  if (claimed.length > 0) {
    await rail.submit(await instructionsOf(service, organizationId, claimed));
    await markReceived(service.database, organizationId, claimed);
  }
  return claimed.length + screened;
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
  const claimed = await claimWaiting(tx, organizationId, { ids: hit, state: "screened", now });
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

async function instructionsOf(
  service: Service,
  organizationId: OrganizationId,
  ids: readonly TransactionId[],
): Promise<readonly PaymentInstruction[]> {
  if (ids.length === 0) return [];
  const rows = await instructionRows(service.database, organizationId, ids);
  assert(rows.length === ids.length, "every payment to hand over exists");
  const routings = await routingDetailsOf(service, service.database, organizationId, [
    ...new Set(rows.map((row) => row.routing_id)),
  ]);
  return rows.map((row) => {
    assert(row.amount_minor > 0n, "a payment sends a positive amount");
    return {
      organizationId,
      instructionId: row.transaction_id,
      method: row.method,
      amountMinor: row.amount_minor,
      recipientName: row.counterparty_name,
      routing: present(routings.get(row.routing_id), "the bank details a payment was made to are kept"),
      externalMemo: row.external_memo,
      handedOverAt: row.submitted_at ?? service.clock.now(),
    };
  });
}
