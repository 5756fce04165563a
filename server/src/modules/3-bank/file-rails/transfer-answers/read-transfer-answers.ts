import {
  findTransactionStatus,
  Iso20022Error,
  type MessageName,
  type OriginalTransaction,
  type PaymentAnswer,
  readMessageFrom,
  returnedPayments,
} from "bursar-bank-formats/iso20022";
import type { FileItem, ToleratedUse, Tolerates } from "#bank/exchange";
import { quarantine } from "../answers/quarantined-file.ts";
import { itemOfProblem, readReport } from "../answers/status-report.ts";

/** What a bank says about wires and real-time payments, in a message about one or more of them. */
export interface TransferAnswers {
  /** Of the report itself. */
  readonly messageId: string;
  readonly statuses: readonly TransferStatus[];
  readonly returns: readonly ReturnedTransfer[];
  /** Statuses whose meaning is not known. */
  readonly items: readonly FileItem[];
  readonly tolerated: readonly ToleratedUse[];
}

/** `pending`: nothing is decided. `partial`, of a message or a batch: its payments have statuses of their own. */
export type TransferOutcome = "settled" | "rejected" | "blocked" | "pending" | "partial";

export interface TransferStatus {
  /** Its place in the report, from 0. */
  readonly index: number;
  readonly about: PaymentAnswer["about"];
  readonly originalMessageId: string | undefined;
  readonly originalBatchId: string | undefined;
  readonly original: OriginalTransaction;
  readonly outcome: TransferOutcome;
  /** Why, as the bank wrote it. */
  readonly code: string | undefined;
  readonly networkReference: string | undefined;
}

export interface ReturnedTransfer {
  readonly original: OriginalTransaction;
  readonly originalMessageId: string | undefined;
  /** The bank's own identification of the return. */
  readonly returnId: string | undefined;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly code: string | undefined;
}

/** A return of every payment of a large file. */
const BYTES_MAX = 64 * 1024 * 1024;

/** Reads a status report (pain.002, pacs.002) or a return (pacs.004). Throws QuarantinedFile if it is not valid. */
export async function readTransferAnswers(
  content: AsyncIterable<Uint8Array>,
  format: "pain.002" | "pacs.002" | "pacs.004",
  tolerates?: Tolerates,
): Promise<TransferAnswers> {
  if (format === "pacs.004") {
    const { message } = await readMessage(content, ["pacs.004.001.10"], format);
    const returns = returnedPayments(message).map(
      ({ original, originalMessageId, returnId, returnedAmount, reasons }) => ({
        original,
        originalMessageId,
        returnId,
        currency: returnedAmount.Ccy,
        amountMinor: returnedAmount.amountMinor,
        code: reasons[0]?.code,
      }),
    );
    return { messageId: message.content.GrpHdr.MsgId, statuses: [], returns, items: [], tolerated: [] };
  }
  const report = await readReport(content, { format, tolerates });
  const read = report.answers.map(statusOf);
  return {
    messageId: report.messageId,
    statuses: read.filter((status) => "outcome" in status),
    returns: [],
    items: [...read.filter((status) => "reason" in status), ...report.problems.map(itemOfProblem)],
    tolerated: report.tolerated,
  };
}

const readMessage = <M extends MessageName>(
  content: AsyncIterable<Uint8Array>,
  accepted: readonly M[],
  format: string,
) =>
  readMessageFrom(content, accepted, { bytesMax: BYTES_MAX }).catch((error: unknown) => {
    if (error instanceof Iso20022Error) return quarantine(`It is not a valid ${format}. ${error.message}`);
    throw error;
  });

function statusOf(answer: PaymentAnswer, index: number): TransferStatus | FileItem {
  const { about, original, originalMessageId, originalBatchId, reasons, networkReference } = answer;
  const [reason] = reasons;
  const outcome = outcomeOf(answer);
  const name = original.endToEndId ?? original.uetr ?? original.instructionId ?? originalMessageId;
  if (outcome === undefined)
    return {
      kind: "unknownCode",
      place: `Status ${index + 1}`,
      position: index + 1,
      reason: problemOf(answer),
      identity: ["status", name ?? "", answer.status ?? "", reason?.code ?? ""],
      code: answer.status,
      reference: name,
    };
  return {
    index,
    about,
    originalMessageId,
    originalBatchId,
    original,
    outcome,
    networkReference,
    // Screening names its own code at the beginning of the text, because ISO 20022 has none for it.
    code: /^(SC-[A-Z]+)\b/.exec(reason?.lines[0] ?? "")?.[1] ?? reason?.code,
  };
}

const outcomeOf = ({ status, outcome }: PaymentAnswer): TransferOutcome | undefined =>
  status === "BLCK" ? "blocked" : outcome;

const problemOf = ({ status, about }: PaymentAnswer): string =>
  status === undefined
    ? `It gives reasons without a status for a ${about}.`
    : `Its status ${status} (${findTransactionStatus(status)?.title ?? "unknown"}) is not known.`;
