import type { BankEvent } from "../state/bank-event.ts";
import { accountReports, nextReportAt, notifications } from "./account-reports.ts";
import { achAnswers } from "./ach-answers.ts";
import type { AnswerFile, Answering } from "./answer-file.ts";
import { cancellationAnswers } from "./cancellation-answers.ts";
import { type Delivery, dueEvents, nextEventAt } from "./due-events.ts";
import { paidCheckFiles } from "./paid-checks.ts";
import { paymentReturns } from "./payment-returns.ts";
import { statusReports } from "./status-reports.ts";

/** What is due now, and of how many events files are made. */
export interface Portion {
  readonly now: string;
  readonly most: number;
}

/**
 * The files of the bank that are due and have not been delivered, up to an instant: the one of the last event of the
 * portion. Events of one instant stay together, because they share files.
 */
export function answersDueAt(
  answering: Answering,
  delivery: Delivery,
  { now, most }: Portion,
): { readonly files: readonly AnswerFile[]; readonly through: string } {
  const due = dueEvents(answering, delivery, now);
  const last = due.length > most ? due[most - 1] : undefined;
  const { delivered } = delivery;
  // What a newer record has set for an instant that was delivered must not make the rest of that time new again.
  const through = last === undefined ? now : last.at > delivered.through ? last.at : delivered.through;
  return { files: filesOf(answering, delivery, { events: due.filter(({ at }) => at <= through), through }), through };
}

function filesOf(
  answering: Answering,
  delivery: Delivery,
  { events, through }: { readonly events: readonly BankEvent[]; readonly through: string },
): readonly AnswerFile[] {
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
