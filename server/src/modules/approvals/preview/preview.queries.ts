import type { Queryable } from "../../../kernel/sql/database.ts";
import { isOneOf, sql } from "../../../kernel/sql/sql.ts";
import { type AccountId, firstIdAt, type OrganizationId, type TransactionId } from "../../../kernel/values/ids.ts";
import type { TransactionStatus } from "../../payments/index.ts";
import type { Instruction } from "../requests/approved-terms.ts";
import { openStatuses, type StoredStatus } from "../requests/request-states.ts";

/** Reads the views account_balances and outgoing_payments. */
export const availableOn = (db: Queryable, organizationId: OrganizationId, accountId: AccountId) =>
  db.one<{ available_minor: bigint }>(sql`
  select available_minor from account_balances where organization_id = ${organizationId} and account_id = ${accountId}`);

/** A payment since the instant, or an open request, with the same recipient, account, amount, and method. */
export const findSimilarPayment = (
  db: Queryable,
  organizationId: OrganizationId,
  { request, since }: { request: Instruction; since: Date },
) =>
  db.maybe<{ id: TransactionId; kind: "transaction" | "request" }>(sql`
  select * from (
    select t.transaction_id as id, 'transaction' as kind from outgoing_payments t
     where t.organization_id = ${organizationId} and t.counterparty_id = ${request.recipient_id}
       and t.account_id = ${request.account_id} and t.amount_minor = -(${request.amount_minor}::bigint)
       and t.method = ${request.method} and t.created_at > ${since} and t.status in ('pending', 'sent')
    union all
    select q.request_id, 'request' from approval_requests q
     where q.organization_id = ${organizationId} and q.recipient_id = ${request.recipient_id}
       and q.account_id = ${request.account_id} and q.amount_minor = ${request.amount_minor}::bigint
       and q.method = ${request.method} and ${isOneOf(sql`q.status`, openStatuses)}
       and q.request_id <> ${request.request_id}
  ) as likes limit 1`);

/** A similar payment or request, to show next to the one under review. */
export type NearbyPayment = {
  readonly id: TransactionId;
  readonly created_at: Date;
  readonly account_id: AccountId;
} & (
  | { readonly kind: "transaction"; readonly status: TransactionStatus }
  | { readonly kind: "request"; readonly status: StoredStatus }
);

/** The parts of a payment that others are compared with. */
interface ComparedPayment extends Pick<Instruction, "amount_minor" | "recipient_id"> {
  /** Itself is not among them. */
  readonly request_id: string;
}

/** Payments and open requests with the same recipient and amount between the instants, latest first; at most ten. */
export const paymentsNearby = (
  db: Queryable,
  organizationId: OrganizationId,
  { request, from, until }: { request: ComparedPayment; from: Date; until: Date },
) =>
  db.many<NearbyPayment>(sql`
  select * from (
    select t.transaction_id as id, 'transaction' as kind, t.created_at, t.status::text as status, t.account_id
      from outgoing_payments t
     where t.organization_id = ${organizationId} and t.counterparty_id = ${request.recipient_id}
       and t.transaction_id >= ${firstIdAt(from)}::uuid and t.transaction_id < ${firstIdAt(until)}::uuid
       and t.amount_minor = -(${request.amount_minor}::bigint) and t.status in ('pending', 'sent')
       and t.request_id is distinct from ${request.request_id}::uuid
    union all
    select q.request_id, 'request', q.created_at, q.status, q.account_id from approval_requests q
     where q.organization_id = ${organizationId} and q.recipient_id = ${request.recipient_id}
       and q.amount_minor = ${request.amount_minor}::bigint and q.created_at >= ${from} and q.created_at < ${until}
       and ${isOneOf(sql`q.status`, openStatuses)} and q.request_id <> ${request.request_id}
  ) as likes order by created_at desc, id desc limit 10`);
