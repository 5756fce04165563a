import type { Queryable } from "#kernel/sql/database.ts";
import { isOneOf, sql, uuidArray } from "#kernel/sql/sql.ts";
import {
  type AccountId,
  firstIdAt,
  type OrganizationId,
  type RequestId,
  type TransactionId,
} from "#kernel/values/ids.ts";
import type { TransactionStatus } from "#payments/payments";
import { openStatuses, type StoredStatus } from "../requests/request-states.ts";

/** A payment request whose recipient and amount are looked for. */
export interface SimilarTo {
  readonly requestId: RequestId;
  readonly recipientId: string;
  readonly amountMinor: bigint;
}

/** When the payments to find were made. */
export interface SimilarWithin extends SimilarTo {
  readonly from: Date;
  readonly until: Date;
}

interface Similar {
  /** The request that it is similar to. */
  readonly similar_to: RequestId;
  readonly id: TransactionId;
  readonly created_at: Date;
  readonly account_id: AccountId;
}
export type SimilarTransaction = Similar & { readonly kind: "transaction"; readonly status: TransactionStatus };
export type SimilarRequest = Similar & { readonly kind: "request"; readonly status: StoredStatus };

/** More are not shown. */
export const SIMILAR_MAX = 10;
/** Of the payments to a recipient within a span, at most so many are compared. */
const COMPARED_MAX = 1_000;

/**
 * Sent and pending payments with the recipient and the amount, within the span; latest first, at most ten for each. Reads
 * the view outgoing_payments by recipient.
 */
export const similarTransactions = (db: Queryable, organizationId: OrganizationId, spans: readonly SimilarWithin[]) =>
  db.many<SimilarTransaction>(sql`
  select w.request_id as similar_to, s.transaction_id as id, 'transaction' as kind, s.created_at, s.status, s.account_id
    from unnest(${uuidArray(spans.map((span) => span.requestId))}::uuid[],
                ${uuidArray(spans.map((span) => span.recipientId))}::uuid[],
                ${spans.map((span) => span.amountMinor.toString())}::bigint[],
                ${uuidArray(spans.map((span) => firstIdAt(span.from)))}::uuid[],
                ${uuidArray(spans.map((span) => firstIdAt(span.until)))}::uuid[])
           as w (request_id, recipient_id, amount_minor, from_id, until_id)
   cross join lateral (
     select l.transaction_id, l.created_at, l.status::text as status, l.account_id
       from (
         select t.transaction_id, t.created_at, t.status, t.account_id, t.amount_minor, t.request_id
           from outgoing_payments t
          where t.organization_id = ${organizationId} and t.counterparty_id = w.recipient_id
            and t.transaction_id >= w.from_id and t.transaction_id < w.until_id
          order by t.transaction_id desc limit ${COMPARED_MAX}) l
      where l.amount_minor = -w.amount_minor and l.status in ('pending', 'sent')
        and l.request_id is distinct from w.request_id
      order by l.transaction_id desc limit ${SIMILAR_MAX}) s`);

/** Other open requests with the recipient and the amount; latest first, at most ten for each. */
export const similarRequests = (db: Queryable, organizationId: OrganizationId, requests: readonly SimilarTo[]) =>
  db.many<SimilarRequest>(sql`
  select w.request_id as similar_to, s.request_id as id, 'request' as kind, s.created_at, s.status, s.account_id
    from unnest(${uuidArray(requests.map((request) => request.requestId))}::uuid[],
                ${uuidArray(requests.map((request) => request.recipientId))}::uuid[],
                ${requests.map((request) => request.amountMinor.toString())}::bigint[])
           as w (request_id, recipient_id, amount_minor)
   cross join lateral (
     select q.request_id, q.created_at, q.status, q.account_id from approval_requests q
      where q.organization_id = ${organizationId} and q.recipient_id = w.recipient_id
        and q.amount_minor = w.amount_minor and ${isOneOf(sql`q.status`, openStatuses)}
        and q.request_id <> w.request_id
      order by q.request_id desc limit ${SIMILAR_MAX}) s`);
