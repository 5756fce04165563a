import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, type Sql, sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import type { ChargeType, RequestRow } from "./approval-request.ts";
import { listedColumns } from "./approval-requests.queries.ts";
import { openStatuses, requestStates } from "./request-states.ts";

/** What is scheduled: the list of days to come, the week on the home page, and the month of each account. */

// Written with the states of the state table, because the partial indexes have the same conditions (ADR 0031).
const isScheduled = (status: Sql) => isOneOf(status, requestStates.statesBefore("reopen"));

/** Open requests for a day, due until the instant, the earliest first. The list of each status is read by an index. */
export async function openRequestsDueUntil(
  db: Queryable,
  organizationId: OrganizationId,
  { until, limit }: { until: Date; limit: number },
): Promise<readonly RequestRow[]> {
  const found: RequestRow[] = [];
  for (const status of openStatuses)
    found.push(
      ...(await db.many<RequestRow>(sql`
  select ${listedColumns} from approval_requests q
   where q.organization_id = ${organizationId} and ${isOneOf(sql`q.status`, [status])} and q.due_at <= ${until}
   order by q.due_at, q.request_id limit ${limit}`)),
    );
  const dueAt = (row: RequestRow) => row.due_at?.getTime() ?? 0;
  return found.sort((a, b) => dueAt(a) - dueAt(b) || (a.request_id < b.request_id ? -1 : 1)).slice(0, limit);
}

/** A payment or transfer that is approved and waits for its day. */
export type ScheduledRow = Pick<
  RequestRow,
  "request_id" | "account_id" | "recipient_id" | "destination_account_id" | "amount_minor" | "charge_type"
> & { readonly due_at: Date };

/** What is paid before an instant, in the order of its days. */
export const scheduledUntil = (
  db: Queryable,
  organizationId: OrganizationId,
  { until, limit }: { readonly until: Date; readonly limit: number },
) =>
  db.many<ScheduledRow>(sql`
  select request_id, account_id, recipient_id, destination_account_id, amount_minor, charge_type, due_at
    from approval_requests
   where organization_id = ${organizationId} and ${isScheduled(sql`status`)} and due_at < ${until}
   order by due_at, request_id limit ${limit}`);

/** What is approved and leaves an account, by who pays the charges of its wires. Cents, positive. */
export interface ScheduledSum {
  readonly account_id: AccountId;
  readonly charge_type: ChargeType | null;
  readonly scheduled_minor: bigint;
  readonly count: bigint;
}

/** The sums of what is paid before an instant, from the index of scheduled requests. */
export const scheduledBefore = (db: Queryable, organizationId: OrganizationId, before: Date) =>
  db.many<ScheduledSum>(sql`
  select account_id, charge_type, sum(amount_minor)::bigint as scheduled_minor, count(*) as count
    from approval_requests
   where organization_id = ${organizationId} and ${isScheduled(sql`status`)} and due_at < ${before}
   group by account_id, charge_type`);

/** Approved payments of these accounts by these methods that wait for their day, locked in the order of their IDs. */
export const lockScheduled = (
  tx: Tx,
  organizationId: OrganizationId,
  { accountIds, methods }: { readonly accountIds: readonly AccountId[]; readonly methods: readonly PaymentMethod[] },
) =>
  tx.many<RequestRow>(sql`
  select ${listedColumns} from approval_requests q
   where q.organization_id = ${organizationId} and ${isScheduled(sql`q.status`)} and q.kind = 'payment'
     and q.account_id = any (${[...accountIds]}::uuid[]) and q.method = any (${[...methods]}::text[])
   order by q.request_id for update of q`);
