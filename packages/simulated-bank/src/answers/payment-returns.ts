import { paymentReturn, writeMessage } from "bursar-bank-formats/iso20022";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import type { PaymentReturnEvent } from "../state/bank-event.ts";
import { type AnswerFile, type Answering, answerIdentityOf } from "./answer-file.ts";

/** pacs.004: one for each wire or real-time payment that comes back. */
export const paymentReturns = (
  { agreement }: Answering,
  events: readonly PaymentReturnEvent[],
): readonly AnswerFile[] =>
  events.map(({ at, paymentId = "", original, transaction, amount, reason, clearingSystem }) => {
    const { messageId, createdAt, name } = answerIdentityOf({ prefix: "pacs004", at, about: paymentId });
    const message = paymentReturn({
      messageId,
      createdAt,
      original,
      transaction,
      reason,
      returnId: `${paymentId}R`,
      originalAmount: amount,
      returnedAmount: amount,
      settlementDate: newYorkDay(new Date(at)),
      ...(clearingSystem === undefined ? {} : { clearingSystem }),
      instructedAgent: { routingNumber: agreement.routingNumber },
    });
    return { name: `${name}.xml`, content: writeMessage(message), at };
  });
