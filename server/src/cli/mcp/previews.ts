import { randomUUID } from "node:crypto";
import { MINUTE_MS } from "#kernel/clock/clock.ts";
import { CommandRefused } from "../action.ts";

/** A payment as it was previewed: exactly this is requested, whatever the agent says later. */
export interface KeptPayment {
  readonly accountId: string;
  readonly recipientId: string;
  /** Dollars. */
  readonly amount: number;
  /** The body of the request, without its key. */
  readonly body: object;
}

/**
 * The previews of this process. A request needs one, so nothing is requested whose outcome was not shown. One preview is one
 * request: its ID makes the idempotency key, so that a repeated call finds the first request.
 */
export interface Previews {
  keep(payment: KeptPayment): { readonly previewId: string; readonly validForMinutes: number };
  /** Refuses with a sentence what is unknown, too old, or not what the agent repeats. */
  take(previewId: string, repeated: { readonly amount: number; readonly recipientId: string }): KeptPayment;
}

const VALID_MINUTES = 15;
const KEPT_MAX = 1_000;

export function createPreviews(now: () => number = () => performance.now()): Previews {
  const kept = new Map<string, { readonly payment: KeptPayment; readonly untilMs: number }>();
  return {
    keep: (payment) => {
      const oldest = kept.size >= KEPT_MAX ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      const previewId = randomUUID();
      kept.set(previewId, { payment, untilMs: now() + VALID_MINUTES * MINUTE_MS });
      return { previewId, validForMinutes: VALID_MINUTES };
    },
    take: (previewId, { amount, recipientId }) => {
      const found = kept.get(previewId.toLowerCase());
      if (found === undefined || found.untilMs <= now())
        throw refusal(
          `There is no preview ${previewId} of the last ${VALID_MINUTES} minutes. Call preview_payment first.`,
        );
      const { payment } = found;
      if (amount !== payment.amount)
        throw refusal(`The preview is of $${payment.amount}, not $${amount}. Preview the payment that you want.`);
      if (recipientId.toLowerCase() !== payment.recipientId.toLowerCase())
        throw refusal("The preview is of a payment to another recipient. Preview the payment that you want.");
      return payment;
    },
  };
}

const refusal = (sentence: string) => new CommandRefused(sentence, undefined);
