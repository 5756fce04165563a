import type { ConnectionId } from "#bank/exchange";
import type { Rail } from "#bank/rails";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { findOrderConnection, knownOrders } from "./orders/orders.queries.ts";
import { placeOrders } from "./orders/place-orders.ts";
import type { RailPart } from "./rail-part.ts";

/** Hands payments over to files: submitting stores a payment for the file of its window. */
export const createFileRail = (
  service: Pick<Service, "database" | "vault" | "clock" | "log" | "newId" | "config">,
  parts: readonly RailPart[],
): Rail => ({
  submit: async (instructions) => {
    for (const [organizationId, ofOrganization] of Map.groupBy(
      instructions,
      (instruction) => instruction.organizationId,
    ))
      await placeOrders(service, parts, { organizationId, instructions: ofOrganization });
  },
});

/** Which of these payments have been received for a file. */
export async function paymentsInFiles(
  db: Queryable,
  organizationId: OrganizationId,
  ids: readonly TransactionId[],
): Promise<ReadonlySet<TransactionId>> {
  return new Set((await knownOrders(db, organizationId, ids)).map((row) => row.transaction_id));
}

/** The bank connection whose file a payment goes into, or went; undefined if it waits for one, or is not paid. */
export const connectionOfPayment = async (
  db: Queryable,
  organizationId: OrganizationId,
  transactionId: TransactionId,
): Promise<ConnectionId | undefined> =>
  (await findOrderConnection(db, organizationId, transactionId))?.connection_id ?? undefined;
