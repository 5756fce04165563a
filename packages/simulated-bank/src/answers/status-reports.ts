import {
  type CustomerStatusReport,
  customerStatusReport,
  networkStatusReport,
  writeMessage,
} from "bursar-bank-formats/iso20022";
import type { FileStatusEvent, PaymentStatusEvent } from "../state/bank-event.ts";
import { type AnswerFile, type Answering, answerIdentityOf, grouped } from "./answer-file.ts";

type StatusEvent = FileStatusEvent | PaymentStatusEvent;

/** One pain.002 or pacs.002 for each file that is answered and each instant. */
export function statusReports(answering: Answering, events: readonly StatusEvent[]): readonly AnswerFile[] {
  const groups = grouped(events, (event) => `${event.channel} ${aboutOf(answering, event)} ${event.at}`);
  return groups.map((group) => (group[0].channel === "pain.002" ? toCustomer : toBank)(answering, group));
}

type Group = readonly [StatusEvent, ...StatusEvent[]];

/**
 * Two files may have the same message id, of which the second is rejected; their records differ. What was planned for
 * different instants is reported in different messages, even if it happens at the same time.
 */
const aboutOf = ({ books }: Answering, event: StatusEvent): string =>
  `${event.original.messageId} ${books.recordOf.get(event)} ${event.copy} ${books.timedBy.get(event)?.plannedAt ?? ""}`.trim();

const statusIdentity = (answering: Answering, prefix: string, [first]: Group) =>
  answerIdentityOf({ prefix, at: first.at, about: aboutOf(answering, first) });

const fileStatusIn = (group: Group): FileStatusEvent | undefined =>
  group.find((event): event is FileStatusEvent => event.kind === "fileStatus");

const paymentsIn = (group: Group): readonly PaymentStatusEvent[] =>
  group.filter((event): event is PaymentStatusEvent => event.kind === "paymentStatus");

function toCustomer(answering: Answering, group: Group): AnswerFile {
  const { messageId, createdAt, name } = statusIdentity(answering, "pain002", group);
  const ofFile = fileStatusIn(group);
  const report: CustomerStatusReport = {
    messageId,
    createdAt,
    original: group[0].original,
    ...(ofFile === undefined ? {} : { fileStatus: ofFile.status, fileReasons: ofFile.reasons }),
    batches: grouped(paymentsIn(group), ({ batchId }) => batchId).map((batch) => ({
      batchId: batch[0].batchId,
      transactions: batch.map(({ status }) => status),
    })),
  };
  return { name: `${name}.xml`, content: writeMessage(customerStatusReport(report)), at: group[0].at };
}

function toBank(answering: Answering, group: Group): AnswerFile {
  const { messageId, createdAt, name } = statusIdentity(answering, "pacs002", group);
  const ofFile = fileStatusIn(group);
  const payments = paymentsIn(group).map(({ status }) => status);
  const wholeFile = ofFile === undefined ? [] : [{ original: {}, status: ofFile.status, reasons: ofFile.reasons }];
  const message = networkStatusReport({
    messageId,
    createdAt,
    original: group[0].original,
    transactions: [...wholeFile, ...payments],
    instructingAgent: { routingNumber: answering.agreement.routingNumber },
  });
  return { name: `${name}.xml`, content: writeMessage(message), at: group[0].at };
}
