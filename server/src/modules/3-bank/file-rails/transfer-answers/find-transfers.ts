import type { OriginalTransaction } from "bursar-bank-formats/iso20022";
import type { BankFileId, ConnectionId } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { misfit } from "../answers/quarantined-file.ts";
import { batchIdOf, paymentIdentifications } from "../transfer-messages/transfer-identifications.ts";
import { findTransferFiles } from "../transfers/transfer-files.queries.ts";
import { findAsked, lockTransfers, type TransferRow } from "../transfers/transfers.queries.ts";
import type { TransferAnswers, TransferStatus } from "./read-transfer-answers.ts";

/** What the names in reports refer to among the payments of their connection, which are locked. */
export interface NamedTransfers {
  readonly rows: readonly TransferRow[];
  /** The payment that all given identifications name. Throws Misfit if there is none. */
  one(named: NamedTransfer): TransferRow;
  /**
   * The payments of the message or of the batch that a status is about, or the one payment. Banks report about a message of
   * one payment without naming the payment; in a message of several, such a status is about none. Throws Misfit.
   */
  all(status: TransferStatus): readonly TransferRow[];
  /** The message that a status or a return names; undefined if it names none. Throws Misfit if it is unknown. */
  fileOf(named: Pick<NamedTransfer, "originalMessageId">): BankFileId | undefined;
  /** The payments and messages that have any of the names. */
  idsOf(named: NamedTransfer): readonly (TransactionId | BankFileId)[];
}

interface NamedTransfer {
  readonly original: OriginalTransaction;
  readonly originalMessageId: string | undefined;
}

interface Received {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
}

/** Finds and locks everything that reports name, with one look for each kind of name. */
export async function findTransfers(
  tx: Tx,
  { organizationId, connectionId }: Received,
  reports: readonly TransferAnswers[],
): Promise<NamedTransfers> {
  const named: readonly NamedTransfer[] = reports.flatMap(({ statuses, returns }) => [...statuses, ...returns]);
  const fileIds = await filesNamed(tx, { organizationId, connectionId }, named);
  const rows = await lockTransfers(tx, organizationId, {
    connectionId,
    endToEndIds: named.flatMap(({ original: { endToEndId } }) => endToEndId ?? []),
    uetrs: named.flatMap(({ original: { uetr } }) => uetr ?? []),
    fileIds: [...new Set(fileIds.values())],
  });
  const byName = new Map<string, TransferRow>();
  for (const row of rows) for (const name of namesOf(row.transaction_id)) byName.set(name, row);
  const byFile = Map.groupBy(rows, (row) => row.file_id);
  const fileOf = ({ originalMessageId }: Pick<NamedTransfer, "originalMessageId">) =>
    originalMessageId === undefined
      ? undefined
      : (fileIds.get(originalMessageId) ??
        misfit("unknownPayment", `No message of this connection has the identification ${originalMessageId}.`));
  assert(new Set(rows.map((row) => row.transaction_id)).size === rows.length, "a payment is in one message");
  const givenOf = ({ original }: NamedTransfer) =>
    [original.endToEndId, original.uetr, original.instructionId].filter((name) => name !== undefined);
  const paymentNamed = ({ original, originalMessageId }: NamedTransfer): TransferRow => {
    const fileId = fileOf({ originalMessageId });
    const given = givenOf({ original, originalMessageId });
    const found = new Set(given.map((name) => byName.get(name)));
    const [row] = found;
    if (row === undefined || found.size !== 1)
      return misfit("unknownPayment", `No payment over this connection has the identifications ${given.join(", ")}.`);
    if (fileId !== undefined && fileId !== row.file_id)
      return misfit("contradiction", `The payment ${row.end_to_end_id} was not in the message ${originalMessageId}.`);
    return row;
  };
  const paymentsMeant = (status: TransferStatus): readonly TransferRow[] => {
    const { originalMessageId, originalBatchId, about } = status;
    if (about === "payment" && givenOf(status).length > 0) return [paymentNamed(status)];
    const fileId = fileOf({ originalMessageId });
    const inFile = fileId === undefined ? [] : (byFile.get(fileId) ?? []);
    if (fileId === undefined || inFile.length === 0)
      return misfit(
        "unknownPayment",
        `No message of this connection has the identification ${originalMessageId ?? "that it names"}.`,
      );
    if (about === "payment" && inFile.length > 1)
      return misfit(
        "unknownPayment",
        `It names no payment, and the message ${originalMessageId} has ${inFile.length} payments.`,
      );
    if (about !== "batch") return inFile;
    const ofBatch = inFile.filter((row) => batchIdOf(fileId, row.account_id) === originalBatchId);
    return ofBatch.length > 0
      ? ofBatch
      : misfit("unknownPayment", `The message ${originalMessageId} has no batch ${originalBatchId}.`);
  };
  return {
    rows,
    fileOf,
    idsOf: (transfer) => [
      ...givenOf(transfer).flatMap((name) => byName.get(name)?.transaction_id ?? []),
      ...[transfer.originalMessageId].flatMap((messageId) => fileIds.get(messageId ?? "") ?? []),
    ],
    one: paymentNamed,
    all: paymentsMeant,
  };
}

/** The message of each known message ID. An answer to a request may name the request. */
async function filesNamed(
  tx: Tx,
  { organizationId, connectionId }: Received,
  named: readonly Pick<NamedTransfer, "originalMessageId">[],
): Promise<ReadonlyMap<string, BankFileId>> {
  const messageIds = [...new Set(named.flatMap(({ originalMessageId }) => originalMessageId ?? []))];
  const files = new Map<string, BankFileId>();
  if (messageIds.length === 0) return files;
  for (const file of await findTransferFiles(tx, organizationId, { connectionId, messageIds })) {
    const asked = file.asks_about === null ? undefined : await findAsked(tx, organizationId, file.asks_about);
    files.set(file.message_id, asked?.file_id ?? file.file_id);
  }
  return files;
}

const namesOf = (transactionId: TransactionId): readonly string[] => {
  const { endToEndId, instructionId, uetr } = paymentIdentifications(transactionId);
  return [endToEndId, instructionId, uetr];
};
