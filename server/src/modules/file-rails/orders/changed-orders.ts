import { UnreadableValue } from "../../../kernel/crypto/vault.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { OrganizationId, TransactionId } from "../../../kernel/values/ids.ts";
import { fileAnswerIdOf } from "../answers/answer-id.ts";
import { insertAnswersDueNow } from "../answers/file-answers.queries.ts";
import type { FileService } from "./file-service.ts";
import { type OrderContent, orderContentOf, orderSealContext } from "./order.ts";
import { type FiledRow, refuseOrders } from "./orders.queries.ts";

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
  row: Pick<FiledRow, "transaction_id" | "amount_minor" | "content">,
): Promise<OrderContent | undefined> {
  if (row.content === null) return undefined;
  try {
    const context = orderSealContext(row.transaction_id);
    const content = orderContentOf(await vault.open(database, organizationId, context, row.content));
    return content.amountMinor === row.amount_minor ? content : undefined;
  } catch (error) {
    if (error instanceof UnreadableValue) return undefined;
    throw error;
  }
}

/** Payments that were changed in the database are never paid: they are blocked, and the others go out. */
export async function blockChanged(
  service: FileService,
  organizationId: OrganizationId,
  ids: readonly TransactionId[],
): Promise<number> {
  service.log.error(
    { organizationId, transactionIds: ids },
    "Payments were taken out of a file: their stored instructions were changed outside the service",
  );
  const now = service.clock.now();
  return service.database.transaction(async (tx) => {
    const refused = await refuseOrders(tx, organizationId, ids);
    const answers = refused.map(({ transaction_id: transactionId }) => ({
      answerId: fileAnswerIdOf(transactionId, "changed"),
      transactionId,
      outcome: "blocked" as const,
      code: "BF-CHANGED",
      answeredAt: now,
    }));
    await insertAnswersDueNow(tx, organizationId, { answers, sourceFileId: undefined, now });
    return refused.length;
  });
}
