import { present } from "#kernel/assert.ts";
import type { Refusal } from "#kernel/refusal.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { ApprovablePayment } from "#payments/payments";
import type { ChargeType } from "./approval-request.ts";
import type { Instruction, Terms } from "./approved-terms.ts";

/** A payment request on its current terms, in the types of modules/4-payments/payments. */
export const approvableOf = (
  organizationId: OrganizationId,
  request: Instruction,
  { routingId, feeMinor, coolingOffHours }: Pick<Terms, "routingId" | "feeMinor" | "coolingOffHours">,
): ApprovablePayment => ({
  kind: "payment",
  organizationId,
  requestId: request.request_id,
  accountId: request.account_id,
  recipientId: present(request.recipient_id, "a payment has a recipient"),
  amountMinor: request.amount_minor,
  method: present(request.method, "a payment has a method"),
  externalMemo: request.external_memo,
  note: request.note,
  purpose: request.purpose,
  achFields: request.ach_fields,
  dueAt: request.due_at,
  routingId,
  feeMinor,
  chargeBearer: request.charge_type === null ? null : chargeBearers[request.charge_type],
  coolingOffHours,
});

/** The charge choices of the API (wire contract §2.6) in the terms of ISO 20022. */
const chargeBearers = { ours: "DEBT", shared: "SHAR" } as const satisfies Readonly<Record<ChargeType, string>>;

/**
 * Reasons that reject a request immediately (ADR 0030). Others, such as missing funds, may be resolved by the time of
 * the approval, so they are only warnings.
 */
const lastingReasons: ReadonlySet<string> = new Set([
  "resourceNotFound",
  "accountCannotPay",
  "recipientNotFound",
  "recipientCannotReceive",
  "recipientNameUnwritable",
  "tokenDayLimitExceeded",
  "sameDayUnavailable",
  "sameDayLimitExceeded",
]);

/** Throws the first reason that waiting cannot resolve, and returns the others. */
export function refusePermanentReason(refusals: readonly Refusal[]): readonly Refusal[] {
  const lasting = refusals.find(({ code }) => lastingReasons.has(code));
  if (lasting !== undefined) throw lasting;
  return refusals;
}
