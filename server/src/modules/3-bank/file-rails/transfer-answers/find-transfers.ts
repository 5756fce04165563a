import type { OriginalTransaction } from "bursar-bank-formats/iso20022";
import type { BankFileId, ConnectionId } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { quarantine } from "../answers/quarantined-file.ts";
import { batchIdOf, paymentIdentifications } from "../transfer-messages/transfer-identifications.ts";
import { findTransferFile } from "../transfers/transfer-files.queries.ts";
import { findAsked, lockTransfers, type TransferRow } from "../transfers/transfers.queries.ts";
import type { TransferAnswers, TransferStatus } from "./read-transfer-answers.ts";

/** What a report's names refer to among the payments of its connection. */
export interface NamedTransfers {
  /** The payment that all given identifications name. Throws QuarantinedFile if there is none. */
  one(named: NamedTransfer): TransferRow;
  /** The payments of the message, or of the batch, that a status is about. Throws QuarantinedFile. */
  all(status: TransferStatus): readonly TransferRow[];
  /** The message that a status or a return names; undefined if it names none. */
  fileOf(named: Pick<NamedTransfer, "originalMessageId">): BankFileId | undefined;
}

interface NamedTransfer {
  readonly original: OriginalTransaction;
  readonly originalMessageId: string | undefined;
}

interface Received {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
}

/** Finds and locks everything that a report names, with one look for each kind of name. */
export async function findTransfers(
  tx: Tx,
  { organizationId, connectionId }: Received,
  { statuses, returns }: TransferAnswers,
): Promise<NamedTransfers> {
  const named: readonly NamedTransfer[] = [...statuses, ...returns];
  const fileIds = await filesNamed(tx, { organizationId, connectionId }, named);
  const rows = await lockTransfers(tx, organizationId, {
    connectionId,
    endToEndIds: named.flatMap(({ original: { endToEndId } }) => endToEndId ?? []),
    uetrs: named.flatMap(({ original: { uetr } }) => uetr ?? []),
    fileIds: [...new Set(fileIds.values())],
  });
  const byName = new Map<string, TransferRow>();
  for (const row of rows) for (const name of namesOf(row.transaction_id)) byName.set(name, row);
  const fileOf = ({ originalMessageId }: Pick<NamedTransfer, "originalMessageId">) =>
    originalMessageId === undefined ? undefined : fileIds.get(originalMessageId);
  assert(new Set(rows.map((row) => row.transaction_id)).size === rows.length, "a payment is in one message");
  return {
    fileOf,
    one: ({ original, originalMessageId }) => {
      const given = [original.endToEndId, original.uetr, original.instructionId].filter((name) => name !== undefined);
      const found = new Set(given.map((name) => byName.get(name)));
      const [row] = found;
      if (row === undefined || found.size !== 1)
        return quarantine(`No payment over this connection has the identifications ${given.join(", ")}.`);
      const fileId = fileOf({ originalMessageId });
      if (fileId !== undefined && fileId !== row.file_id)
        return quarantine(`The payment ${row.end_to_end_id} was not in the message ${originalMessageId}.`);
      return row;
    },
    all: ({ originalMessageId, originalBatchId, about }) => {
      const fileId = fileOf({ originalMessageId });
      const theirs = rows.filter((row) => row.file_id === fileId);
      if (fileId === undefined || theirs.length === 0)
        return quarantine(
          `No message of this connection has the identification ${originalMessageId ?? "that it names"}.`,
        );
      if (about !== "batch") return theirs;
      const ofBatch = theirs.filter((row) => batchIdOf(fileId, row.account_id) === originalBatchId);
      return ofBatch.length > 0
        ? ofBatch
        : quarantine(`The message ${originalMessageId} has no batch ${originalBatchId}.`);
    },
  };
}

/** The message of each message ID. An answer to a request may name the request. */
async function filesNamed(
  tx: Tx,
  { organizationId, connectionId }: Received,
  named: readonly Pick<NamedTransfer, "originalMessageId">[],
): Promise<ReadonlyMap<string, BankFileId>> {
  const files = new Map<string, BankFileId>();
  for (const messageId of new Set(named.map(({ originalMessageId }) => originalMessageId))) {
    if (messageId === undefined) continue;
    const file = await findTransferFile(tx, organizationId, { connectionId, messageId });
    if (file === undefined) return quarantine(`No message of this connection has the identification ${messageId}.`);
    const asked = file.asks_about === null ? undefined : await findAsked(tx, organizationId, file.asks_about);
    files.set(messageId, asked?.file_id ?? file.file_id);
  }
  return files;
}

const namesOf = (transactionId: TransactionId): readonly string[] => {
  const { endToEndId, instructionId, uetr } = paymentIdentifications(transactionId);
  return [endToEndId, instructionId, uetr];
};
