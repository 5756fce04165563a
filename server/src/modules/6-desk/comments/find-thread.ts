import { notFound } from "#kernel/http/http-refusals.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId, UserId } from "#kernel/values/ids.ts";
import { factsOfRequest, getRequest } from "#payments/approvals";
import { findTransactionFacts, findTransactionsById, isTransferKind, type TransactionRow } from "#payments/payments";
import { findTokenCreator } from "#records/identity";
import type { NotificationFacts } from "#records/notifications";
import type { Subject } from "./comment.ts";

/** The conversation of a page. */
export interface Thread {
  /** The request; or else the debit of a transfer, whose two transactions share it; or else the transaction. */
  readonly threadId: string;
  readonly subject: "request" | "transfer" | "transaction";
  /** The page, with its id as stored. */
  readonly on: Subject;
  /** The user who requested or made it, or whose token did. Null: nobody, such as for a deposit. */
  readonly requesterId: UserId | null;
  /** What it is about, in a notification. */
  readonly readFacts: () => Promise<NotificationFacts>;
}

/** Refuses with `resourceNotFound`. */
export const findThread = (db: Queryable, organizationId: OrganizationId, on: Subject): Promise<Thread> =>
  on.type === "approvalRequest"
    ? threadOfRequest(db, organizationId, on.id)
    : threadOfTransaction(db, organizationId, on.id);

async function threadOfRequest(db: Queryable, organizationId: OrganizationId, requestId: string): Promise<Thread> {
  const request = await getRequest(db, organizationId, { requestId, kind: undefined });
  return {
    threadId: request.request_id,
    subject: "request",
    on: { type: "approvalRequest", id: request.request_id },
    requesterId: request.requester_user_id,
    readFacts: () => factsOfRequest(db, organizationId, request),
  };
}

async function threadOfTransaction(db: Queryable, organizationId: OrganizationId, id: string): Promise<Thread> {
  // A UUID by the route's schema; the lookup checks whether it is a transaction.
  const [row] = await findTransactionsById(db, organizationId, [id as TransactionId]);
  if (row === undefined) throw notFound("transaction");
  const on = { type: "transaction", id: row.transaction_id } as const;
  const readFacts = async () => factsOfTransaction(row);
  if (row.request_id !== null) {
    const ofRequest = await threadOfRequest(db, organizationId, row.request_id);
    return { ...ofRequest, on, readFacts };
  }
  const made = await findTransactionFacts(db, organizationId, row.transaction_id);
  const { created_by_user: user, created_by_token: token, transfer_id: transferId } = made;
  return {
    threadId: transferId ?? row.transaction_id,
    subject: transferId === null ? "transaction" : "transfer",
    on,
    requesterId: user ?? (token === null ? null : await findTokenCreator(db, organizationId, token)),
    readFacts,
  };
}

function factsOfTransaction(row: TransactionRow): NotificationFacts {
  const { counterparty_nickname: nickname, amount_minor: minor } = row;
  const name = nickname ?? row.counterparty_name;
  if (isTransferKind(row.kind)) return { name, amountMinor: minor < 0n ? -minor : minor, isTransfer: true };
  // A sentence says "$12.00 to Globex", which would be wrong of incoming money.
  return minor > 0n ? { name: `a payment from ${name}` } : { name, amountMinor: -minor };
}
