import { newYorkDate } from "bursar-banking/calendar/new-york";
import type { BankFileId } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { ChangedOrders } from "../orders/changed-orders.ts";
import { bankFileNameOf } from "../orders/file-name.ts";
import { lockSequence, type Sequence, setSequence } from "../orders/sequences.queries.ts";
import type { TransferConnection } from "../transfer-messages/transfer-connection.ts";
import { messageIdOf, paymentIdentifications, requestIdOf } from "../transfer-messages/transfer-identifications.ts";
import { insertTransferFiles, replanTransferFile, type TransferFileRow } from "./transfer-files.queries.ts";
import { insertTransfers, lockOpenTransfers, lockUnanswered, markAsked } from "./transfers.queries.ts";

/** Payments in one pain.001; banks read larger ones slowly or not at all. */
const PAYMENTS_PER_FILE = 1_000;
/** Messages of one payment, planned or recorded in one transaction. */
export const MESSAGES_PER_COMMIT = 250;
/** Requests that are planned in one transaction. */
const REQUESTS_PER_PLAN = 100;

export interface TransfersToPlan {
  readonly organizationId: OrganizationId;
  readonly connection: TransferConnection;
  readonly now: Date;
}

/** Whether each payment has a message of its own: real-time payments do. */
export const isSingle = ({ rail }: TransferConnection): boolean => rail === "realTime";

/**
 * Puts the open payments of a window into new messages and assigns their identifications, in the caller's transaction.
 * From then on, building a message always gives the same bytes. Returns the number of messages.
 */
export async function planTransfers(
  service: Pick<Service, "newId">,
  tx: Tx,
  { windowAt, ...plan }: TransfersToPlan & { readonly windowAt: Date },
): Promise<number> {
  const { organizationId, connection, now } = plan;
  const { connectionId } = connection;
  const numbers = await lockSequence(tx, organizationId, connectionId);
  const limit = isSingle(connection) ? MESSAGES_PER_COMMIT : PAYMENTS_PER_FILE;
  const open = await lockOpenTransfers(tx, organizationId, { connectionId, windowAt, limit });
  if (open.length === 0) return 0;
  assert(open.length <= limit, "a plan has a bounded number of payments");
  const groups = isSingle(connection) ? open.map((transfer) => [transfer]) : [open];
  const files = groups.map((_, index) => fileOf(service, plan, { number: numbers.next_file + index }));
  const recorded = await insertTransferFiles(tx, organizationId, { files, at: now });
  assert(recorded === files.length, "each message is planned once");
  const planned = groups.flatMap((group, index) =>
    group.map(({ transaction_id: transactionId, amount_minor: amountMinor }, at) => {
      const { endToEndId, uetr } = paymentIdentifications(transactionId);
      const file = files[index];
      assert(file !== undefined, "each group of payments has its message");
      return { transactionId, amountMinor, endToEndId, uetr, connectionId, fileId: file.file_id, position: at + 1 };
    }),
  );
  const inserted = new Set((await insertTransfers(tx, organizationId, planned)).map((row) => row.transaction_id));
  // A payment is in one message at a time. One that waits although it is in a message was changed in the database.
  const others = planned.map(({ transactionId }) => transactionId).filter((id) => !inserted.has(id));
  if (others.length > 0) throw new ChangedOrders(others);
  await countFiles(tx, plan, { numbers, files: files.length });
  return files.length;
}

/** A planned message that missed its day gets the identifications of today. */
export async function replanTransfers(
  tx: Tx,
  { organizationId, connection, now, file }: TransfersToPlan & { readonly file: TransferFileRow },
): Promise<void> {
  const numbers = await lockSequence(tx, organizationId, connection.connectionId);
  const dated = datedFacts(connection, { fileId: file.file_id, number: numbers.next_file, createdAt: now });
  const replanned = await replanTransferFile(tx, organizationId, { ...file, ...dated });
  assert(replanned <= 1, "one message gets the identifications of today");
  await countFiles(tx, { organizationId, connection, now }, { numbers, files: 1 });
}

/**
 * Plans requests (pacs.028) about payments whose answer is overdue: their outcome is unknown from then on. Returns the
 * number of requests.
 */
export async function planRequests(
  service: Pick<Service, "newId" | "log">,
  tx: Tx,
  plan: TransfersToPlan,
): Promise<number> {
  const { organizationId, connection, now } = plan;
  const { connectionId, settings } = connection;
  const numbers = await lockSequence(tx, organizationId, connectionId);
  const overdue = await lockUnanswered(tx, organizationId, { connectionId, now, limit: REQUESTS_PER_PLAN });
  if (overdue.length === 0) return 0;
  assert(overdue.length <= REQUESTS_PER_PLAN, "a plan has a bounded number of requests");
  const files = overdue.map(({ transaction_id: asksAbout }, index) =>
    fileOf(service, plan, { number: numbers.next_file + index, asksAbout }),
  );
  const recorded = await insertTransferFiles(tx, organizationId, { files, at: now });
  assert(recorded === overdue.length, "each payment is asked about in a message of its own");
  await markAsked(
    tx,
    organizationId,
    overdue.map(({ transaction_id: transactionId, queries }) => ({
      transactionId,
      askAgainAt:
        queries + 1 < QUERIES_MAX ? plusMs(now, pauseBefore(queries + 1, settings.queryAfterMs ?? PAUSE_MS_MAX)) : null,
    })),
  );
  await countFiles(tx, plan, { numbers, files: files.length });
  const fresh = overdue.filter(({ queries }) => queries === 0).map((row) => row.transaction_id);
  if (fresh.length > 0)
    service.log.warn(
      { organizationId, connectionId, transactionIds: fresh },
      "The bank did not answer real-time payments in time. Their outcome is unknown, and the bank is asked.",
    );
  return files.length;
}

const PAUSE_MS_MAX = DAY_MS;

/** A bank that has not answered for a week will not do so without a call. */
const QUERIES_MAX = 20;

/** The pauses between requests double up to a day: by then, a person has called the bank. */
const pauseBefore = (queries: number, firstMs: number): number =>
  Math.min(firstMs * 2 ** Math.min(queries, 20), PAUSE_MS_MAX);

interface NumberedFile {
  readonly number: number;
  readonly asksAbout?: TransferFileRow["asks_about"];
  /** Of a message about a payment. */
  readonly format?: "pacs.028" | "camt.056";
}

export function fileOf(
  service: Pick<Service, "newId">,
  { connection, now }: TransfersToPlan,
  { number, asksAbout = null, format = "pacs.028" }: NumberedFile,
): Omit<TransferFileRow, "state" | "written_at"> {
  const fileId = service.newId<BankFileId>();
  const { connectionId, rail, settings } = connection;
  const dated = datedFacts(connection, { fileId, number, createdAt: now });
  const facts = { file_id: fileId, connection_id: connectionId, rail, asks_about: asksAbout };
  if (asksAbout === null)
    return { ...facts, ...dated, format: settings.message.name === "pacs.008.001.08" ? "pacs.008" : "pain.001" };
  return { ...facts, ...dated, name: requestNameOf(format, dated.name), message_id: requestIdOf(fileId), format };
}

/** The bank tells requests from payments by their content; people, by the name. */
const requestNameOf = (format: string, name: string): string => `${format.replace(".", "")}-${name}`;

/** What depends on when the message is made. Its time has no fractions of a second. */
function datedFacts(
  connection: TransferConnection,
  { fileId, number, createdAt }: { fileId: BankFileId; number: number; createdAt: Date },
) {
  return {
    name: bankFileNameOf(connection.settings.fileName, { at: createdAt, number }),
    message_id: messageIdOf(connection, { fileId, number, createdAt }),
    created_at: createdAt,
    execution_on: newYorkDate(createdAt).toString(),
  };
}

export const countFiles = (
  tx: Tx,
  { organizationId, connection: { connectionId } }: TransfersToPlan,
  { numbers, files }: { numbers: Sequence; files: number },
) => setSequence(tx, organizationId, connectionId, { ...numbers, next_file: numbers.next_file + files });
