import type { Queryable } from "#kernel/sql/database.ts";
import { isOneOf, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import type { Instruction } from "../requests/approved-terms.ts";
import { openStatuses } from "../requests/request-states.ts";

/** Reads the view outgoing_payments: a payment since the instant, or an open request, with the same recipient, account, amount, and method. */
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
