import { handOverAt } from "bursar-banking/calendar/cut-offs";
import { newYorkDate } from "bursar-banking/calendar/new-york";
import { methodTable } from "bursar-banking/identifiers/payment-method";
import { achTraceNumber } from "bursar-banking/references/ach-trace-number";
import { checkNumberText } from "bursar-banking/references/check-number";
import { imad } from "bursar-banking/references/fedwire-references";
import { rtpReference } from "bursar-banking/references/rtp-reference";
import { confirmedAt, rejectedAt, returnedAt } from "bursar-simulated-bank";
import type { AnswerId, BankAnswer } from "#bank/file-rails";
import { derivedId } from "#kernel/values/derived-id.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { SANDBOX_BANK_ROUTING_NUMBER } from "#sandbox/sandbox-bank";
import type { HistoryPayment } from "./demo-history.ts";

/** A past payment and its planned outcome. */
interface PlannedPayment {
  readonly transactionId: TransactionId;
  readonly plan: HistoryPayment;
}

/** The checks of an account are numbered from 1001; these are earlier. */
const FIRST_CHECK_NUMBER = 941;
const RETURN_BANKING_DAYS = 2;

/**
 * The bank of the demo organization's past: its answers to each payment, at the simulated bank's hours. Each payment
 * reached it at its method's cut-off.
 */
export function historyAnswers(payments: readonly PlannedPayment[]): readonly BankAnswer[] {
  const used = new Map<HistoryPayment["method"], number>();
  return payments.flatMap(({ transactionId, plan }) => {
    const sequence = (used.get(plan.method) ?? 0) + 1;
    used.set(plan.method, sequence);
    return answersTo(plan, sequence).map((answer) => ({
      ...answer,
      transactionId,
      answerId: derivedId<AnswerId>("demo-history", transactionId, answer.outcome),
    }));
  });
}

type Said = Omit<BankAnswer, "answerId" | "transactionId">;

function answersTo({ method, at, rejected, returned }: HistoryPayment, sequence: number): readonly Said[] {
  const received = handOverAt(method, at);
  if (rejected !== undefined)
    return [{ outcome: "rejected", code: rejected, answeredAt: rejectedAt(method, received) }];
  const confirmation: Said = {
    outcome: "confirmed",
    answeredAt: confirmedAt(method, received),
    ...reference(method, sequence, received),
  };
  if (returned === undefined) return [confirmation];
  const answeredAt = returnedAt(confirmation.answeredAt, RETURN_BANKING_DAYS);
  return [confirmation, { outcome: "returned", code: returned, answeredAt }];
}

function reference(
  method: HistoryPayment["method"],
  sequence: number,
  at: Date,
): Pick<Said, "trackingNumber" | "checkNumber"> {
  const date = newYorkDate(at);
  switch (methodTable[method].kind) {
    case "ach":
      return { trackingNumber: achTraceNumber(SANDBOX_BANK_ROUTING_NUMBER, sequence) };
    case "check":
      return { checkNumber: checkNumberText(FIRST_CHECK_NUMBER + sequence) };
    case "wire":
      return { trackingNumber: imad({ inputCycleDate: date, inputSource: "BURSBANK", inputSequenceNumber: sequence }) };
    case "instant":
      return {
        trackingNumber: rtpReference({
          date,
          routingNumber: SANDBOX_BANK_ROUTING_NUMBER,
          connection: "T1",
          source: "B",
          serial: "BURS",
          sequenceNumber: sequence,
        }),
      };
  }
}
