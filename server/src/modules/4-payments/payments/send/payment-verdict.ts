import { assert } from "#kernel/assert.ts";
import type { RoutingId, TransactionId } from "#kernel/values/ids.ts";
import type { PaymentDecision, PaymentObstacle } from "./payment.ts";

/** The verdict of create_payments on one payment. */
export type Verdict =
  | Extract<PaymentDecision, { outcome: "accepted" | "replayed" }>
  | {
      readonly outcome: "refused";
      /** In the order of the checks; the first one is the decision. */
      readonly obstacles: readonly [PaymentObstacle, ...PaymentObstacle[]];
    };

/**
 * The shapes that create_payments returns: one object if all payments were accepted, which is the common case and the
 * cheapest to build, or one array per payment.
 */
type AllAccepted = {
  readonly names: readonly string[];
  readonly nicknames: readonly (string | null)[];
  readonly routings: readonly RoutingId[];
  /** The first payment's audit number; the others follow. */
  readonly number: number;
};
type Values = readonly (string | number | null)[];
type OneVerdict =
  | readonly ["accepted" | "replayed", ...Values]
  | readonly ["refused", readonly (readonly [string, ...Values])[]];

/** The verdicts in the order of the payments. An unknown outcome is a bug: the function and this file differ. */
export function parseVerdicts(json: string): readonly Verdict[] {
  // Written by our own function one statement ago.
  const parsed = JSON.parse(json) as AllAccepted | readonly OneVerdict[];
  if (!("names" in parsed)) return parsed.map(verdictOf);
  return parsed.names.map((counterpartyName, index) => {
    const routingId = parsed.routings[index];
    assert(routingId !== undefined, "an accepted payment has its bank details");
    return {
      outcome: "accepted",
      counterpartyName,
      counterpartyNickname: parsed.nicknames[index] ?? null,
      routingId,
      auditNumber: parsed.number + index,
    };
  });
}

function verdictOf(verdict: OneVerdict): Verdict {
  switch (verdict[0]) {
    case "accepted": {
      const [outcome, name, nickname, routingId, auditNumber] = verdict;
      return {
        outcome,
        counterpartyName: String(name),
        counterpartyNickname: nickname === null ? null : String(nickname),
        routingId: String(routingId) as RoutingId,
        auditNumber: Number(auditNumber),
      };
    }
    case "replayed":
      return { outcome: "replayed", transactionId: String(verdict[1]) as TransactionId };
    case "refused": {
      const [first, ...others] = verdict[1].map(obstacleOf);
      assert(first !== undefined, "a refused payment has a reason");
      return { outcome: "refused", obstacles: [first, ...others] };
    }
    default:
      throw new TypeError(`create_payments gave an unknown outcome: ${String(verdict[0])}`);
  }
}

function obstacleOf([outcome, value]: readonly [string, ...Values]): PaymentObstacle {
  switch (outcome) {
    case "bankDetailsCoolingOff":
      return { outcome, routingId: String(value) as RoutingId };
    case "duplicatePayment":
      return { outcome, transactionId: String(value) as TransactionId };
    case "insufficientFunds":
      return { outcome, availableMinor: BigInt(value ?? 0) };
    case "tokenDayLimit":
      return { outcome, limitMinor: BigInt(value ?? 0) };
    case "recipientCannotReceive":
      return { outcome, recipientName: String(value) };
    case "recipientNotFound":
    case "accountNotFound":
    case "accountCannotPay":
    case "ledgerInDoubt":
      return { outcome };
    default:
      throw new TypeError(`create_payments gave an unknown reason: ${outcome}`);
  }
}
