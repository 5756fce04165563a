import type { Service } from "../../../kernel/process/service.ts";
import type { Queryable, Tx } from "../../../kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "../../../kernel/values/ids.ts";
import { inBatches } from "../../../kernel/values/in-batches.ts";
import type { BankFileId, FilePayment, PaymentPurpose } from "../bank-file.ts";
import {
  type CollectingFile,
  insertOpenFile,
  insertPayments,
  lockOpenFileFor,
  type OpenFileRow,
  openFilesDue,
  withdrawPayment,
} from "./writing.queries.ts";

const ATTEMPTS = 5;

export interface Collected {
  readonly fileId: BankFileId;
  /** The payments that were added; the others are in a file for this purpose already. */
  readonly added: readonly TransactionId[];
}

/**
 * Adds payments to the open file of a connection's window, which is created with the first one. Calling it again with
 * the same payments adds nothing.
 */
export async function collectPayments(
  service: Pick<Service, "clock" | "newId">,
  tx: Tx,
  { organizationId, payments, ...file }: CollectingFile & CollectedPayments,
): Promise<Collected> {
  const open = await openFileFor(service, tx, organizationId, file);
  const added: TransactionId[] = [];
  for (const batch of inBatches(payments))
    added.push(...(await insertPayments(tx, organizationId, open.file_id, batch)).map((row) => row.transaction_id));
  return { fileId: open.file_id, added };
}

/** The window's open file, locked. Another transaction may close the existing one while this one waits for it. */
async function openFileFor(
  service: Pick<Service, "clock" | "newId">,
  tx: Tx,
  organizationId: OrganizationId,
  file: CollectingFile,
): Promise<{ readonly file_id: BankFileId }> {
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    await insertOpenFile(tx, organizationId, { ...file, fileId: service.newId<BankFileId>(), at: service.clock.now() });
    const found = await lockOpenFileFor(tx, organizationId, file);
    if (found !== undefined) return found;
  }
  throw new Error("The window's file was closed again and again while payments were added");
}

interface CollectedPayments {
  readonly organizationId: OrganizationId;
  readonly payments: readonly FilePayment[];
}

/** Takes a payment out of its open file. False if its file is written, or if it is in none. */
export const withdrawFromFile = async (
  tx: Tx,
  organizationId: OrganizationId,
  payment: { readonly transactionId: TransactionId; readonly purpose: PaymentPurpose },
): Promise<boolean> => (await withdrawPayment(tx, organizationId, payment)) > 0;

/** Open files of all organizations that are due to be written, at most this many. */
export const dueOpenFiles = (db: Queryable, now: Date, limit: number): Promise<readonly OpenFileRow[]> =>
  openFilesDue(db, now, limit);
