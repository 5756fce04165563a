import type { PaymentAnswer } from "bursar-bank-formats/iso20022";
import type { FileItem, ToleratedUse, Tolerates } from "#bank/exchange";
import type { TransactionId } from "#kernel/values/ids.ts";
import { quarantine } from "../../answers/quarantined-file.ts";
import { itemOfProblem, readReport, verdictOf } from "../../answers/status-report.ts";

/** What a status report says about one check. */
export interface CheckStatusAnswer {
  /** Its place in the report, from 0. */
  readonly index: number;
  /** As it is in the positive-pay file. */
  readonly accountNumber: string;
  readonly checkNumber: bigint;
  readonly outcome: "mailed" | "rejected" | "blocked";
  /** Of a rejection. */
  readonly code: string;
  /** As the bank wrote it, without digits that could be an account number. */
  readonly text: string;
}

/** What a status report says about a positive-pay file or a PDF. */
export interface CheckFileStatuses {
  /** Of the report itself. */
  readonly messageId: string;
  /** Of the file: its name, or the first 35 characters of it. */
  readonly fileName: string;
  /** Undefined: it is about checks only. */
  readonly verdict: "received" | "accepted" | "rejected" | undefined;
  /** Of a rejection of the file. */
  readonly code: string | undefined;
  readonly checks: readonly CheckStatusAnswer[];
  /** Statuses from which nothing follows. */
  readonly items: readonly FileItem[];
  readonly tolerated: readonly ToleratedUse[];
}

/** Accepted: check issued; and the statuses of settlement, which banks also use for checks that were mailed. */
const MAILED = new Set(["ACIS", "ACSC", "ACCC", "ACSP"]);

/** Reads a status report (pain.002) about checks. Throws QuarantinedFile if it is not valid or says anything else. */
export async function readCheckStatuses(
  content: AsyncIterable<Uint8Array>,
  tolerates?: Tolerates,
): Promise<CheckFileStatuses> {
  const report = await readReport(content, { tolerates });
  const { answers } = report;
  const [first] = answers;
  if (first?.originalMessageId === undefined) return quarantine("It does not say which file it is about.");
  const ofFile = answers.find(({ about }) => about === "file");
  const read = answers.filter(({ about }) => about === "payment").map(statusOf);
  return {
    messageId: report.messageId,
    fileName: first.originalMessageId,
    verdict: ofFile && fileVerdictOf(ofFile),
    code: ofFile?.reasons[0]?.code,
    checks: read.filter((status) => "checkNumber" in status),
    items: [...read.filter((status) => "reason" in status), ...report.problems.map(itemOfProblem)],
    tolerated: report.tolerated,
  };
}

/** A file of checks is no money that settles. */
function fileVerdictOf(answer: PaymentAnswer): NonNullable<CheckFileStatuses["verdict"]> {
  const verdict = verdictOf(answer);
  return verdict === "settled" ? "accepted" : verdict;
}

function statusOf(
  { original, status = "", outcome, reasons }: PaymentAnswer,
  index: number,
): CheckStatusAnswer | FileItem {
  const [, accountNumber = "", number = ""] =
    /^([0-9]{1,17})-([0-9]{1,10})$/.exec(original.instructionId ?? original.endToEndId ?? "") ?? [];
  if (number === "")
    return itemOfStatus({ index, number: "", status }, "unknownPayment", "It names no account and check number.");
  const text = (reasons[0]?.lines[0] ?? "").replaceAll(/[0-9]{8,}/g, (digits) => `****${digits.slice(-4)}`);
  // Reasons about checks have no codes of ISO 20022: banks put their own at the beginning of the text.
  const code = /^((?:SC|CK)-[A-Z]+)\b/.exec(text)?.[1] ?? reasons[0]?.code ?? "CK-PRINT";
  const answer = { index, accountNumber, checkNumber: BigInt(number), code, text };
  if (MAILED.has(status)) return { ...answer, outcome: "mailed" };
  if (status === "BLCK") return { ...answer, outcome: "blocked" };
  if (outcome === "rejected") return { ...answer, outcome: "rejected" };
  const reason = `It reports check ${number} with the status ${status}, which is neither mailed nor rejected.`;
  return itemOfStatus({ index, number, status }, "unknownCode", reason);
}

/** What is kept of a status that is not applied. */
export const itemOfStatus = (
  { index, number, status }: { readonly index: number; readonly number: string; readonly status: string },
  kind: FileItem["kind"],
  reason: string,
  transactionId?: TransactionId,
): FileItem => ({
  kind,
  place: `Status ${index + 1}`,
  position: index + 1,
  reason,
  identity: ["check", number, status],
  code: status,
  reference: number === "" ? undefined : number,
  transactionId,
});
