import type { Api } from "#kernel/http/api.ts";
import type { Database } from "#kernel/sql/database.ts";

/**
 * The operations that may read from a replica: lists, reports, and exports. None of them decides about money, and none
 * writes. All others always read from the primary.
 */
const replicaOperations: ReadonlySet<string> = new Set([
  "exportActivity",
  "exportSpending",
  "exportTransactions",
  "getActivityTotals",
  "getBalanceHistory",
  "getCashFlow",
  "getEvents",
  "getInvoicingOverview",
  "getReconciliation",
  "getSpending",
  "getTreasuryTransactions",
  "getWebhookDeliveries",
  "listAccountTransactions",
  "listActivity",
  "listAuditEntries",
  "listBankMovements",
  "listIncomingPayments",
  "listInvoices",
  "listStatements",
  "listTransactions",
]);

/** Before the routes are added. Checks of the caller, which run before the handler, always use the primary. */
export function readFromReplica(api: Api, { onReplica }: Pick<Database, "onReplica">): void {
  if (onReplica === undefined) return;
  api.addHook("onRoute", (route) => {
    const operation = route.schema?.operationId;
    if (operation === undefined || !replicaOperations.has(operation) || route.method !== "GET") return;
    const { handler } = route;
    route.handler = function (request, reply) {
      return onReplica(() => handler.call(this, request, reply));
    };
  });
}
