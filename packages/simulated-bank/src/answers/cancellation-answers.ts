import { cancellationAnswer, writeMessage } from "bursar-bank-formats/iso20022";
import type { CancellationEvent } from "../state/bank-event.ts";
import { type AnswerFile, type Answering, answerIdentityOf } from "./answer-file.ts";

/** camt.029: one for each payment whose cancellation was requested. */
export const cancellationAnswers = (
  { agreement }: Answering,
  events: readonly CancellationEvent[],
): readonly AnswerFile[] =>
  events.map(({ at, caseId, caseCreator, confirmation, original, transaction, reason }) => {
    const about = `${caseId} ${JSON.stringify(transaction)}`;
    const { messageId, createdAt, name } = answerIdentityOf({ prefix: "camt029", at, about });
    const message = cancellationAnswer({
      assignmentId: messageId,
      createdAt,
      assignee: caseCreator,
      assigner: { routingNumber: agreement.routingNumber, bic: agreement.bic },
      caseId,
      caseCreator,
      confirmation,
      original,
      transaction,
      ...(reason === undefined ? {} : { reason }),
    });
    return { name: `${name}.xml`, content: writeMessage(message), at };
  });
