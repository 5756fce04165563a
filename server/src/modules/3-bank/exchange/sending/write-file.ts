import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { inBatches } from "#kernel/values/in-batches.ts";
import type { BankFileFormat, BankFileId, FilePayment } from "../bank-file.ts";
import type { BankRail, ConnectionId } from "../bank-rail.ts";
import { fileContentColumns, type StoredContent } from "../content/store-content.ts";
import { insertOutgoingFile, insertPayments, releasePayments } from "./writing.queries.ts";

/** Payments that another file contains already: something outside the service made them look as if they were in none. */
export class FiledBefore extends Error {
  override readonly name = "FiledBefore";
  readonly transactionIds: readonly TransactionId[];

  constructor(transactionIds: readonly TransactionId[]) {
    super(`${transactionIds.length} payments are in another file for the same purpose`);
    this.transactionIds = transactionIds;
  }
}

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
 * Records a file to be sent, with the payments that it contains, in the caller's transaction. Throws FiledBefore if
 * payments are in another file for the same purpose. A name that the connection has used before is a bug of the caller.
 */
export async function writeFile(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  file: OutgoingFile,
): Promise<BankFileId> {
  const { organizationId, payments, name, content } = file;
  const { fileId = service.newId<BankFileId>() } = file;
  assert(content.bytes > 0, "a file for the bank is not empty");
  assert(name !== "", "a file for the bank has a name");
  const inserted = await insertOutgoingFile(tx, organizationId, {
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
  assert(inserted === 1, "a file for the bank is recorded once");
  for (const batch of inBatches(payments)) {
    const added = new Set((await insertPayments(tx, organizationId, fileId, batch)).map((row) => row.transaction_id));
    const others = batch.map(({ transactionId }) => transactionId).filter((id) => !added.has(id));
    if (others.length > 0) throw new FiledBefore(others);
  }
  if (file.rehearsal === true) {
    const released = await releasePayments(tx, organizationId, fileId);
    assert(released === payments.length, "a rehearsal releases every payment of its file");
  }
  return fileId;
}

const firstStateOf = ({ rehearsal, kept }: OutgoingFile) =>
  rehearsal === true ? "rehearsed" : kept === true ? "kept" : "written";
