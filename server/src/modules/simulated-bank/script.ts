import type { PaymentMethod } from "../../banking/identifiers/payment-method.ts";
import { MINUTE_MS, plusMs } from "../../kernel/clock/clock.ts";
import { derivedId } from "../../kernel/values/derived-id.ts";
import type { Id, TransactionId } from "../../kernel/values/ids.ts";
import type { AnswerId, AnswerOutcome, BankScenario } from "../rails/index.ts";

export type MessageId = Id<"bankMessage">;

/** A message the simulated bank will send. */
export interface ScriptedMessage {
  readonly messageId: MessageId;
  readonly answerId: AnswerId;
  readonly outcome: AnswerOutcome;
  readonly code: string | undefined;
  /** When it happens at the bank. */
  readonly answeredAt: Date;
  /** When the message arrives, possibly later. */
  readonly dueAt: Date;
}

export interface Hours {
  confirmedAt(method: PaymentMethod, receivedAt: Date): Date;
  rejectedAt(method: PaymentMethod, receivedAt: Date): Date;
  blockedAt(receivedAt: Date): Date;
  returnedAt(confirmed: Date, bankingDays: number): Date;
  laterByBankingDays(at: Date, bankingDays: number): Date;
}

interface ScriptedPayment {
  readonly instructionId: TransactionId;
  readonly method: PaymentMethod;
  readonly receivedAt: Date;
  readonly scenario: BankScenario;
}

/** Banking days after which a return overtakes its confirmation. */
const OUT_OF_ORDER_BANKING_DAYS = 2;

/**
 * All messages about a payment, fixed on receipt. Ids are derived from the payment and the message's position, so a
 * payment that is submitted twice gets the same messages.
 */
export function scriptOf(
  { instructionId, method, receivedAt, scenario }: ScriptedPayment,
  hours: Hours,
): readonly ScriptedMessage[] {
  const confirmed = hours.confirmedAt(method, receivedAt);
  const says = (
    outcome: AnswerOutcome,
    answeredAt: Date,
    { code, dueAt = answeredAt, answer = outcome, copy = "" }: Saying = {},
  ): ScriptedMessage => ({
    messageId: derivedId<MessageId>("simulated-bank/message", instructionId, `${answer}${copy}`),
    answerId: answerIdOf(instructionId, answer),
    outcome,
    code,
    answeredAt,
    dueAt,
  });
  switch (scenario.kind) {
    case "confirm":
      return [says("confirmed", confirmed)];
    case "reject":
      return [says("rejected", hours.rejectedAt(method, receivedAt), { code: scenario.code })];
    case "block":
      return [says("blocked", hours.blockedAt(receivedAt), { code: scenario.code })];
    case "return":
      return [
        says("confirmed", confirmed),
        says("returned", hours.returnedAt(confirmed, scenario.afterBankingDays), { code: scenario.code }),
      ];
    case "delay":
      return [says("confirmed", hours.laterByBankingDays(confirmed, scenario.bankingDays))];
    case "twice":
      return [
        says("confirmed", confirmed),
        says("confirmed", confirmed, { dueAt: plusMs(confirmed, MINUTE_MS), copy: "/again" }),
        says("confirmed", confirmed, { dueAt: plusMs(confirmed, 2 * MINUTE_MS), answer: "confirmed/repeated" }),
      ];
    case "outOfOrder": {
      const returned = hours.returnedAt(confirmed, OUT_OF_ORDER_BANKING_DAYS);
      return [
        says("confirmed", confirmed, { dueAt: plusMs(returned, 10 * MINUTE_MS) }),
        says("returned", returned, { code: scenario.code }),
      ];
    }
    case "silent":
      return [];
  }
}

interface Saying {
  readonly code?: string;
  readonly dueAt?: Date;
  /** Messages with the same name are the same answer. */
  readonly answer?: string;
  readonly copy?: string;
}

export const answerIdOf = (instructionId: TransactionId, answer: string): AnswerId =>
  derivedId<AnswerId>("simulated-bank/answer", instructionId, answer);
