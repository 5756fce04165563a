import { newYorkDay } from "bursar-banking/calendar/new-york";
import type { Service } from "#kernel/process/service.ts";
import type { Refusal } from "#kernel/refusal.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { dryRunPayments } from "./create-payments.queries.ts";
import { refusalOf } from "./decision-refusal.ts";
import type { PreparedPayment } from "./payment.ts";

/**
 * Every reason why the payment would be rejected now, in the order of the checks; none if it would be accepted. Decided
 * by create_payments itself in a dry run (ADR 0030), which writes and locks nothing, so the answer may be outdated
 * immediately.
 */
export async function refusalsOf(
  service: Pick<Service, "clock" | "vault">,
  db: Queryable,
  { payment, feeMinor = 0n }: { readonly payment: PreparedPayment; readonly feeMinor?: bigint },
): Promise<readonly Refusal[]> {
  // The balance must cover both, although the fee is a separate transaction.
  const total = { ...payment, amountMinor: payment.amountMinor + feeMinor };
  const [verdict] = await dryRunPayments(service, db, [total], newYorkDay(service.clock.now()));
  if (verdict?.outcome !== "refused") return [];
  return verdict.obstacles.map((obstacle) => refusalOf(obstacle, { ...payment, feeMinor }));
}
