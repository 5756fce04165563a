import {
  type Addenda,
  isIatHeader,
  NachaFileError,
  type NachaItem,
  type NachaReadOptions,
  readNacha,
} from "bursar-bank-formats/nacha";
import { assert } from "#kernel/assert.ts";
import type { AchFileSettings } from "../ach/ach-connection.ts";
import { quarantine } from "../answers/quarantined-file.ts";

/** What a bank says about an entry in a Nacha file. */
export interface AchAnswer {
  readonly kind: "return" | "change";
  /** In the file, for messages. */
  readonly line: number;
  /** Of the entry that we sent. */
  readonly originalTraceNumber: string;
  /** The receiving bank of the entry that we sent: eight digits. */
  readonly originalReceivingBank: string | undefined;
  /** Of the entry that we sent, as the bank repeats it; may be empty. */
  readonly identificationNumber: string;
  /** R or C and two digits. */
  readonly code: string;
  /** Of a return, in cents; 0 in a notification of change. */
  readonly amountMinor: bigint;
  /** The bank's own number of the return or notification. */
  readonly traceNumber: string;
  readonly correctedData: string;
  /** When the bank made the file; empty if it does not say. */
  readonly creationDate: string;
}

/**
 * What banks do in files that they make, and what cannot change which payment is meant: returns carry the trace numbers
 * of the receivers' banks, in the order in which they came, and have no effective entry date.
 */
const tolerant: NachaReadOptions["tolerant"] = {
  foreignTraceNumbers: true,
  unorderedTraceNumbers: true,
  missingEffectiveEntryDate: true,
  unorderedBatchNumbers: true,
};

/**
 * The returns and notifications of change in a file, one after another: banks send hundreds of thousands in one. Throws
 * QuarantinedFile if it is malformed, addressed to another company, or contains anything else: other entries need a
 * person. Whether a file is valid is known at its end.
 */
export async function* readAchFile(
  content: AsyncIterable<Uint8Array>,
  settings: AchFileSettings,
): AsyncGenerator<AchAnswer> {
  let creationDate = "";
  try {
    for await (const item of readNacha(content, { tolerant })) {
      if (item.kind === "fileHeader") creationDate = item.header.fileCreationDate;
      else if (item.kind === "batchHeader") requireOurBatch(item, settings);
      else if (item.kind === "entry") yield { ...answerIn(item), creationDate };
    }
  } catch (error) {
    if (error instanceof NachaFileError) return quarantine(`It is not a valid Nacha file. ${error.message}`);
    throw error;
  }
}

function requireOurBatch(
  { line, header }: Extract<NachaItem, { kind: "batchHeader" }>,
  settings: AchFileSettings,
): void {
  const company = isIatHeader(header) ? header.originatorIdentification : header.companyIdentification;
  if (company.trim() !== settings.companyIdentification.trim())
    quarantine(`Line ${line}: the company identification ${shown(company)} is not this connection's.`);
}

const shown = (text: string): string => `"${text.trim()}"`;

function answerIn({ line, category, entry }: Extract<NachaItem, { kind: "entry" }>): Omit<AchAnswer, "creationDate"> {
  const addenda = entry.addenda.find((one): one is AnswerAddenda => isAnswer(one));
  if (addenda === undefined)
    return quarantine(
      `Line ${line}: it contains ${described[category]}. Only returns and notifications of change are processed; ask the bank what to do.`,
    );
  assert(entry.amountMinor >= 0n, "amounts in a file have no sign");
  const isReturn = addenda.kind === "return" || addenda.kind === "iatReturn";
  return {
    kind: isReturn ? "return" : "change",
    line,
    originalTraceNumber: addenda.originalEntryTraceNumber,
    originalReceivingBank: addenda.originalReceivingDfiIdentification,
    identificationNumber: entry.identificationNumber?.trim() ?? "",
    code: isReturn ? addenda.returnReasonCode : addenda.changeCode,
    amountMinor: entry.amountMinor,
    traceNumber: entry.traceNumber,
    correctedData: isReturn ? "" : (addenda.correctedData ?? ""),
  };
}

type AnswerAddenda = Extract<Addenda, { kind: "return" | "iatReturn" | "change" | "iatChange" }>;

const isAnswer = ({ kind }: Addenda): boolean =>
  kind === "return" || kind === "iatReturn" || kind === "change" || kind === "iatChange";

const described: Readonly<Record<Extract<NachaItem, { kind: "entry" }>["category"], string>> = {
  forward: "a new entry",
  return: "an incomplete return",
  dishonoredReturn: "a dishonored return",
  contestedReturn: "a contested dishonored return",
  change: "an incomplete notification of change",
  refusedChange: "a refused notification of change",
};
