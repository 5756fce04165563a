import type { PaymentInstruction, ScreeningHit } from "#bank/rails";
import { assert } from "#kernel/assert.ts";
import { HOUR_MS, MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, RecipientId, TransactionId } from "#kernel/values/ids.ts";
import { partiesToPay } from "#money/recipients";
import {
  askForChecks,
  findScreener,
  type Party,
  type PartyStanding,
  type Screener,
  standingsOf,
} from "#money/screening";
import { holdWaiting } from "./hand-over.queries.ts";
import { type ScreenedPayment, storeResults, waitedTooLong, wakeHeld } from "./screened-payments.queries.ts";

/** How long a held payment waits if nothing wakes it: a decision and an answer of the screener do. */
const HELD_FOR_MS = 10 * MINUTE_MS;

/** What screening says about payments that are due. */
export interface ScreenedBatch {
  /** Blocked: on a list, as two people have decided, or unscreened for longer than the organization waits. */
  readonly hits: ReadonlyMap<TransactionId, ScreeningHit>;
  /** Not submitted now, and looked at again. */
  readonly held: ReadonlySet<TransactionId>;
  /** Records the results in the transaction that decides, holds payments back, and asks for the checks that they need. */
  record(tx: Tx): Promise<void>;
}

const unscreened: ScreenedBatch = { hits: new Map(), held: new Set(), record: () => Promise.resolve() };

/**
 * Whether payments may leave as far as screening is concerned. Reads what the screening job has stored, and uses no network:
 * a payment whose recipient is not checked yet is held back, and the job asks the screener.
 */
export async function screenPayments(
  service: Service,
  organizationId: OrganizationId,
  payments: readonly PaymentInstruction[],
): Promise<ScreenedBatch> {
  const { database: db, clock } = service;
  const screener = payments.length === 0 ? undefined : await findScreener(db, organizationId);
  if (screener === undefined || screener.kind === "none") return unscreened;
  const now = clock.now();
  const partyOf = await partiesToPay(
    db,
    organizationId,
    payments.map(({ recipientId }) => recipientId),
  );
  const paid = payments.map(({ instructionId, recipientId, recipientName: name, routing: details }) => ({
    transactionId: instructionId,
    recipientId,
    party: partyOf({ recipientId, name, details }),
  }));
  assert(
    paid.every(({ recipientId, party }) => party === undefined || party.recipientId === recipientId),
    "a payment is screened by its own recipient",
  );
  const parties = paid.flatMap(({ party }) => party ?? []);
  const standingOf = await standingsOf(db, organizationId, { screener, parties, now });
  const results = paid.map((payment) => ({
    ...payment,
    ...resultOf(screener, payment.party && standingOf(payment.party)),
  }));
  const late = await lateOnes(service, screener, results);
  const hits = new Map<TransactionId, ScreeningHit>();
  for (const { transactionId, hit } of results) {
    if (hit !== undefined) hits.set(transactionId, hit);
    else if (late.has(transactionId)) hits.set(transactionId, tooLate(screener));
  }
  const isHeld = ({ transactionId, result }: ScreenedPayment) => result !== "passed" && !hits.has(transactionId);
  const held = results.filter(isHeld).map(({ transactionId }) => transactionId);
  const passed = results.filter(({ transactionId, result }) => result === "passed" && !hits.has(transactionId));
  assert(hits.size + held.length + passed.length === payments.length, "a payment passes, waits, or is blocked");
  const toCheck = results.flatMap(({ party, result }) =>
    party !== undefined && (result === "unchecked" || result === "unavailable") ? [party] : [],
  );
  return {
    hits,
    held: new Set(held),
    record: async (tx) => {
      if (toCheck.length > 0) await askForChecks(tx, organizationId, { parties: distinct(toCheck), at: now });
      const stored = await storeResults(tx, organizationId, { payments: results, at: now });
      assert(stored === results.length, "each payment has one result");
      if (held.length > 0) await holdWaiting(tx, organizationId, { ids: held, until: plusMs(now, HELD_FOR_MS) });
    },
  };
}

const distinct = (parties: readonly Party[]): readonly Party[] => [
  ...new Map(parties.map((party) => [`${party.recipientId}/${party.digest}`, party])).values(),
];

/** A recipient that is not proven has no standing: its payments wait, and the alarm about the row is raised elsewhere. */
function resultOf(
  screener: Screener,
  standing: PartyStanding | undefined,
): Pick<ScreenedPayment, "result"> & { readonly hit?: ScreeningHit } {
  if (standing?.kind === "clear") return { result: "passed" };
  if (standing?.kind === "open") return { result: "open" };
  if (standing?.kind === "match")
    return {
      result: "match",
      hit: {
        code: "SC-LIST",
        reason: `The recipient is on a list: ${standing.match.listedName} (${standing.match.list})`,
      },
    };
  return { result: screener.failingSince === undefined ? "unchecked" : "unavailable" };
}

/** Payments that have waited for as long as the organization wants to wait for a screener that does not answer. */
async function lateOnes(
  { database, clock }: Service,
  { organizationId, failAfterHours }: Screener,
  results: readonly ScreenedPayment[],
): Promise<ReadonlySet<TransactionId>> {
  const ids = results.filter(({ result }) => result === "unavailable").map(({ transactionId }) => transactionId);
  if (failAfterHours === null || ids.length === 0) return new Set();
  const before = plusMs(clock.now(), -failAfterHours * HOUR_MS);
  const late = await waitedTooLong(database, organizationId, { ids, before });
  return new Set(late.map((row) => row.transaction_id));
}

const tooLate = ({ failAfterHours }: Screener): ScreeningHit => ({
  code: "SC-DOWN",
  reason: `Screening did not answer for ${failAfterHours} hours`,
});

/** Payments to these recipients are looked at again, because something was decided or found out about them. */
export const wakePayments = async (
  { clock }: Pick<Service, "clock">,
  tx: Tx,
  organizationId: OrganizationId,
  recipientIds: readonly RecipientId[],
): Promise<void> => {
  await wakeHeld(tx, organizationId, { recipientIds, now: clock.now() });
};
