import { newYorkDay } from "../../../banking/calendar/new-york.ts";
import { assert } from "../../../kernel/assert.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import { createPayments } from "./create-payments.queries.ts";
import type { PaymentInput, PreparedPayment } from "./payment.ts";
import { preparePayment } from "./prepare-payment.ts";

/** A payment of the past: no caller made it, and no guard or limit applies to it. */
export type PastPayment = Pick<
  PaymentInput,
  "organizationId" | "accountId" | "recipientId" | "amountMinor" | "method" | "externalMemo"
>;

/** Gives it the IDs and times of the instant that the service's clock shows. */
export const preparePastPayment = (service: Service, payment: PastPayment): PreparedPayment =>
  preparePayment(service, { ...payment, ...byNobody });

/** Makes payments of the past in one call, in their order, for demo data. All of them must be accepted. */
export async function backfillPayments(
  service: Service,
  tx: Tx,
  { payments, at }: { readonly payments: readonly PreparedPayment[]; readonly at: Date },
): Promise<void> {
  if (payments.length === 0) return;
  const decisions = await createPayments(service, tx, payments, newYorkDay(at));
  for (const { outcome } of decisions) assert(outcome === "accepted", `a payment of the past is accepted: ${outcome}`);
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
