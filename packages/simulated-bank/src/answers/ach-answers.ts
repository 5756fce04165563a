import {
  type AnyBatchHeader,
  type BatchInput,
  changeBatchHeader,
  changeNoticeOf,
  type EntryInput,
  fileIdModifierAt,
  nachaText,
  returnBatchHeader,
  returnOf,
  traceNumberOf,
} from "bursar-bank-formats/nacha";
import { present } from "bursar-banking/assert";
import { newYorkDate, toNewYork } from "bursar-banking/calendar/new-york";
import type { AchAnswerEvent } from "../state/bank-event.ts";
import { type AnswerFile, type Answering, answerIdentityOf, grouped } from "./answer-file.ts";

/** Returns and notifications of change of one instant: one Nacha file for each originator. */
export function achAnswers(answering: Answering, events: readonly AchAnswerEvent[]): readonly AnswerFile[] {
  const groups = grouped(events, ({ immediateOrigin, at, code }) => `${immediateOrigin} ${at} ${code.charAt(0)}`);
  return groups.map((group) => answerFile(answering, group));
}

type Group = readonly [AchAnswerEvent, ...AchAnswerEvent[]];

function answerFile({ agreement, books }: Answering, group: Group): AnswerFile {
  const [{ at, immediateOrigin, code }] = group;
  const isReturn = code.startsWith("R");
  const instant = new Date(at);
  // What an operator asks for may be of the same instant as what was delivered before.
  const about = `${immediateOrigin} ${books.recordOf.get(group[0])}`;
  const local = toNewYork(instant);
  const { name } = answerIdentityOf({ prefix: isReturn ? "returns" : "changes", at, about });
  // Returns and changes of the same hour need different modifiers.
  const modifier = present(fileIdModifierAt(local.hour + (isReturn ? 0 : 12)), "an hour has a modifier");
  const content = nachaText({
    header: {
      immediateDestination: agreement.routingNumber,
      immediateOrigin: agreement.routingNumber,
      fileCreationDate: newYorkDate(instant).toString(),
      fileCreationTime: local.toPlainTime().toString({ smallestUnit: "minute" }),
      fileIdModifier: modifier,
      immediateDestinationName: agreement.bankName,
      immediateOriginName: agreement.bankName,
    },
    batches: batchesOf(group),
  });
  return { name: `${name}.ach`, content, at };
}

/** A batch for each receiving bank and original batch: the answering bank is the batch's originating bank. */
function batchesOf(group: Group): readonly BatchInput[] {
  const batches = grouped(group, ({ header, entry }) => `${entry.receivingDfiIdentification} ${headerKey(header)}`);
  return batches.map((batch): BatchInput => {
    const [{ header, entry, code }] = batch;
    const bank = entry.receivingDfiIdentification;
    const isReturn = code.startsWith("R");
    const answered = batch.toSorted((a, b) => a.sequenceNumber - b.sequenceNumber);
    return {
      header: isReturn ? returnBatchHeader(header, bank) : changeBatchHeader(header, bank),
      entries: answered.map((event) => answerOf(event, bank)),
    };
  });
}

const headerKey = ({ batchNumber: _, ...header }: AnyBatchHeader): string => JSON.stringify(header);

function answerOf({ header, entry, code, corrections, sequenceNumber }: AchAnswerEvent, bank: string): EntryInput {
  const traceNumber = traceNumberOf({ odfiIdentification: bank, sequenceNumber });
  const original = { header, entry };
  return corrections === undefined
    ? returnOf(original, { returnReasonCode: code, traceNumber })
    : changeNoticeOf(original, { changeCode: code, corrections, traceNumber });
}
