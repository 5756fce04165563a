import type { Queryable } from "#kernel/sql/database.ts";
import { sql, uuidArray } from "#kernel/sql/sql.ts";

/** Each request with the payments that were made for it. */
export const countPaid = (db: Queryable, requestIds: readonly string[]) =>
  db.many<{
    request_id: string;
    status: string;
    amount_minor: bigint;
    payments: bigint;
    paid_minor: bigint | null;
  }>(sql`
  select q.request_id, q.status, q.amount_minor, count(t.transaction_id) as payments,
         (-sum(t.amount_minor))::bigint as paid_minor
    from approval_requests q
    left join transactions t on t.organization_id = q.organization_id and t.request_id = q.request_id
   where q.request_id = any (${uuidArray(requestIds)}::uuid[])
   group by q.request_id, q.status, q.amount_minor`);

/** How many reviews each person gave each request. */
export const reviewsIn = (db: Queryable, requestIds: readonly string[]) =>
  db.many<{ count: bigint }>(sql`
  select count(*) as count from approval_reviews
   where request_id = any (${uuidArray(requestIds)}::uuid[])
   group by request_id, reviewer_user_id`);

/**
 * Many batches, of which one in twenty waits, each with a decision about all of its requests, of which the first one's
 * is running. Returns the first batch and its decision.
 */
export async function fillBatches(
  db: Queryable,
  organizationId: string,
  { requestId, userId, batches, each }: { requestId: string; userId: string; batches: number; each: number },
) {
  await db.run(sql`
  insert into approval_batches (organization_id, batch_id, state, name, announced_count, announced_minor, created_by,
                                created_at, submitted_at)
  select ${organizationId}::uuid, gen_random_uuid(), 'submitted', 'Batch ' || n, ${each}::integer, 1, ${userId}::uuid,
         now() + n * interval '1 second', now()
    from generate_series(1, ${batches}::integer) n`);
  await db.run(sql`
  insert into approval_requests (
    organization_id, request_id, kind, account_id, recipient_id, amount_minor, method, requester_user_id, created_at, status,
    terms, approvers_required, requester_may_approve, decided_at, batch_id)
  select q.organization_id, gen_random_uuid(), q.kind, q.account_id, q.recipient_id, q.amount_minor, q.method,
         q.requester_user_id, q.created_at, case when b.place % 20 = 1 then 'pendingApproval' else 'rejected' end, q.terms,
         q.approvers_required, q.requester_may_approve, case when b.place % 20 = 1 then null else q.created_at end, b.batch_id
    from approval_requests q,
         (select batch_id, row_number() over (order by created_at) as place from approval_batches
           where organization_id = ${organizationId}) b,
         generate_series(1, ${each}::integer)
   where q.request_id = ${requestId}::uuid`);
  await db.run(sql`
  insert into approval_batch_decisions (organization_id, decision_id, batch_id, user_id, verb, content, state,
                                        created_at, ended_at)
  select ${organizationId}::uuid, gen_random_uuid(), batch_id, created_by, 'reject', decode('00', 'hex'),
         case when place = 1 then 'running' else 'done' end, created_at, case when place = 1 then null else created_at end
    from (select batch_id, created_by, created_at, row_number() over (order by created_at) as place from approval_batches
           where organization_id = ${organizationId}) b`);
  // Of batches that are long gone.
  await db.run(sql`
  insert into approval_batch_decisions (organization_id, decision_id, batch_id, user_id, verb, content, state,
                                        created_at, ended_at)
  select ${organizationId}::uuid, gen_random_uuid(), gen_random_uuid(), ${userId}::uuid, 'approve', decode('00', 'hex'),
         'done', now(), now()
    from generate_series(1, 10000)`);
  await db.run(sql`
  insert into approval_batch_items (organization_id, decision_id, request_id, version, state, code, message)
  select d.organization_id, d.decision_id, q.request_id, 1,
         case when d.state = 'running' then 'waiting' else 'refused' end,
         case when d.state = 'running' then null else 'ownRequest' end, case when d.state = 'running' then null else 'No' end
    from approval_batch_decisions d
    join approval_requests q on q.organization_id = d.organization_id and q.batch_id = d.batch_id
   where d.organization_id = ${organizationId}`);
  await db.run(sql`analyze approval_requests, approval_batches, approval_batch_decisions, approval_batch_items`);
  return db.one<{ batch_id: string; decision_id: string }>(sql`
  select batch_id, decision_id from approval_batch_decisions
   where organization_id = ${organizationId} and state = 'running'`);
}

/** What someone with the database's password can write: a decision in a user's name, about all requests of a batch. */
export async function forgeDecision(
  db: Queryable,
  { batchId, userId, verb = "approve" }: { batchId: string; userId: string; verb?: string },
): Promise<void> {
  const { decision_id: decisionId } = await db.one<{ decision_id: string }>(sql`
  insert into approval_batch_decisions (organization_id, decision_id, batch_id, user_id, verb, content, state,
                                        created_at)
  select organization_id, gen_random_uuid(), batch_id, ${userId}::uuid, ${verb}, decode('00', 'hex'),
         'running', now()
    from approval_batches where batch_id = ${batchId}::uuid
  returning decision_id`);
  await db.run(sql`
  insert into approval_batch_items (organization_id, decision_id, request_id, version, state)
  select organization_id, ${decisionId}::uuid, request_id, version, 'waiting'
    from approval_requests where batch_id = ${batchId}::uuid`);
}

/** Moves a waiting request into a batch, and into the decision about it that is being carried out. */
export async function smuggleRequest(
  db: Queryable,
  { batchId, requestId }: { batchId: string; requestId: string },
): Promise<void> {
  await db.run(sql`update approval_requests set batch_id = ${batchId}::uuid where request_id = ${requestId}::uuid`);
  await db.run(sql`
  insert into approval_batch_items (organization_id, decision_id, request_id, version, state)
  select organization_id, decision_id, ${requestId}::uuid, 1, 'waiting'
    from approval_batch_decisions where batch_id = ${batchId}::uuid and state = 'running'`);
}

/** Makes a running rejection an approval. */
export const reverseDecision = (db: Queryable, batchId: string) =>
  db.run(sql`
  update approval_batch_decisions set verb = 'approve', reason = null
   where batch_id = ${batchId}::uuid and state = 'running'`);
