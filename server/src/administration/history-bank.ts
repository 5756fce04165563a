import { present } from "../kernel/assert.ts";
import { addBankingDays } from "../kernel/calendar/business-day.ts";
import { handOverAt, settlesOn } from "../kernel/calendar/cut-offs.ts";
import { newYorkDate, newYorkInstant } from "../kernel/calendar/new-york.ts";
import { type Clock, MINUTE_MS, plusMs, SECOND_MS } from "../kernel/clock.ts";
import { derivedId } from "../kernel/derived-id.ts";
import type { TransactionId } from "../kernel/ids.ts";
import {
  type AnswerId,
  achTraceNumber,
  type BankAnswer,
  checkNumberText,
  imad,
  type Rail,
  rtpReference,
} from "../modules/rails/index.ts";
import { SIMULATED_BANK_ROUTING_NUMBER } from "../modules/simulated-bank/index.ts";
import type { HistoryPayment } from "./demo-history.ts";

/** The bank of the demo organisation's past: says of every payment what the history's plan has become of it. */
export interface HistoryBank extends Rail {
  /** The plan of a payment about to be handed over. */
  willAnswer(transactionId: TransactionId, plan: HistoryPayment): void;
  /** True while an answer is still to come. */
  owesAnswers(): boolean;
}

/** The simulated bank numbers checks from 1001: these went before. */
const FIRST_CHECK_NUMBER = 941;
const RETURN_BANKING_DAYS = 2;

export function createHistoryBank(clock: Clock): HistoryBank {
  const plans = new Map<TransactionId, HistoryPayment>();
  let owed: readonly BankAnswer[] = [];
  const used = new Map<HistoryPayment["method"], number>();
  const nextNumber = (method: HistoryPayment["method"]): number => {
    const next = (used.get(method) ?? 0) + 1;
    used.set(method, next);
    return next;
  };
  const dueNow = () => owed.filter((answer) => answer.answeredAt <= clock.now());
  return {
    willAnswer: (transactionId, plan) => void plans.set(transactionId, plan),
    owesAnswers: () => plans.size > 0 || owed.length > 0,
    submit: async (instructions) => {
      for (const { instructionId, organizationId } of instructions) {
        const plan = present(plans.get(instructionId), "only planned payments are handed over");
        plans.delete(instructionId);
        const answers = answersTo(plan, nextNumber(plan.method));
        owed = [
          ...owed,
          ...answers.map((answer) => ({
            ...answer,
            organizationId,
            transactionId: instructionId,
            answerId: derivedId<AnswerId>("demo-history", instructionId, answer.outcome),
          })),
        ];
      }
    },
    collect: async (limit) =>
      dueNow()
        .toSorted((a, b) => a.answeredAt.getTime() - b.answeredAt.getTime())
        .slice(0, limit),
    acknowledge: async (answers) => {
      const known = new Set(answers.map(({ answerId }) => answerId));
      owed = owed.filter(({ answerId }) => !known.has(answerId));
    },
    nextDueAt: async () => owed.map(({ answeredAt }) => answeredAt).toSorted((a, b) => a.getTime() - b.getTime())[0],
  };
}

type Said = Omit<BankAnswer, "answerId" | "organizationId" | "transactionId">;

function answersTo({ method, at, rejected, returned }: HistoryPayment, sequence: number): readonly Said[] {
  const received = handOverAt(method, at);
  if (rejected !== undefined)
    return [{ outcome: "rejected", code: rejected, answeredAt: plusMs(received, 30 * MINUTE_MS) }];
  const confirmedAt = confirmed(method, received);
  const confirmation: Said = {
    outcome: "confirmed",
    answeredAt: confirmedAt,
    ...reference(method, sequence, received),
  };
  if (returned === undefined) return [confirmation];
  const returnedOn = addBankingDays(newYorkDate(confirmedAt), RETURN_BANKING_DAYS);
  return [
    confirmation,
    { outcome: "returned", code: returned, answeredAt: newYorkInstant(returnedOn, Temporal.PlainTime.from("10:00")) },
  ];
}

/** The hours at which the simulated bank confirms, too. */
function confirmed(method: HistoryPayment["method"], received: Date): Date {
  switch (method) {
    case "realTimePayment":
      return plusMs(received, 4 * SECOND_MS);
    case "domesticWire":
    case "internationalWire":
      return plusMs(received, 6 * MINUTE_MS);
    case "ach":
      return newYorkInstant(settlesOn("ach", received), Temporal.PlainTime.from("08:30"));
    case "check":
      return newYorkInstant(settlesOn("check", received), Temporal.PlainTime.from("16:00"));
  }
}

function reference(
  method: HistoryPayment["method"],
  sequence: number,
  at: Date,
): Pick<Said, "trackingNumber" | "checkNumber"> {
  const date = newYorkDate(at);
  switch (method) {
    case "ach":
      return { trackingNumber: achTraceNumber(SIMULATED_BANK_ROUTING_NUMBER, sequence) };
    case "check":
      return { checkNumber: checkNumberText(FIRST_CHECK_NUMBER + sequence) };
    case "domesticWire":
    case "internationalWire":
      return { trackingNumber: imad({ inputCycleDate: date, inputSource: "BURSBANK", inputSequenceNumber: sequence }) };
    case "realTimePayment":
      return {
        trackingNumber: rtpReference({
          date,
          routingNumber: SIMULATED_BANK_ROUTING_NUMBER,
          connection: "T1",
          source: "B",
          serial: "BURS",
          sequenceNumber: sequence,
        }),
      };
  }
}
