import type { Database } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";

/** The occurrences of a recurring payment, in the order in which they were requested, and the days of their requests. */
export const occurrenceRows = (db: Database, recurringPaymentId: string) =>
  db.many<{ day: string; state: string; send_on: string | null }>(sql`
  select o.day, o.state, q.send_on
    from recurring_occurrences o
    left join approval_requests q on q.organization_id = o.organization_id and q.request_id = o.request_id
   where o.recurring_payment_id = ${recurringPaymentId} order by coalesce(q.request_id, o.occurrence_id)`);

/** Every request to a recipient, whether or not an occurrence names it. */
export const countRequestsTo = (db: Database, recipientId: string) =>
  db.one<{ count: bigint }>(sql`select count(*) as count from approval_requests where recipient_id = ${recipientId}`);

/** Copies a recurring payment, so that there are many. */
export const copyRecurring = (db: Database, recurringPaymentId: string, copies: number) =>
  db.run(sql`
  insert into recurring_payments (
    organization_id, recurring_payment_id, state, version, account_id, recipient_id, amount_minor, method, requester_user_id,
    frequency, start_on, roll, occurrences_done, next_day, request_at, created_at)
  select organization_id, gen_random_uuid(), state, version, account_id, recipient_id, amount_minor, method, requester_user_id,
         frequency, start_on, roll, occurrences_done, next_day, request_at, created_at
    from recurring_payments, generate_series(1, ${copies}::integer)
   where recurring_payment_id = ${recurringPaymentId}`);

/** Many occurrences and requests for days, so that plans are those of large tables. */
export const fillOccurrences = (
  db: Database,
  { recurringPaymentId, requestId, count }: { recurringPaymentId: string; requestId: string; count: number },
) =>
  db.run(sql`
  insert into recurring_occurrences (
    organization_id, occurrence_id, recurring_payment_id, day, pay_on, state, problem, changed_at)
  select q.organization_id, gen_random_uuid(), ${recurringPaymentId}::uuid, date '1990-01-01' + n, date '1990-01-01' + n,
         'refused', 'No', now()
    from approval_requests q, generate_series(1, ${count}::integer) n
   where q.request_id = ${requestId}::uuid`);

export const fillScheduledRequests = (db: Database, { requestId, count }: { requestId: string; count: number }) =>
  db.run(sql`
  insert into approval_requests (
    organization_id, request_id, kind, account_id, recipient_id, amount_minor, method, send_on, due_at, requester_user_id,
    created_at, status, terms, approvers_required, requester_may_approve, decided_at)
  select organization_id, gen_random_uuid(), kind, account_id, recipient_id, amount_minor, method,
         date '2027-01-01' + n % 700, timestamptz '2027-01-01 12:00Z' + n % 700 * interval '1 day', requester_user_id,
         created_at, case when n % 3 = 0 then 'approvedScheduled' else 'pendingApproval' end, terms, approvers_required,
         requester_may_approve, case when n % 3 = 0 then created_at end
    from approval_requests, generate_series(1, ${count}::integer) n
   where request_id = ${requestId}::uuid`);
