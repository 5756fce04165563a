import type { PaymentAnswer } from "bursar-bank-formats/iso20022";
import type { FileItem, ToleratedUse, Tolerates } from "#bank/exchange";
import type { TransactionId } from "#kernel/values/ids.ts";
import { quarantine } from "../answers/quarantined-file.ts";
import { itemOfProblem, readReport, verdictOf } from "../answers/status-report.ts";

/** What a status report says about an ACH file. */
export interface AchAcknowledgment {
  /** Of the report itself. */
  readonly messageId: string;
  /** Of the file: its five identifying values. */
  readonly originalMessageId: string;
  /** `received`: the bank has not checked it yet. `settled`: the money of all its entries has moved. */
  readonly verdict: "received" | "accepted" | "rejected" | "settled";
  /** Of a rejection, as the bank wrote it. */
  readonly code: string | undefined;
  /** Entries of which the bank says something else than of the file. */
  readonly entries: readonly EntryStatus[];
  /** Entries of which it says nothing that can be followed. */
  readonly items: readonly FileItem[];
  readonly tolerated: readonly ToleratedUse[];
}

/** What a bank says about one entry of an accepted file. */
export interface EntryStatus {
  /** In the report. */
  readonly index: number;
  readonly traceNumber: string;
  /** `pending`: it settles later than the file says, if at all. `settled`: its money has moved. */
  readonly outcome: "rejected" | "blocked" | "pending" | "settled";
  /** Of a rejection. */
  readonly code: string | undefined;
}

/**
 * Reads a status report (pain.002) about an ACH file: the bank accepts, settles, or rejects it as a whole, or accepts it
 * and says something else about some entries. Throws QuarantinedFile if it is not valid or says anything else.
 */
export async function readAcknowledgment(
  content: AsyncIterable<Uint8Array>,
  tolerates?: Tolerates,
): Promise<AchAcknowledgment> {
  const report = await readReport(content, { tolerates });
  const { answers, messageId, originalMessageId = "", tolerated } = report;
  const ofFile = answers.find(({ about }) => about === "file");
  const others = answers.filter((answer) => answer !== ofFile);
  const unread = report.problems.map(itemOfProblem);
  const facts = { messageId, originalMessageId, tolerated, code: ofFile?.reasons[0]?.code };
  // A report about entries only comes after the file was accepted, or implies it.
  const isPartial = ofFile === undefined || ofFile.outcome === "partial";
  if (isPartial !== others.length + unread.length > 0) return quarantine(NOT_ABOUT_A_FILE);
  if (isPartial) {
    const read = others.filter(({ about }) => about !== "batch").map(entryStatusOf);
    return {
      ...facts,
      verdict: "accepted",
      entries: read.filter((entry) => "traceNumber" in entry),
      items: [...read.filter((entry) => "reason" in entry), ...unread],
    };
  }
  if (ofFile.status === undefined) return quarantine(NOT_ABOUT_A_FILE);
  return { ...facts, verdict: verdictOf(ofFile), entries: [], items: [] };
}

const NOT_ABOUT_A_FILE =
  "It does not accept or reject one ACH file, as a whole or without some entries. Ask the bank what it means.";

/** What a status report says about one entry, or why nothing follows from it. */
function entryStatusOf({ original, status, outcome, reasons }: PaymentAnswer, index: number): EntryStatus | FileItem {
  const traceNumber = original.instructionId;
  const [reason] = reasons;
  if (traceNumber === undefined)
    return itemOfEntry({ index, status, code: reason?.code }, "unknownPayment", "It names no trace number.");
  const place = { index, traceNumber };
  if (outcome === "settled") return { ...place, outcome, code: undefined };
  if (status === "PDNG") return { ...place, outcome: "pending", code: undefined };
  if (reason === undefined || (outcome !== "rejected" && status !== "BLCK"))
    return itemOfEntry(
      { index, traceNumber, status, code: reason?.code },
      "unknownCode",
      `Its status ${status ?? "(none)"} is no rejection, or it gives no reason.`,
    );
  // Screening names its own code at the beginning of the text, because ISO 20022 has none for it.
  const code = /^(SC-[A-Z]+)\b/.exec(reason.lines[0] ?? "")?.[1] ?? reason.code;
  return { ...place, outcome: status === "BLCK" ? "blocked" : "rejected", code };
}

interface EntryFacts {
  /** In the report. */
  readonly index: number;
  readonly traceNumber?: string | undefined;
  readonly status?: string | undefined;
  readonly code: string | undefined;
}

/** What is kept of a status that is not applied. */
export const itemOfEntry = (
  { index, traceNumber, status, code }: EntryFacts,
  kind: FileItem["kind"],
  reason: string,
  transactionId?: TransactionId,
): FileItem => ({
  kind,
  place: `Payment ${index + 1}`,
  position: index + 1,
  reason,
  identity: ["status", traceNumber ?? String(index), status ?? "", code ?? ""],
  code,
  reference: traceNumber,
  transactionId,
});
