import { createHash } from "node:crypto";
import { identificationOf, uetrOf } from "bursar-bank-formats/iso20022";
import { newYorkDate } from "bursar-banking/calendar/new-york";
import type { BankFileId } from "#bank/exchange";
import { derivedId } from "#kernel/values/derived-id.ts";
import type { AccountId, Id, TransactionId } from "#kernel/values/ids.ts";
import type { TransferConnection } from "./transfer-connection.ts";

/** The identifications of one payment, the same in every message and never those of another. */
export const paymentIdentifications = (transactionId: TransactionId) => ({
  instructionId: identificationOf(transactionId, "I"),
  endToEndId: identificationOf(transactionId, "E"),
  uetr: uetrOf(transactionId),
});

/** `PmtInfId` of the payments of one account in a pain.001. */
export const batchIdOf = (fileId: BankFileId, accountId: AccountId): string =>
  identificationOf(derivedId<Id<"transferBatch">>("transfer-batch", fileId, accountId), "P");

interface Identified {
  readonly fileId: BankFileId;
  /** Of the connection; never used again. */
  readonly number: number;
  readonly createdAt: Date;
}

/** `MsgId`. Those of the real-time networks contain the day and the bank (network-profiles.ts). */
export function messageIdOf(
  { connectionId, settings: { message, debtorAgent } }: Pick<TransferConnection, "connectionId" | "settings">,
  { fileId, number, createdAt }: Identified,
): string {
  if (message.name !== "pacs.008.001.08") return identificationOf(fileId, "M");
  const day = newYorkDate(createdAt).toString().replaceAll("-", "");
  const bank = debtorAgent.routingNumber ?? "";
  if (message.network === "fednow") return `${day}${bank}${digest(fileId).slice(0, FEDNOW_REFERENCE)}`;
  return `M${day}${bank}${rtpSource(connectionId)}${String(number).padStart(RTP_NUMBER, "0")}`;
}

/** Of a request about a payment: it has no form of a network, because the bank is asked, not the network. */
export const requestIdOf = (fileId: BankFileId): string => identificationOf(fileId, "Q");

/** Of a recall: the bank's answer names it. */
export const caseIdOf = (undoId: Id<"paymentUndo">): string => identificationOf(undoId, "C");

/** The reference in a message ID of FedNow has up to 18 letters and digits. */
const FEDNOW_REFERENCE = 18;
/** The number in a message ID of RTP has ten digits. */
const RTP_NUMBER = 10;

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").toUpperCase();

/**
 * Connection, source, and serial of an RTP message ID: a letter, a digit, a letter, and four letters or digits. Derived
 * from our connection, because another customer of the bank may have the same numbers.
 */
function rtpSource(connectionId: string): string {
  const bytes = createHash("sha256").update(connectionId).digest();
  const letter = (index: number): string => String.fromCharCode(65 + ((bytes[index] ?? 0) % 26));
  const serial = [3, 4, 5, 6].map((index) => ((bytes[index] ?? 0) % 36).toString(36).toUpperCase()).join("");
  return `${letter(0)}${(bytes[1] ?? 0) % 10}${letter(2)}${serial}`;
}
