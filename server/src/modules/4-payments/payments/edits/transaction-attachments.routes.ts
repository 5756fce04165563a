import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { attachmentRoutes } from "#records/attachments";
import { lockForEdit } from "../transactions/transactions.queries.ts";
import { getTransaction } from "./edit-transaction.ts";

/** Receipts, bills, and other files of transactions (wire contract §4.4). */
export function transactionAttachmentRoutes(app: Api, service: Service): void {
  attachmentRoutes(app, service, {
    kind: "transaction",
    path: "transaction",
    param: "transactionId",
    noun: "transaction",
    tag: "Transactions",
    scopes: { read: "fetchTransactions", write: "updateTransactions" },
    states: "attachmentType",
    description: "For receipts, bills, and other documents.",
    singularPath: true,
    requireOne: async (db, organizationId, id) => void (await getTransaction(db, organizationId, id)),
    admit: requireLocked,
    admitDeletion: requireLocked,
  });
}

async function requireLocked(tx: Tx, organizationId: OrganizationId, transactionId: string): Promise<void> {
  if ((await lockForEdit(tx, organizationId, [transactionId])).length === 0) throw notFound("transaction");
}
