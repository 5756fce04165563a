import type { Service } from "../../../kernel/process/service.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "../../../kernel/values/ids.ts";
import { inBatches } from "../../../kernel/values/in-batches.ts";
import type { BankRail, ConnectionId } from "../../bank-connections/index.ts";
import type { BankFileFormat, BankFileId, FilePayment } from "../bank-file.ts";
import { fileContentColumns, type StoredContent } from "../content/store-content.ts";
import {
  closeOpenFile,
  countPayments,
  dropOpenFile,
  insertOutgoingFile,
  insertPayments,
  lockOpenFile,
  releasePayments,
  setPaymentReferences,
} from "./writing.queries.ts";

/** What is known of an outgoing file when its content has been stored. */
export interface WrittenContent {
  readonly organizationId: OrganizationId;
  /** At the bank; used once per connection. */
  readonly name: string;
  /** The message's own identification, such as MsgId, by which the bank's answer names the file. */
  readonly messageId?: string;
  readonly content: StoredContent;
  readonly payments: readonly FilePayment[];
  /** The bank must answer this long after the file was sent, or administrators are alerted. */
  readonly answerWithinMs?: number;
  /** The connection is in rehearsal: the file is kept and shown, but never sent. */
  readonly rehearsal?: boolean;
}

export interface OutgoingFile extends WrittenContent {
  /** If the caller has given it one already. */
  readonly fileId?: BankFileId;
  readonly connectionId: ConnectionId;
  readonly rail: BankRail;
  readonly format: BankFileFormat;
  /** It is used here, such as checks for our own printer: kept and shown, but never sent. */
  readonly kept?: boolean;
}

/**
 * Records a file to be sent, with the payments that it contains, in the caller's transaction. Throws {@link InOtherFiles}
 * if payments are in another file for the same purpose. Fails if the connection has used the name before, which is a bug.
 */
export async function writeFile(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  file: OutgoingFile,
): Promise<BankFileId> {
  const { organizationId, payments, name, content } = file;
  const { fileId = service.newId<BankFileId>() } = file;
  await insertOutgoingFile(tx, organizationId, {
    ...(await fileContentColumns(service, tx, { organizationId, fileId, name, content })),
    fileId,
    connectionId: file.connectionId,
    rail: file.rail,
    format: file.format,
    name,
    state: firstStateOf(file),
    messageId: file.messageId,
    transactions: payments.length,
    answerWithinMs: file.answerWithinMs,
    at: service.clock.now(),
  });
  for (const batch of inBatches(payments)) {
    const added = await insertPayments(tx, organizationId, fileId, batch);
    const ids = new Set(added.map((row) => row.transaction_id));
    const others = batch.map(({ transactionId }) => transactionId).filter((id) => !ids.has(id));
    if (others.length > 0) throw new InOtherFiles(others);
  }
  if (file.rehearsal === true) await releasePayments(tx, organizationId, fileId);
  return fileId;
}

const firstStateOf = ({ rehearsal, kept }: OutgoingFile) =>
  rehearsal === true ? "rehearsed" : kept === true ? "kept" : "written";

/** Payments are in other files for the same purpose: they, or those files, were changed outside the service. */
export class InOtherFiles extends Error {
  override readonly name = "InOtherFiles";
  readonly transactionIds: readonly TransactionId[];

  constructor(transactionIds: readonly TransactionId[]) {
    super(`${transactionIds.length} payments are in other files`);
    this.transactionIds = transactionIds;
  }
}

/** Payments were added to the open file, or withdrawn from it, after its content was built: build it again. */
export class FileChanged extends Error {
  override readonly name = "FileChanged";
}

/**
 * Closes an open file that is due: it gets its content and name, and is sent from then on. `payments` are those in the
 * content, with their references. Throws FileChanged if they are not exactly those of the file, or if it is closed.
 */
export async function closeFile(
  service: Pick<Service, "vault">,
  tx: Tx,
  { fileId, ...file }: WrittenContent & { readonly fileId: BankFileId },
): Promise<void> {
  const { organizationId, payments, name, content } = file;
  if ((await lockOpenFile(tx, organizationId, fileId)) === undefined)
    throw new FileChanged("The file is no longer open");
  let found = 0;
  for (const batch of inBatches(payments))
    found += Number((await setPaymentReferences(tx, organizationId, fileId, batch)).found);
  const { total } = await countPayments(tx, organizationId, fileId);
  if (found !== payments.length || total !== BigInt(found))
    throw new FileChanged(`The file has ${total} payments, and its content ${payments.length}`);
  await closeOpenFile(tx, organizationId, {
    ...(await fileContentColumns(service, tx, { organizationId, fileId, name, content })),
    fileId,
    trigger: file.rehearsal === true ? "rehearse" : "close",
    name,
    messageId: file.messageId,
    transactions: found,
    answerWithinMs: file.answerWithinMs,
  });
  if (file.rehearsal === true) await releasePayments(tx, organizationId, fileId);
}

/** Closes an open file whose payments were all withdrawn. Throws FileChanged if it has payments. */
export async function dropEmptyFile(tx: Tx, organizationId: OrganizationId, fileId: BankFileId): Promise<void> {
  if ((await lockOpenFile(tx, organizationId, fileId)) === undefined) return;
  if ((await countPayments(tx, organizationId, fileId)).total > 0n) throw new FileChanged("The file has payments");
  await dropOpenFile(tx, organizationId, fileId);
}
