import type { BankFileId, BankRail, ConnectionId } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { answerIdOf } from "../answers/bank-answer.ts";
import { recordAnswers } from "../answers/record-answers.ts";
import type { FileService } from "../rail-part.ts";
import { refuseOrders } from "./orders.queries.ts";
import { endedInFiles, lockUnsentOrders, unfiledAmong } from "./rehearsal.queries.ts";
import { lockSequence } from "./sequences.queries.ts";
import { unsentAmong } from "./unsent-orders.ts";

/** Payments of accounts that leave the rehearsal of a connection: it goes live, is removed, or no longer serves them. */
export interface RehearsalToEnd {
  readonly connectionId: ConnectionId;
  readonly rail: BankRail;
  readonly accountIds: readonly AccountId[];
  /** Payments of these accounts that were made and not handed over. */
  readonly undelivered: readonly TransactionId[];
}

/**
 * Ends every payment that a rehearsal left, in the transaction that ends the rehearsal: none of them is sent by any
 * connection. The answer that fails them is written here, so that a worker that still has one of them finds it
 * (`requireNotEnded`). The caller has locked the connection and the accounts' balances. Returns the payments.
 */
export async function endRehearsal(
  service: Pick<Service, "clock" | "database" | "log" | "vault">,
  tx: Tx,
  organizationId: OrganizationId,
  { undelivered, ...left }: RehearsalToEnd,
): Promise<readonly TransactionId[]> {
  const now = service.clock.now();
  // Files of the connection are not planned from here on, so each payment is where the next statements find it.
  await lockSequence(tx, organizationId, left.connectionId);
  const orders = await lockUnsentOrders(tx, organizationId, left);
  const unfiled = await unfiledAmong(tx, organizationId, undelivered);
  const found = [...new Set([...orders, ...unfiled].map((row) => row.transaction_id))];
  const ended = [...(await unsentAmong(service, tx, organizationId, found))].sort();
  if (ended.length === 0) return [];
  assert(ended.length <= found.length, "only payments that the rehearsal left end with it");
  const refused = await refuseOrders(tx, organizationId, ended);
  assert(refused.length <= ended.length, "only payments that end are taken out of their files");
  const answers = ended.map((transactionId) => ({
    // The ID that the rehearsal's own file would have given it.
    answerId: answerIdOf(transactionId, "rejected"),
    transactionId,
    outcome: "rejected" as const,
    code: "BF-REHEARSAL",
    answeredAt: now,
  }));
  await recordAnswers(tx, organizationId, { answers, now });
  return ended;
}

/** Payments of a file that have ended: they must not be sent; the file is built again without them. */
export class EndedOrders extends Error {
  override readonly name = "EndedOrders";
  readonly transactionIds: readonly TransactionId[];

  constructor(transactionIds: readonly TransactionId[]) {
    super(`${transactionIds.length} payments of a file have ended`);
    this.transactionIds = transactionIds;
  }
}

/** The last check before files are sent, in the transaction that records them. Throws {@link EndedOrders}. */
export async function requireNotEnded(
  tx: Tx,
  organizationId: OrganizationId,
  fileIds: readonly BankFileId[],
): Promise<void> {
  const ended = await endedInFiles(tx, organizationId, fileIds);
  if (ended.length > 0) throw new EndedOrders(ended.map((row) => row.transaction_id));
}

/** Takes payments that have ended out of their file. Returns their number. */
export const withdrawEnded = (
  { database }: Pick<FileService, "database">,
  organizationId: OrganizationId,
  { transactionIds }: EndedOrders,
): Promise<number> =>
  database.transaction(async (tx) => (await refuseOrders(tx, organizationId, transactionIds)).length);
