import type { BankEvent } from "../state/bank-event.ts";
import { accountReports, nextReportAt, notifications } from "./account-reports.ts";
import { achAnswers } from "./ach-answers.ts";
import type { AnswerFile, Answering } from "./answer-file.ts";
import { cancellationAnswers } from "./cancellation-answers.ts";
import { type Delivery, dueEvents, nextEventAt } from "./due-events.ts";
import { paidCheckFiles } from "./paid-checks.ts";
import { paymentReturns } from "./payment-returns.ts";
import { statusReports } from "./status-reports.ts";

/** All files of the bank that are due at an instant and have not been delivered. */
export function answersDueAt(answering: Answering, delivery: Delivery, through: string): readonly AnswerFile[] {
  const events = dueEvents(answering, delivery, through);
  const of = <K extends BankEvent["kind"]>(...kinds: readonly K[]) =>
    events.filter((event): event is Extract<BankEvent, { kind: K }> => kinds.some((kind) => kind === event.kind));
  return [
    ...statusReports(answering, of("fileStatus", "paymentStatus")),
    ...achAnswers(answering, of("achAnswer")),
    ...paymentReturns(answering, of("paymentReturn")),
    ...cancellationAnswers(answering, of("cancellation")),
    ...paidCheckFiles(answering, of("checkReport"), delivery.connection),
    ...notifications(answering, of("booking", "bookingCopy")),
    ...(getsReports(answering, delivery) ? accountReports(answering, delivery.delivered.through, through) : []),
  ];
}

/** When the bank has something to deliver next; undefined if nothing is planned. */
export function nextAnswerAt(answering: Answering, delivery: Delivery): string | undefined {
  const event = nextEventAt(answering, delivery);
  const report = getsReports(answering, delivery) ? nextReportAt(answering, delivery.delivered.through) : undefined;
  return event === undefined || (report !== undefined && report < event) ? report : event;
}

const getsReports = ({ agreement }: Answering, { connection }: Delivery): boolean =>
  connection === undefined || connection === agreement.reportsTo;
