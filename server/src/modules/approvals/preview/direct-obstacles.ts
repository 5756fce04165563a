import { present } from "../../../kernel/assert.ts";
import { HOUR_MS, plusMs } from "../../../kernel/clock/clock.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { Caller } from "../../identity/index.ts";
import { type PaymentDecision, paymentRefusalOf } from "../../payments/index.ts";
import { refuseApproval } from "../approvals-refusals.ts";
import type { Instruction, Terms } from "../requests/approved-terms.ts";
import { availableOn, sentAlike } from "./preview.queries.ts";
import { coolsOffUntil, type Warning } from "./preview-warnings.ts";

type Refused = Exclude<PaymentDecision, { outcome: "accepted" | "replayed" }>;

/** What would refuse the payment if it were sent directly now: the refusals' own codes and words, in the order of the checks. */
export async function directObstacles(
  { database: db, clock }: Service,
  { organizationId, duplicateGuardHours: guardHours }: Caller,
  { request, terms }: { readonly request: Instruction; readonly terms: Terms },
): Promise<readonly Warning[]> {
  const { rule, routingId, coolingOffHours } = terms;
  const { amount_minor: amountMinor } = request;
  const payment = { guardHours, coolingOffHours, amountMinor, method: present(request.method, "it pays somehow") };
  const now = clock.now();
  const since = plusMs(now, -guardHours * HOUR_MS);
  const repeated = guardHours === 0 ? undefined : await sentAlike(db, organizationId, { request, since });
  const { available_minor: availableMinor } = await availableOn(db, organizationId, request.account_id);
  const decisions: readonly Refused[] = [
    ...(routingId !== null && coolsOffUntil(terms, now) !== undefined
      ? [{ outcome: "bankDetailsCoolingOff" as const, routingId }]
      : []),
    ...(repeated === undefined ? [] : [{ outcome: "duplicatePayment" as const, transactionId: repeated.id }]),
    ...(availableMinor < amountMinor ? [{ outcome: "insufficientFunds" as const, availableMinor }] : []),
  ];
  return [
    ...(rule.bindsDirectSend ? [refuseApproval("approvalRequired", { details: { rule: rule.name } })] : []),
    ...decisions.map((decision) => paymentRefusalOf(decision, payment)),
  ].map(({ code, message }) => ({
    // Each of these codes is a warning's, too (preview-schema.ts).
    code: code as Warning["code"],
    message: `Would be refused: ${message}`,
  }));
}
