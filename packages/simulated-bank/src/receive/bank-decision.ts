import type { OriginalMessage, StatusReason } from "bursar-bank-formats/iso20022";
import type { BankAgreement } from "../agreement/bank-agreement.ts";
import { instantAfter } from "../scripts/instants.ts";
import type { BankBooks } from "../state/bank-books.ts";
import {
  type BankBatch,
  type BankEvent,
  type BankPayment,
  fileStatus,
  type StatusChannel,
} from "../state/bank-event.ts";
import { shownFileName } from "./file-name.ts";

/** A file as it arrives, and what the bank needs to judge it. */
export interface CustomerFile {
  readonly name: string;
  /** Over which of the customer's connections it came; empty if there is only one. */
  readonly connection: string;
  readonly content: Uint8Array;
  readonly receivedAt: Date;
  /** Unique and the same in every run: `F` and the number of the record. */
  readonly fileId: string;
  readonly agreement: BankAgreement;
  /** Read only. */
  readonly books: BankBooks;
  /** For random behavior; undefined: only the magic numbers decide. */
  readonly seed: number | undefined;
}

/** What follows from a file. */
export interface BankDecision {
  readonly format: string;
  readonly keys: readonly string[];
  readonly payments: readonly BankPayment[];
  /** Of a Nacha file. */
  readonly batches?: readonly BankBatch[];
  readonly events: readonly BankEvent[];
  readonly cancelled: readonly string[];
}

/** How long the bank takes to reject a file, and to acknowledge one: minutes, as online checks do. */
const FILE_CHECK_MS = 2 * 60_000;
/** Real-time messages are answered within seconds (FedNow: 20 seconds at most). */
const MESSAGE_CHECK_MS = 2_000;

export const checkedAt = (receivedAt: Date, { isRealTime = false } = {}): string =>
  instantAfter(receivedAt, isRealTime ? MESSAGE_CHECK_MS : FILE_CHECK_MS);

/** `AddtlInf` has at most 105 characters, of the basic character set. */
const LINE_LENGTH = 105;
const LINES_MAX = 10;

/** A reason with explanations as the bank's messages can carry them. */
export const reasonOf = (code: string, ...explanations: readonly string[]): StatusReason => ({
  code,
  lines: explanations
    .slice(0, LINES_MAX)
    .map((line) =>
      line
        .replaceAll(/[^ -~]/g, "?")
        .slice(0, LINE_LENGTH)
        .trim(),
    )
    .filter((line) => line !== ""),
});

interface Rejection {
  readonly format: string;
  readonly original: OriginalMessage;
  readonly channel?: StatusChannel;
  readonly reasons: readonly StatusReason[];
}

/** The file as a whole is rejected, and nothing in it is processed. */
export const rejectedFile = (
  { receivedAt }: Pick<CustomerFile, "receivedAt">,
  { format, original, channel = "pain.002", reasons }: Rejection,
): BankDecision => ({
  format,
  keys: [],
  payments: [],
  events: [
    {
      ...fileStatus(original, "RJCT", checkedAt(receivedAt, { isRealTime: channel === "pacs.002" })),
      channel,
      reasons,
    },
  ],
  cancelled: [],
});

/** The same for a message over a network that the bank cannot read. */
export const unreadableMessage = (file: CustomerFile, format: string, problems: readonly string[]): BankDecision =>
  rejectedFile(file, {
    format,
    channel: "pacs.002",
    original: { messageId: shownFileName(file.name), messageName: format },
    reasons: [reasonOf("FF02", ...problems)],
  });
