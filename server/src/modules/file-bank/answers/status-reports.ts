import {
  type CustomerStatusReport,
  customerStatusReport,
  networkStatusReport,
  writeMessage,
} from "../../../formats/iso20022/index.ts";
import type { FileStatusEvent, PaymentStatusEvent } from "../state/bank-event.ts";
import { type AnswerFile, type Answering, grouped, identityOf } from "./answer-file.ts";

type StatusEvent = FileStatusEvent | PaymentStatusEvent;

/** One pain.002 or pacs.002 for each file that is answered and each instant. */
export function statusReports(answering: Answering, events: readonly StatusEvent[]): readonly AnswerFile[] {
  const groups = grouped(events, ({ channel, original, at, copy }) => `${channel} ${original.messageId} ${at} ${copy}`);
  return groups.map((group) => (group[0].channel === "pain.002" ? toCustomer(group) : toBank(answering, group)));
}

type Group = readonly [StatusEvent, ...StatusEvent[]];

const statusIdentity = (prefix: string, [{ at, original, copy }]: Group) =>
  identityOf({ prefix, at, about: `${original.messageId} ${copy}` });

const fileStatusIn = (group: Group): FileStatusEvent | undefined =>
  group.find((event): event is FileStatusEvent => event.kind === "fileStatus");

const paymentsIn = (group: Group): readonly PaymentStatusEvent[] =>
  group.filter((event): event is PaymentStatusEvent => event.kind === "paymentStatus");

function toCustomer(group: Group): AnswerFile {
  const { messageId, createdAt, name } = statusIdentity("pain002", group);
  const ofFile = fileStatusIn(group);
  const report: CustomerStatusReport = {
    ...{ messageId, createdAt, original: group[0].original },
    ...(ofFile === undefined ? {} : { fileStatus: ofFile.status, fileReasons: ofFile.reasons }),
    batches: grouped(paymentsIn(group), ({ batchId }) => batchId).map((batch) => ({
      batchId: batch[0].batchId,
      transactions: batch.map(({ status }) => status),
    })),
  };
  return { name: `${name}.xml`, content: writeMessage(customerStatusReport(report)) };
}

function toBank({ agreement }: Answering, group: Group): AnswerFile {
  const { messageId, createdAt, name } = statusIdentity("pacs002", group);
  const ofFile = fileStatusIn(group);
  const payments = paymentsIn(group).map(({ status }) => status);
  const wholeFile = ofFile === undefined ? [] : [{ original: {}, status: ofFile.status, reasons: ofFile.reasons }];
  const message = networkStatusReport({
    ...{ messageId, createdAt, original: group[0].original },
    transactions: [...wholeFile, ...payments],
    instructingAgent: { routingNumber: agreement.routingNumber },
  });
  return { name: `${name}.xml`, content: writeMessage(message) };
}
