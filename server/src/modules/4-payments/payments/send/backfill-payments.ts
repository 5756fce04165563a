import { newYorkDay } from "bursar-banking/calendar/new-york";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { createPayments } from "./create-payments.queries.ts";
import { type PaymentInput, type PreparedPayment, withoutCaller } from "./payment.ts";
import { preparePayment } from "./prepare-payment.ts";

/** A past payment: it has no caller, and no guards or limits apply. */
export type PastPayment = Pick<
  PaymentInput,
  "organizationId" | "accountId" | "recipientId" | "amountMinor" | "method" | "externalMemo"
>;

/** Assigns the IDs and times of the service clock's current instant. */
export const preparePastPayment = (service: Service, payment: PastPayment): PreparedPayment =>
  preparePayment(service, { ...payment, ...withoutCaller });

/** Creates past payments in one call, in their order, for demo data. All must be accepted. */
export async function backfillPayments(
  service: Service,
  tx: Tx,
  { payments, at }: { readonly payments: readonly PreparedPayment[]; readonly at: Date },
): Promise<void> {
  if (payments.length === 0) return;
  const decisions = await createPayments(service, tx, payments, newYorkDay(at));
  for (const { outcome } of decisions) assert(outcome === "accepted", `a past payment is accepted: ${outcome}`);
}
