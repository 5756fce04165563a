import { assert, present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { beginStep, firstSpanOf, noteSteps } from "#kernel/telemetry/spans.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { inBatches } from "#kernel/values/in-batches.ts";
import type { BankFileFormat, BankFileId, FilePayment } from "../bank-file.ts";
import type { BankRail, ConnectionId } from "../bank-rail.ts";
import { contentColumnsOf, type StoredContent } from "../content/store-content.ts";
import { insertOutgoingFiles, insertPayments, type NewOutgoingFile, releasePayments } from "./writing.queries.ts";

/** Payments that another file contains already: something outside the service made them look as if they were in none. */
export class FiledBefore extends Error {
  override readonly name = "FiledBefore";
  readonly transactionIds: readonly TransactionId[];

  constructor(transactionIds: readonly TransactionId[]) {
    super(`${transactionIds.length} payments are in another file for the same purpose`);
    this.transactionIds = transactionIds;
  }
}

/** An outgoing file whose content has been stored. */
export interface OutgoingFile {
  /** If the caller has given it one already. */
  readonly fileId?: BankFileId;
  readonly connectionId: ConnectionId;
  readonly rail: BankRail;
  readonly format: BankFileFormat;
  /** At the bank; used once per connection. */
  readonly name: string;
  /** The message's own identification, such as MsgId, by which the bank's answer names the file. */
  readonly messageId?: string;
  readonly content: StoredContent;
  readonly payments: readonly FilePayment[];
  /** The bank must answer this long after the file was sent, or administrators are alerted. */
  readonly answerWithinMs?: number | undefined;
  /** The connection is in rehearsal: the file is kept and shown, but never sent. */
  readonly rehearsal?: boolean;
  /** It is used here, such as checks for our own printer: kept and shown, but never sent. */
  readonly kept?: boolean;
}

/**
 * Records files to be sent, with the payments that they contain, in the caller's transaction. Throws FiledBefore if
 * payments are in another file for the same purpose. A name that the connection has used before is a bug of the caller.
 */
export async function writeFiles(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  organizationId: OrganizationId,
  files: readonly OutgoingFile[],
): Promise<readonly BankFileId[]> {
  if (files.length === 0) return [];
  const identified = files.map((file) => ({ ...file, fileId: file.fileId ?? service.newId<BankFileId>() }));
  const columns = await contentColumnsOf(service, tx, organizationId, identified);
  const rows = identified.map((file, index): NewOutgoingFile => {
    assert(file.content.bytes > 0, "a file for the bank is not empty");
    assert(file.name !== "", "a file for the bank has a name");
    return {
      ...present(columns[index], "each file has its content"),
      fileId: file.fileId,
      connectionId: file.connectionId,
      rail: file.rail,
      format: file.format,
      name: file.name,
      state: firstStateOf(file),
      messageId: file.messageId,
      transactions: file.payments.length,
      answerWithinMs: file.answerWithinMs,
    };
  });
  const inserted = await insertOutgoingFiles(tx, organizationId, { files: rows, at: service.clock.now() });
  assert(inserted === files.length, "each file for the bank is recorded once");
  const payments = identified.flatMap(({ fileId, payments }) => payments.map((payment) => ({ ...payment, fileId })));
  for (const batch of inBatches(payments)) {
    const added = new Set((await insertPayments(tx, organizationId, batch)).map((row) => row.transaction_id));
    const others = batch.map(({ transactionId }) => transactionId).filter((id) => !added.has(id));
    if (others.length > 0) throw new FiledBefore(others);
  }
  for (const { fileId, rehearsal, payments } of identified) {
    if (rehearsal !== true) continue;
    const released = await releasePayments(tx, organizationId, fileId);
    assert(released === payments.length, "a rehearsal releases every payment of its file");
  }
  tx.afterCommit(() => identified.forEach(traceFile));
  return identified.map(({ fileId }) => fileId);
}

/** The file has a trace of its own, and each of its payments a step that names it. */
function traceFile({ fileId: id, rail, format, payments }: OutgoingFile & { readonly fileId: BankFileId }): void {
  const attributes = { "bursar.bank_file_id": id, "bursar.rail": rail, "bursar.format": format };
  const file = { kind: "bank_file", id } as const;
  beginStep(file, "bank file written", {
    isFirst: true,
    attributes: { ...attributes, "bursar.bank_file.payments": payments.length },
  })?.end();
  const ids = payments.map(({ transactionId }) => transactionId);
  noteSteps("transaction", ids, { name: "payment written to a bank file", attributes, links: [firstSpanOf(file)] });
}

const firstStateOf = ({ rehearsal, kept }: OutgoingFile) =>
  rehearsal === true ? "rehearsed" : kept === true ? "kept" : "written";
