import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { attachmentsOf, renderForTransaction, renewLink } from "#records/attachments";
import type { Transaction, TransactionRow } from "../transactions/transaction.ts";

interface Reader extends Pick<Service, "config" | "vault" | "clock"> {
  readonly database: Queryable;
}
type Files = Transaction["attachments"];

/** The files of each transaction: those of its approval request, then its own. Two index lookups for a whole page. */
export async function attachmentsOfTransactions(
  service: Reader,
  organizationId: OrganizationId,
  rows: readonly TransactionRow[],
): Promise<(row: TransactionRow) => Files> {
  const { database } = service;
  const requestIds = rows.flatMap(({ request_id: id }) => id ?? []);
  const ofRequests =
    requestIds.length === 0 ? [] : await attachmentsOf(database, organizationId, { kind: "request", ids: requestIds });
  const own =
    rows.length === 0
      ? []
      : await attachmentsOf(database, organizationId, {
          kind: "transaction",
          ids: rows.map(({ transaction_id: id }) => id),
        });
  const byOwner = Map.groupBy([...ofRequests, ...own], ({ owner_id: id }) => id);
  return ({ request_id: requestId, transaction_id: id }) =>
    [...(byOwner.get(requestId ?? "") ?? []), ...(byOwner.get(id) ?? [])].map((file) =>
      renderForTransaction(service, organizationId, file),
    );
}

/** A stored response: the links in it may have expired. */
export const withFreshLinks = (
  service: Pick<Service, "config" | "vault" | "clock">,
  transaction: Transaction,
): Transaction => ({
  ...transaction,
  attachments: transaction.attachments.map((file) => ({ ...file, url: renewLink(service, file.url) })),
});
