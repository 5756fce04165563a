import type { AccountId, OrganizationId, TransactionId } from "../../kernel/ids.ts";
import type { Queryable } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Instruction } from "./terms.ts";

/** Reads the views account_balances and outgoing_payments. */
export const availableOn = (db: Queryable, organizationId: OrganizationId, accountId: AccountId) =>
  db.one<{ available_minor: bigint }>(sql`
  select available_minor from account_balances where organization_id = ${organizationId} and account_id = ${accountId}`);

/** A payment since the instant, or an open request, of the same recipient, account, amount and method. */
export const likeIt = (
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
       and q.method = ${request.method} and q.status in ('pendingApproval', 'approvedScheduled')
  ) as likes limit 1`);
