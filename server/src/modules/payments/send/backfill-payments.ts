import { newYorkDay } from "../../../banking/calendar/new-york.ts";
import { assert } from "../../../kernel/assert.ts";
import type { MovableClock } from "../../../kernel/clock/clock.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import type { TransactionId } from "../../../kernel/values/ids.ts";
import { createPayments } from "./create-payments.queries.ts";
import type { PaymentInput } from "./payment.ts";
import { preparePayment } from "./prepare-payment.ts";

/** A payment of the past: no caller made it, and no guard or limit applies to it. */
export interface PastPayment
  extends Pick<
    PaymentInput,
    "organizationId" | "accountId" | "recipientId" | "amountMinor" | "method" | "externalMemo"
  > {
  readonly at: Date;
}

/**
 * Makes payments of the past in one call, in their order, for demo data. Each gets the IDs and times of its instant, to which
 * the clock is set meanwhile. All of them must be accepted.
 */
export async function backfillPayments(
  service: Service,
  tx: Tx,
  { payments, clock }: { readonly payments: readonly PastPayment[]; readonly clock: MovableClock },
): Promise<readonly TransactionId[]> {
  if (payments.length === 0) return [];
  const now = clock.now();
  const prepared = payments.map(({ at, ...input }) => {
    clock.set(at);
    return preparePayment(service, { ...input, ...byNobody });
  });
  clock.set(now);
  const decisions = await createPayments(service, tx, prepared, newYorkDay(now));
  for (const { outcome } of decisions) assert(outcome === "accepted", `a payment of the past is accepted: ${outcome}`);
  return prepared.map(({ transactionId }) => transactionId);
}

const byNobody = {
  note: null,
  purpose: null,
  keyDigest: null,
  guardHours: 0,
  coolingOffHours: 0,
  tokenId: null,
  userId: null,
  requestId: null,
  limitPerDayMinor: null,
  address: null,
  httpRequestId: null,
} satisfies Partial<PaymentInput>;
