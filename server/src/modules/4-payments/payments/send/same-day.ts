import { type AccountCutOffs, sameDayObstacle } from "bursar-banking/calendar/account-cut-offs";
import type { PaymentAchFields } from "#bank/rails";
import type { Refusal } from "#kernel/refusal.ts";
import { refusePayment } from "../payment-refusals.ts";

/** A payment that may want to settle on the day it is made. */
export interface SameDayPayment {
  readonly achFields: PaymentAchFields | null;
  readonly amountMinor: bigint;
  readonly acceptedAt: Date;
}

/** Why a payment that must settle on the same day cannot; undefined if it can, or does not have to. */
export function sameDayRefusal(
  { achFields, ...payment }: SameDayPayment,
  cutOffs: AccountCutOffs | undefined,
): Refusal | undefined {
  if (achFields?.settlement !== "sameDay") return undefined;
  const obstacle = sameDayObstacle(payment, cutOffs);
  switch (obstacle?.reason) {
    case undefined:
      return undefined;
    case "notOffered":
      return refusePayment("sameDayUnavailable");
    case "amount":
      return refusePayment("sameDayLimitExceeded", { details: { limit: obstacle.limitMinor } });
    case "cutOff":
      return refusePayment("sameDayCutOffPassed", { details: { lastAt: obstacle.lastAt } });
  }
}
