import { eventsBetween } from "../state/bank-books.ts";
import type { BankEvent } from "../state/bank-event.ts";
import { accountReports, notifications } from "./account-reports.ts";
import { achAnswers } from "./ach-answers.ts";
import type { AnswerFile, Answering } from "./answer-file.ts";
import { cancellationAnswers } from "./cancellation-answers.ts";
import { paidCheckFiles } from "./paid-checks.ts";
import { paymentReturns } from "./payment-returns.ts";
import { statusReports } from "./status-reports.ts";

interface Span {
  readonly after: string;
  readonly through: string;
}

/** All files of the bank that are due after one instant and up to another. */
export function answersBetween(answering: Answering, { after, through }: Span): readonly AnswerFile[] {
  const events = eventsBetween(answering.books, after, through);
  const of = <K extends BankEvent["kind"]>(...kinds: readonly K[]) =>
    events.filter((event): event is Extract<BankEvent, { kind: K }> => kinds.some((kind) => kind === event.kind));
  return [
    ...statusReports(answering, of("fileStatus", "paymentStatus")),
    ...achAnswers(answering, of("achAnswer")),
    ...paymentReturns(answering, of("paymentReturn")),
    ...cancellationAnswers(answering, of("cancellation")),
    ...paidCheckFiles(answering, of("checkReport")),
    ...notifications(answering, of("booking", "bookingCopy")),
    ...accountReports(answering, after, through),
  ];
}
