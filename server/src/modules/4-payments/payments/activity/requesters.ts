import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { nameActors } from "#records/people";
import type { TransactionRow } from "../transactions/transaction.ts";
import { whatMade } from "./requesters.queries.ts";

/** Who requested something: a user, a token, or a user with a token. */
export interface Requester {
  readonly userId: string | null;
  readonly tokenId: string | null;
}

/** Payments that a search finds by the numbers of invoices, which this module does not know. */
export type FindByInvoice = (
  db: Queryable,
  organizationId: OrganizationId,
  search: string | undefined,
) => Promise<readonly TransactionId[]>;

/** The requesters of approval requests, which this module does not know. */
export type FindRequesters = (
  db: Queryable,
  organizationId: OrganizationId,
  requestIds: readonly string[],
) => Promise<ReadonlyMap<string, Requester>>;

/**
 * Who requested each transaction, or made it without a request; none for what arrived. A payment that was approved has
 * its approver, and its request the requester.
 */
export async function requestersOf(
  db: Queryable,
  organizationId: OrganizationId,
  { rows, findRequesters }: { rows: readonly TransactionRow[]; findRequesters: FindRequesters },
): Promise<{ transactionId: string; name: string }[]> {
  if (rows.length === 0) return [];
  const made = await whatMade(
    db,
    organizationId,
    rows.map(({ transaction_id: id }) => id),
  );
  const requesters = await findRequesters(
    db,
    organizationId,
    made.flatMap(({ requestId }) => requestId ?? []),
  );
  const found = made.flatMap(({ transactionId, requestId, ...maker }) => {
    const { userId, tokenId } = requestId === null ? maker : (requesters.get(requestId) ?? maker);
    const id = userId ?? tokenId;
    return id === null ? [] : [{ transactionId, type: userId === null ? "token" : "user", id } as const];
  });
  const nameOf = await nameActors(db, organizationId, found);
  return found.flatMap((actor) => {
    const name = nameOf(actor);
    return name === undefined ? [] : [{ transactionId: actor.transactionId, name }];
  });
}
