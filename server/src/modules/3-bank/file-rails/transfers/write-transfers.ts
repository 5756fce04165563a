import type { FilePayment } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { answerFile } from "../answers/answers.queries.ts";
import { blockChanged, orSetAside, verifiedContent } from "../orders/changed-orders.ts";
import { EndedOrders, requireNotEnded, withdrawEnded } from "../orders/end-rehearsal.ts";
import { carries, takeMisplacedOut } from "../orders/misplaced-orders.ts";
import { filedOrders, forgetContents, refuseOrders, unfileOrders } from "../orders/orders.queries.ts";
import type { FileService, RailTools } from "../rail-part.ts";
import type { Debtor, TransferConnection } from "../transfer-messages/transfer-connection.ts";
import { transferFactsOf } from "../transfer-messages/transfer-facts.ts";
import { paymentIdentifications } from "../transfer-messages/transfer-identifications.ts";
import { type MessagePayment, statusRequestMessage, transferMessage } from "../transfer-messages/transfer-message.ts";
import { lockTransferFile, moveTransferFile, type TransferFileRow } from "./transfer-files.queries.ts";
import { findAsked, recordTransfers, withdrawTransfers, withdrawTransfersOf } from "./transfers.queries.ts";

export interface TransferFileToBuild {
  readonly organizationId: OrganizationId;
  readonly connection: TransferConnection;
  readonly file: TransferFileRow;
}

interface BuiltMessage {
  readonly text: string;
  readonly payments: readonly FilePayment[];
}

const ROWS_MAX = 10_000;
/** Requests are answered like the payments themselves, which have their own deadline. */
const NO_ANSWER = undefined;

/**
 * Builds a planned message, stores its content, and records it, so that it is sent from then on. After a crash at any
 * point, the next pass builds the same message again. Two processes may build it at once; one of them records it.
 * Returns the number of payments that moved.
 */
export async function writeTransferFile(
  service: FileService,
  { files, channels }: Pick<RailTools<TransferConnection>, "files" | "channels">,
  build: TransferFileToBuild,
): Promise<number> {
  const { organizationId, file, connection } = build;
  const built = file.asks_about === null ? await paymentMessage(service, build) : await requestMessage(service, build);
  if ("misplaced" in built)
    return takeMisplacedOut(service, {
      organizationId,
      fileId: file.file_id,
      readCarrier: (db) => channels.findConnection(db, organizationId, file.connection_id),
      andThen: (tx, ids) => withdrawTransfersOf(tx, organizationId, ids),
    });
  if ("changed" in built)
    return blockChanged(service, organizationId, {
      ids: built.changed,
      lockFile: (tx) => lockTransferFile(tx, organizationId, file.file_id),
    });
  if (built.payments.length === 0) return dropTransferFile(service, build);
  assert(built.text !== "", "a message with payments has a text");
  const stored = await files.store(organizationId, bytesOf(built.text));
  const record = async (tx: Tx): Promise<void> => {
    if (!(await files.holdMode(tx, organizationId, connection))) return;
    if (!(await recordWritten(service, tx, build))) return;
    await stored.record(tx, {
      organizationId,
      fileId: file.file_id,
      connectionId: file.connection_id,
      rail: file.rail,
      format: file.format,
      name: file.name,
      messageId: file.message_id,
      payments: built.payments,
      rehearsal: connection.mode === "rehearsal",
      answerWithinMs: file.asks_about === null ? connection.settings.answerWithinMs : NO_ANSWER,
    });
  };
  try {
    return await orSetAside(service, organizationId, {
      record: async () => {
        await service.database.transaction(record);
        return built.payments.length;
      },
      setAside: async (tx, ids) => (await refuseOrders(tx, organizationId, ids)).length,
    });
  } catch (error) {
    if (!(error instanceof EndedOrders)) throw error;
    return withdrawEnded(service, organizationId, error);
  }
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text, "utf8");
}

async function paymentMessage(
  service: Pick<Service, "database" | "vault">,
  { organizationId, connection, file }: TransferFileToBuild,
): Promise<BuiltMessage | { readonly changed: readonly TransactionId[] } | { readonly misplaced: true }> {
  const { rail } = connection;
  const rows = await filedOrders(service.database, organizationId, { fileId: file.file_id, after: 0, limit: ROWS_MAX });
  if (!rows.every((row) => carries(connection, row))) return { misplaced: true };
  assert(rows.length <= ROWS_MAX, "a message has a bounded number of payments");
  const changed: TransactionId[] = [];
  const payments: MessagePayment[] = [];
  for (const row of rows) {
    const { transaction_id: transactionId } = row;
    const content = await verifiedContent(service, organizationId, row);
    const facts = content && transferFactsOf(rail, { transactionId, content });
    if (facts === undefined || "code" in facts || facts.endToEndId !== row.reference) changed.push(transactionId);
    else payments.push({ accountId: row.account_id, facts });
  }
  if (changed.length > 0) return { changed };
  assert(payments.length === rows.length, "a message has every payment that was planned for it");
  if (payments.length === 0) return { text: "", payments: [] };
  const debtors = new Map<AccountId, Debtor>();
  for (const accountId of new Set(payments.map((payment) => payment.accountId)))
    debtors.set(accountId, await connection.debtorOf(accountId));
  const { file_id: fileId, message_id: messageId, created_at: createdAt, execution_on: executionOn } = file;
  return {
    text: transferMessage(connection, { fileId, messageId, createdAt, executionOn, payments, debtors }),
    payments: rows.map((row) => ({ transactionId: row.transaction_id, purpose: "pay", reference: row.reference })),
  };
}

/** Empty if the payment was answered in the meantime. */
async function requestMessage(
  service: Pick<Service, "database">,
  { organizationId, connection, file }: TransferFileToBuild,
): Promise<BuiltMessage> {
  const transactionId = file.asks_about;
  assert(transactionId !== null, "a request is about a payment");
  const asked = await findAsked(service.database, organizationId, transactionId);
  if (asked?.state !== "unknown") return { text: "", payments: [] };
  const messageName = connection.settings.message.name;
  return {
    text: statusRequestMessage(connection, {
      messageId: file.message_id,
      createdAt: file.created_at,
      original: { messageId: asked.message_id, messageName, createdAt: asked.created_at },
      transaction: paymentIdentifications(transactionId),
    }),
    payments: [{ transactionId, purpose: "query", reference: asked.end_to_end_id }],
  };
}

/** The connection is gone, or no payment is left: payments that were not taken out wait for another message. */
export const dropTransferFile = (
  service: Pick<Service, "database" | "clock">,
  { organizationId, file: { file_id: fileId } }: Pick<TransferFileToBuild, "organizationId" | "file">,
): Promise<number> =>
  service.database.transaction(async (tx) => {
    const dropped = await moveTransferFile(tx, organizationId, { fileId, trigger: "drop", at: service.clock.now() });
    if (dropped === 0) return 0;
    assert(dropped === 1, "one message is dropped at a time");
    await withdrawTransfers(tx, organizationId, fileId);
    await unfileOrders(tx, organizationId, fileId);
    return dropped;
  });

/** False if the message was written or planned again by another process. */
async function recordWritten(
  service: FileService,
  tx: Tx,
  { organizationId, file, connection }: TransferFileToBuild,
): Promise<boolean> {
  const { file_id: fileId } = file;
  const locked = await lockTransferFile(tx, organizationId, fileId);
  // Identifications of an earlier plan must not be sent.
  if (locked?.state !== "planned" || locked.name !== file.name) return false;
  assert(locked.file_id === fileId, "the message that is recorded is the one that was built");
  const now = service.clock.now();
  const isRehearsal = connection.mode === "rehearsal";
  const moved = await moveTransferFile(tx, organizationId, {
    fileId,
    trigger: isRehearsal ? "rehearse" : "write",
    at: now,
  });
  assert(moved === 1, "a locked planned message is written");
  if (file.asks_about !== null) return true;
  if (!isRehearsal) await requireNotEnded(tx, organizationId, fileId);
  await forgetContents(tx, organizationId, fileId);
  await recordTransfers(tx, organizationId, { fileId, isRehearsal });
  // Nothing is paid in a rehearsal, so the payments must not stay pending.
  if (isRehearsal) await answerFile(tx, organizationId, { fileId, code: "BF-REHEARSAL", sourceFileId: undefined, now });
  return true;
}
