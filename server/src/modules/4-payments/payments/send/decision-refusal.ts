import { HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Refusal } from "#kernel/refusal.ts";
import { instantOf, type RoutingId } from "#kernel/values/ids.ts";
import { nameProblem } from "#money/recipients";
import { refusePayment } from "../payment-refusals.ts";
import type { PaymentInput, PaymentObstacle } from "./payment.ts";

/** When changed bank details can be paid. Their ID encodes the time at which they took effect. */
const coolingOffEndsAt = (routingId: RoutingId, hours: number): Date => plusMs(instantOf(routingId), hours * HOUR_MS);

/** The values quoted in refusal messages. */
export interface QuotedTerms
  extends Pick<PaymentInput, "guardHours" | "coolingOffHours" | "amountMinor" | "method" | "limitPerDayMinor"> {
  /** Charged in addition to the amount. */
  readonly feeMinor?: bigint;
}

/** The database's reason for rejecting the payment, as a refusal to throw. */
export function refusalOf(obstacle: PaymentObstacle, payment: QuotedTerms): Refusal {
  switch (obstacle.outcome) {
    case "duplicatePayment":
      return refusePayment("duplicatePayment", {
        details: { transactionId: obstacle.transactionId, hours: payment.guardHours },
      });
    case "bankDetailsCoolingOff":
      return refusePayment("bankDetailsCoolingOff", {
        details: { until: coolingOffEndsAt(obstacle.routingId, payment.coolingOffHours).toISOString() },
      });
    case "insufficientFunds":
      return refusePayment("insufficientFunds", {
        details: {
          availableBalance: obstacle.availableMinor,
          amount: payment.amountMinor,
          ...(payment.feeMinor ? { fee: payment.feeMinor } : {}),
        },
      });
    case "recipientCannotReceive":
      // To the database, such a name has no details by any method (migration 0055).
      if (nameProblem(obstacle.recipientName) !== undefined)
        return refusePayment("recipientNameUnwritable", { details: { recipient: obstacle.recipientName } });
      return refusePayment("recipientCannotReceive", {
        details: { recipient: obstacle.recipientName, paymentMethod: payment.method },
      });
    case "tokenDayLimit":
      // Not the obstacle's limit: that is zero if this process knows of more than the database (sent-by-tokens.ts).
      return refusePayment("tokenDayLimitExceeded", { details: { limit: payment.limitPerDayMinor ?? 0n } });
    case "accountNotFound":
      return notFound("account");
    case "ledgerInDoubt":
      // An operator has to look at the account, so clients should not retry at once.
      return refusePayment("ledgerInDoubt", { headers: { "retry-after": "60" } });
    default:
      return refusePayment(obstacle.outcome);
  }
}
