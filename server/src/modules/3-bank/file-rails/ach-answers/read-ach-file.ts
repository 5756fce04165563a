import {
  type Addenda,
  asBanksSend,
  changeCodeOf,
  isIatHeader,
  NachaFileError,
  type NachaItem,
  readNacha,
  returnReasonOf,
} from "bursar-bank-formats/nacha";
import { type FileItem, type ToleratedUse, type Tolerates, toleratedAmong } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
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
 * What is kept of an answer that cannot be applied. A return of a payment can be assigned by people; the details that a
 * notification of change corrects stay in the file.
 */
export function itemOfAnswer(
  { answer, transactionId }: { readonly answer: AchAnswer; readonly transactionId?: TransactionId | undefined },
  kind: FileItem["kind"],
  reason: string,
): FileItem {
  const { code, traceNumber, creationDate, amountMinor, originalTraceNumber, line } = answer;
  const isReturn = answer.kind === "return";
  return {
    kind,
    place: `Line ${line}`,
    position: line,
    reason,
    identity: [answer.kind, originalTraceNumber, code, traceNumber, String(amountMinor)],
    code,
    reference: originalTraceNumber,
    ...(isReturn ? { amountMinor, currency: "USD", answer: { code, traceNumber, creationDate } } : {}),
    transactionId,
  };
}

/** An entry that is no answer about a payment of this connection: a person looks at it. */
export interface UnfitEntry {
  readonly kind: "unfit";
  readonly item: FileItem;
}

/** The last one: how the file differs from the rules. */
export interface AchFileEnd {
  readonly kind: "end";
  readonly tolerated: readonly ToleratedUse[];
}

/**
 * The returns and notifications of change in a file, one after another: banks send hundreds of thousands in one. Entries of
 * other companies, and of other kinds, are open items. Throws QuarantinedFile if the file is malformed, which is known
 * at its end.
 */
export async function* readAchFile(
  content: AsyncIterable<Uint8Array>,
  settings: AchFileSettings,
  tolerates?: Tolerates,
): AsyncGenerator<AchAnswer | UnfitEntry | AchFileEnd> {
  const options = { ...asBanksSend, tolerant: toleratedAmong(asBanksSend.tolerant, tolerates) };
  let creationDate = "";
  let otherCompany: string | undefined;
  try {
    for await (const item of readNacha(content, options)) {
      if (item.kind === "fileHeader") creationDate = item.header.fileCreationDate;
      else if (item.kind === "batchHeader") otherCompany = otherCompanyIn(item, settings);
      else if (item.kind === "entry") yield entryIn(item, { creationDate, otherCompany });
      else if (item.kind === "problemEntry") yield problemIn(item, { creationDate, otherCompany });
      else if (item.kind === "end") yield { kind: "end", tolerated: item.tolerated };
    }
  } catch (error) {
    if (error instanceof NachaFileError) return quarantine(`It is not a valid Nacha file. ${error.message}`);
    throw error;
  }
}

/** The company that the batch is for, if it is another one. */
function otherCompanyIn(
  { header }: Extract<NachaItem, { kind: "batchHeader" }>,
  settings: AchFileSettings,
): string | undefined {
  const company = isIatHeader(header) ? header.originatorIdentification : header.companyIdentification;
  return company.trim() === settings.companyIdentification.trim() ? undefined : company.trim();
}

type EntryItem = Extract<NachaItem, { kind: "entry" }>;

interface Surroundings {
  readonly creationDate: string;
  /** Of the batch, if it is not for this connection's company. */
  readonly otherCompany: string | undefined;
}

const isOtherCompany = (company: string) => `The company identification "${company}" is not this connection's.`;

function entryIn(
  { line, category, entry }: EntryItem,
  { creationDate, otherCompany }: Surroundings,
): AchAnswer | UnfitEntry {
  const addenda = entry.addenda.find((record): record is AnswerAddenda => isAnswer(record));
  assert(entry.amountMinor >= 0n, "amounts in a file have no sign");
  const unfit = (item: Pick<FileItem, "kind" | "reason" | "subject">): UnfitEntry => ({
    kind: "unfit",
    item: {
      ...item,
      place: `Line ${line}`,
      position: line,
      identity: [category, referenceIn(entry), entry.traceNumber, String(entry.amountMinor), codeIn(entry) ?? ""],
      code: codeIn(entry),
      reference: referenceIn(entry),
      amountMinor: entry.amountMinor,
      currency: "USD",
    },
  });
  if (otherCompany !== undefined)
    return unfit({
      kind: "otherCompany",
      reason: isOtherCompany(otherCompany),
      subject: otherCompany,
    });
  if (addenda === undefined)
    return unfit({ kind: isDispute(category) ? "dispute" : "otherEntry", reason: `It is ${described[category]}.` });
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
    creationDate,
  };
}

/**
 * An entry that cannot be read on its own. If it is a return with a code that is not known, its amount and trace number still
 * say which payment it may be about.
 */
function problemIn(
  { line, problems, facts }: Extract<NachaItem, { kind: "problemEntry" }>,
  { creationDate, otherCompany }: Surroundings,
): UnfitEntry {
  const { code, traceNumber, originalTraceNumber, amountMinor } = facts;
  const isReturn = code?.startsWith("R") === true && amountMinor !== undefined && originalTraceNumber !== undefined;
  const isListed = code !== undefined && (returnReasonOf(code) ?? changeCodeOf(code)) !== undefined;
  return {
    kind: "unfit",
    item: {
      kind:
        otherCompany === undefined ? (code !== undefined && !isListed ? "unknownCode" : "unreadable") : "otherCompany",
      place: `Line ${line}`,
      position: line,
      reason:
        otherCompany === undefined
          ? problems
              .slice(0, PROBLEMS_SHOWN)
              .map(({ message }) => message)
              .join(" ")
          : isOtherCompany(otherCompany),
      identity: ["problem", originalTraceNumber ?? "", traceNumber ?? "", String(amountMinor ?? ""), code ?? ""],
      code,
      reference: originalTraceNumber ?? traceNumber,
      amountMinor,
      currency: "USD",
      subject: otherCompany,
      ...(isReturn && otherCompany === undefined
        ? { answer: { code, traceNumber: traceNumber ?? "", creationDate } }
        : {}),
    },
  };
}

const PROBLEMS_SHOWN = 2;

const isDispute = (category: EntryItem["category"]): boolean =>
  category === "dishonoredReturn" || category === "contestedReturn";

/** The reason code of the entry's addenda, whatever it is. */
function codeIn({ addenda }: EntryItem["entry"]): string | undefined {
  for (const record of addenda) {
    if ("returnReasonCode" in record) return record.returnReasonCode;
    if ("changeCode" in record) return record.changeCode;
  }
  return undefined;
}

/** The trace number of the entry that it answers, or its own. */
function referenceIn({ addenda, traceNumber }: EntryItem["entry"]): string {
  for (const record of addenda) if ("originalEntryTraceNumber" in record) return record.originalEntryTraceNumber;
  return traceNumber;
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
  rejected: "a rejected entry",
};
