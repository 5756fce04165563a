import type { FilePayment, StoredContent } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { tryEach, tryTogether } from "#kernel/work/each-organization.ts";
import { answerFile } from "../answers/answers.queries.ts";
import type { FileToRecord } from "../channels.ts";
import { blockChanged, orSetAside, verifiedContent } from "../orders/changed-orders.ts";
import { EndedOrders, requireNotEnded, withdrawEnded } from "../orders/end-rehearsal.ts";
import { carries, takeMisplacedOut } from "../orders/misplaced-orders.ts";
import { type FiledRow, forgetContents, ordersInFiles, refuseOrders, unfileOrders } from "../orders/orders.queries.ts";
import type { FileService, RailTools } from "../rail-part.ts";
import type { Debtor, TransferConnection } from "../transfer-messages/transfer-connection.ts";
import { transferFactsOf } from "../transfer-messages/transfer-facts.ts";
import { paymentIdentifications } from "../transfer-messages/transfer-identifications.ts";
import {
  type MessagePayment,
  recallMessage,
  statusRequestMessage,
  transferMessage,
} from "../transfer-messages/transfer-message.ts";
import { moveLockedUndos, theBank } from "../undos/move-undo.ts";
import { isoCodeOf } from "../undos/undo-reasons.ts";
import { lockUndosInFile, undosInFile } from "../undos/undos.queries.ts";
import {
  lockTransferFile,
  lockTransferFiles,
  moveTransferFiles,
  type TransferFileRow,
} from "./transfer-files.queries.ts";
import { findAsked, recordTransfers, withdrawTransfers, withdrawTransfersOf } from "./transfers.queries.ts";

interface PlannedMessages {
  readonly organizationId: OrganizationId;
  readonly connection: TransferConnection;
  readonly files: readonly TransferFileRow[];
}

interface PlannedMessage extends Omit<PlannedMessages, "files"> {
  readonly file: TransferFileRow;
}

interface BuiltMessage {
  readonly text: string;
  readonly payments: readonly FilePayment[];
}

interface StoredMessage {
  readonly file: TransferFileRow;
  readonly payments: readonly FilePayment[];
  readonly content: StoredContent;
}

type WriteTools = Pick<RailTools<TransferConnection>, "files" | "channels">;

/** Payments whose messages are built at a time. */
const PAYMENTS_MAX = 10_000;
/** Requests are answered like the payments themselves, which have their own deadline. */
const NO_ANSWER = undefined;

/**
 * Builds planned messages of a connection, stores their contents, and records them in one transaction, so that they are
 * sent from then on. After a crash at any point, the next pass builds the same messages again. Two processes may build one
 * at once; one of them records it. Returns the number of payments that moved.
 */
export async function writeTransferFiles(
  service: FileService,
  tools: WriteTools,
  planned: PlannedMessages,
): Promise<number> {
  const { organizationId, connection, files } = planned;
  const ids = files.flatMap((file) => (file.asks_about === null ? [file.file_id] : []));
  const rows = ids.length === 0 ? [] : await ordersInFiles(service.database, organizationId, ids);
  assert(rows.length <= PAYMENTS_MAX, "messages that are built together have a bounded number of payments");
  const byFile = Map.groupBy(rows, (row) => row.file_id);
  const stored: StoredMessage[] = [];
  const steps = [
    () =>
      tryEach(files, async (file) => {
        const message = { organizationId, connection, file };
        const built =
          file.asks_about === null
            ? await paymentMessage(service, message, byFile.get(file.file_id) ?? [])
            : await requestMessage(service, message);
        if (!("text" in built)) return takeOut(service, tools, message, built);
        if (built.payments.length === 0) return dropTransferFile(service, message);
        assert(built.text !== "", "a message with payments has a text");
        const content = await tools.files.store(organizationId, bytesOf(built.text));
        stored.push({ file, payments: built.payments, content });
        return 0;
      }),
    () => tryTogether(stored, (together) => recordMessages(service, tools, planned, together)),
  ];
  return tryEach(steps, (step) => step());
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text, "utf8");
}

/** Why a message cannot be built with all of its payments. */
type Unbuildable = { readonly changed: readonly TransactionId[] } | { readonly misplaced: true };

/** Takes payments out of a message, which the next pass builds without them. */
const takeOut = (
  service: FileService,
  { channels }: WriteTools,
  { organizationId, file }: PlannedMessage,
  found: Unbuildable,
): Promise<number> =>
  "misplaced" in found
    ? takeMisplacedOut(service, {
        organizationId,
        fileId: file.file_id,
        readCarrier: (db) => channels.findConnection(db, organizationId, file.connection_id),
        andThen: (tx, ids) => withdrawTransfersOf(tx, organizationId, ids),
      })
    : blockChanged(service, organizationId, {
        ids: found.changed,
        lockFile: (tx) => lockTransferFile(tx, organizationId, file.file_id),
      });

/**
 * Records stored messages. If payments of some have ended or are in another file, these are taken out, and the next pass
 * builds and records the messages. Returns the number of payments that moved.
 */
async function recordMessages(
  service: FileService,
  { files }: WriteTools,
  { organizationId, connection }: PlannedMessages,
  messages: readonly StoredMessage[],
): Promise<number> {
  if (messages.length === 0) return 0;
  const record = async (tx: Tx): Promise<void> => {
    if (!(await files.holdMode(tx, organizationId, connection))) return;
    const written = await moveToWritten(service, tx, { organizationId, connection }, messages);
    const recorded = written.map(({ file, payments, content }): FileToRecord => {
      const { file_id: fileId, connection_id: connectionId, rail, format, name, message_id: messageId } = file;
      return {
        fileId,
        connectionId,
        rail,
        format,
        name,
        messageId,
        payments,
        content,
        rehearsal: connection.mode === "rehearsal",
        answerWithinMs: file.asks_about === null ? connection.settings.answerWithinMs : NO_ANSWER,
      };
    });
    await files.record(tx, organizationId, recorded);
  };
  try {
    return await orSetAside(service, organizationId, {
      record: async () => {
        await service.database.transaction(record);
        return messages.reduce((count, { payments }) => count + payments.length, 0);
      },
      setAside: async (tx, ids) => (await refuseOrders(tx, organizationId, ids)).length,
    });
  } catch (error) {
    if (!(error instanceof EndedOrders)) throw error;
    return withdrawEnded(service, organizationId, error);
  }
}

/** Returns the messages that were not written or planned again by another process. */
async function moveToWritten(
  service: FileService,
  tx: Tx,
  { organizationId, connection }: Omit<PlannedMessages, "files">,
  messages: readonly StoredMessage[],
): Promise<readonly StoredMessage[]> {
  const ids = messages.map(({ file }) => file.file_id);
  const locked = new Map((await lockTransferFiles(tx, organizationId, ids)).map((row) => [row.file_id, row]));
  const written = messages.filter(({ file }) => {
    const row = locked.get(file.file_id);
    // Identifications of an earlier plan must not be sent.
    return row?.state === "planned" && row.name === file.name;
  });
  if (written.length === 0) return [];
  const now = service.clock.now();
  const isRehearsal = connection.mode === "rehearsal";
  const fileIds = written.map(({ file }) => file.file_id);
  const trigger = isRehearsal ? "rehearse" : "write";
  const moved = await moveTransferFiles(tx, organizationId, { fileIds, trigger, at: now });
  assert(moved === written.length, "locked planned messages are written");
  for (const { file } of written.filter(({ file: { format } }) => format === "camt.056")) {
    const undos = await lockUndosInFile(tx, organizationId, file.file_id);
    const moved = await moveLockedUndos(service, tx, { organizationId, undos, trigger: "write", actor: theBank });
    assert(moved.length === 1, "a recall is stored once");
  }
  const paying = written.flatMap(({ file }) => (file.asks_about === null ? [file.file_id] : []));
  if (paying.length === 0) return written;
  if (!isRehearsal) await requireNotEnded(tx, organizationId, paying);
  await forgetContents(tx, organizationId, paying);
  await recordTransfers(tx, organizationId, { fileIds: paying, isRehearsal });
  // Nothing is paid in a rehearsal, so the payments must not stay pending.
  if (isRehearsal)
    for (const fileId of paying)
      await answerFile(tx, organizationId, { fileId, code: "BF-REHEARSAL", sourceFileId: undefined, now });
  return written;
}

async function paymentMessage(
  service: Pick<Service, "database" | "vault">,
  { organizationId, connection, file }: PlannedMessage,
  rows: readonly FiledRow[],
): Promise<BuiltMessage | Unbuildable> {
  const { rail } = connection;
  if (!rows.every((row) => carries(connection, row))) return { misplaced: true };
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

/** A recall (camt.056). Empty if the payment ended in the meantime. */
async function recallToWrite(
  service: Pick<Service, "database">,
  { organizationId, connection, file }: PlannedMessage,
): Promise<BuiltMessage> {
  const [undo] = await undosInFile(service.database, organizationId, file.file_id);
  const reasonCode = undo && isoCodeOf(undo.reason);
  if (undo?.state !== "filed" || undo.reference === null || reasonCode === undefined) return { text: "", payments: [] };
  const { transaction_id: transactionId, reference: caseId, amount_minor: amountMinor } = undo;
  const asked = await findAsked(service.database, organizationId, transactionId);
  if (asked === undefined || asked.state === "returned") return { text: "", payments: [] };
  const messageName = connection.settings.message.name;
  return {
    text: recallMessage(connection, {
      caseId,
      amountMinor,
      reasonCode,
      messageId: file.message_id,
      createdAt: file.created_at,
      original: { messageId: asked.message_id, messageName, createdAt: asked.created_at },
      transaction: paymentIdentifications(transactionId),
    }),
    payments: [{ transactionId, purpose: "cancel", reference: caseId }],
  };
}

/** Empty if the payment was answered in the meantime. */
async function requestMessage(
  service: Pick<Service, "database">,
  { organizationId, connection, file }: PlannedMessage,
): Promise<BuiltMessage> {
  if (file.format === "camt.056") return recallToWrite(service, { organizationId, connection, file });
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
  service: Pick<Service, "database" | "clock" | "newId" | "vault">,
  { organizationId, file: { file_id: fileId } }: Pick<PlannedMessage, "organizationId" | "file">,
): Promise<number> =>
  service.database.transaction(async (tx) => {
    const dropped = await moveTransferFiles(tx, organizationId, {
      fileIds: [fileId],
      trigger: "drop",
      at: service.clock.now(),
    });
    if (dropped === 0) return 0;
    assert(dropped === 1, "one message is dropped at a time");
    const undos = await lockUndosInFile(tx, organizationId, fileId);
    await moveLockedUndos(service, tx, { organizationId, undos, trigger: "unfile", actor: { type: "service" } });
    await withdrawTransfers(tx, organizationId, fileId);
    await unfileOrders(tx, organizationId, fileId);
    return dropped;
  });
