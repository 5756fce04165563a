import { FiledBefore } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import { UnreadableValue } from "#kernel/crypto/vault.ts";
import type { Service } from "#kernel/process/service.ts";
import { reportUnproven } from "#kernel/proofs/unproven-row.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { answerIdOf } from "../answers/bank-answer.ts";
import { recordAnswers } from "../answers/record-answers.ts";
import type { FileService } from "../rail-part.ts";
import { orderContents } from "../tables.ts";
import { type OrderContent, orderContentOf } from "./order.ts";
import { type FiledRow, refuseOrders } from "./orders.queries.ts";
import { unsentAmong } from "./unsent-orders.ts";

/** Stored payments that are not what was ordered. They must not be paid; the file is built again without them. */
export class ChangedOrders extends Error {
  override readonly name = "ChangedOrders";
  readonly transactionIds: readonly TransactionId[];

  constructor(transactionIds: readonly TransactionId[]) {
    super(`${transactionIds.length} payments of a file were changed outside the service`);
    this.transactionIds = transactionIds;
  }
}

/** The instruction as it was received; undefined if the stored one is another. */
export async function verifiedContent(
  { database, vault }: Pick<Service, "database" | "vault">,
  organizationId: OrganizationId,
  row: Pick<FiledRow, "transaction_id" | "account_id" | "amount_minor" | "content">,
): Promise<OrderContent | undefined> {
  if (row.content === null) return undefined;
  try {
    const context = orderContents.contextOf(row.transaction_id);
    const content = orderContentOf(await vault.open(database, organizationId, context, row.content));
    return isOrdered(content, row) ? content : undefined;
  } catch (error) {
    if (error instanceof UnreadableValue) return undefined;
    throw error;
  }
}

/** Whether the row says what was ordered. */
export const isOrdered = (content: OrderContent, row: Pick<FiledRow, "account_id" | "amount_minor">): boolean =>
  content.amountMinor === row.amount_minor && (content.accountId === undefined || content.accountId === row.account_id);

/**
 * Payments that are in another file already are in no second one, and nothing else happens to them: the bank may have
 * paid them. Runs `record`, or takes such payments out of the file, which is then built again.
 */
export async function orSetAside(
  service: Pick<FileService, "database" | "vault" | "log">,
  organizationId: OrganizationId,
  {
    record,
    setAside,
  }: { record: () => Promise<number>; setAside: (tx: Tx, ids: readonly TransactionId[]) => Promise<number> },
): Promise<number> {
  try {
    return await record();
  } catch (error) {
    if (!(error instanceof FiledBefore)) throw error;
    for (const key of error.transactionIds) reportUnproven(service, { organizationId, table: "bank_orders", key });
    return service.database.transaction((tx) => setAside(tx, error.transactionIds));
  }
}

export interface OrdersToBlock {
  readonly ids: readonly TransactionId[];
  /**
   * Locks the file that they were planned for. If another process has written it in the meantime, their instructions are
   * gone because the file contains them.
   */
  readonly lockFile?: (tx: Tx) => Promise<{ readonly state: string } | undefined>;
}

/**
 * Payments that were changed in the database are never paid: they are blocked, and the others go out. Nothing else happens
 * to one that is in a file already: the bank may have paid it.
 */
export async function blockChanged(
  service: FileService,
  organizationId: OrganizationId,
  { ids, lockFile }: OrdersToBlock,
): Promise<number> {
  const now = service.clock.now();
  return service.database.transaction(async (tx) => {
    if (lockFile !== undefined && (await lockFile(tx))?.state !== "planned") return 0;
    service.log.error(
      { organizationId, transactionIds: ids },
      "Payments were taken out of a file: their stored instructions were changed outside the service",
    );
    const refused = await refuseOrders(tx, organizationId, ids);
    const unsent = await unsentAmong(
      service,
      tx,
      organizationId,
      refused.map((row) => row.transaction_id),
    );
    assert(refused.length <= ids.length, "only payments that were changed are taken out");
    assert(unsent.size <= refused.length, "only payments that were taken out are blocked");
    const answers = [...unsent].map((transactionId) => ({
      answerId: answerIdOf(transactionId, "changed"),
      transactionId,
      outcome: "blocked" as const,
      code: "BF-CHANGED",
      answeredAt: now,
    }));
    await recordAnswers(tx, organizationId, { answers, now });
    return refused.length;
  });
}
