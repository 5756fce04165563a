import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql, uuidArray } from "#kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { submissionStates } from "../states/submission-states.ts";

/** Which part of the queue to take in. */
export interface TakeIn {
  /** Payments due at or before this instant. */
  readonly until: Date;
  /** At most so many commits per call, and no more once they have so many payments. */
  readonly most: number;
}

/** The payments of commits that were taken from the queue, one element of each array per payment. */
interface TakenPayments {
  /** As text: a Date would drop the microseconds. */
  readonly due: readonly string[];
  readonly ids: readonly TransactionId[];
}

interface TakenCommit {
  readonly due_at: string;
  readonly transaction_ids: readonly TransactionId[];
}

const paymentsOf = (commits: readonly TakenCommit[]): TakenPayments => ({
  due: commits.flatMap((commit) => commit.transaction_ids.map(() => commit.due_at)),
  ids: commits.flatMap((commit) => commit.transaction_ids),
});

/**
 * Queues accepted payments that are due for submission to the bank; a payment canceled before already has its row,
 * withdrawn. Concurrent processes take different commits. Returns the number of payments.
 */
export async function queueAcceptedPayments(
  tx: Tx,
  organizationId: OrganizationId,
  { until, most }: TakeIn,
): Promise<number> {
  const commits = await tx.many<TakenCommit>(sql`
    delete from rail_queue q
     using (select hand_over_at, hand_over_at::text as due_at, position, sum(payments) over (order by hand_over_at, position) - payments as payments_before
              from (select hand_over_at, position, cardinality(transaction_ids) as payments from rail_queue
                     where organization_id = ${organizationId} and hand_over_at <= ${until}
                     order by hand_over_at, position limit ${most}
                       for update skip locked) due) c
     where q.organization_id = ${organizationId} and q.hand_over_at = c.hand_over_at and q.position = c.position
       and c.payments_before < ${most}
    returning c.due_at, q.transaction_ids`);
  const { due, ids } = paymentsOf(commits);
  if (ids.length > 0)
    await tx.run(sql`
    insert into rail_submissions (organization_id, transaction_id, state, hand_over_at)
    select ${organizationId}::uuid, t.id, 'waiting', t.due
      from unnest(${uuidArray(ids)}::uuid[], ${due}::timestamptz[]) as t(id, due) order by t.id
    on conflict do nothing`);
  return ids.length;
}

/** Accepted payments of one commit, due together. */
export interface QueuedCommit {
  /** As text: a Date would drop the microseconds. */
  readonly due_at: string;
  readonly position: bigint;
  readonly transaction_ids: readonly TransactionId[];
}

/**
 * Commits that are due and not queued yet, the longest due first, optionally those after one, until they have this many
 * payments. Without a lock: claimQueued locks.
 */
export const dueCommits = (
  db: Queryable,
  organizationId: OrganizationId,
  { now, after, most }: { now: Date; after: QueuedCommit | undefined; most: number },
) =>
  db.many<QueuedCommit>(sql`
  select due_at, position, transaction_ids
    from (select hand_over_at::text as due_at, position, transaction_ids,
                 sum(cardinality(transaction_ids)) over (order by hand_over_at, position) - cardinality(transaction_ids) as before
            from (select hand_over_at, position, transaction_ids from rail_queue
                   where organization_id = ${organizationId} and hand_over_at <= ${now}
                     and (hand_over_at, position) > (${after?.due_at ?? "-infinity"}::timestamptz, ${after?.position ?? 0n}::bigint)
                   order by hand_over_at, position limit ${most}) due) counted
   where before < ${most}
   order by counted.due_at::timestamptz, position`);

/** A payment that this process hands over, and when it was due. */
export interface ClaimedPayment {
  readonly transaction_id: TransactionId;
  readonly hand_over_at: Date;
}

/**
 * Queues the payments of commits: `submitted` at once, or waiting if they need another decision. Payments that are
 * withdrawn or answered already keep their state, and commits taken by another process are skipped. Returns the payments
 * that are submitted.
 */
export async function claimQueued(
  tx: Tx,
  organizationId: OrganizationId,
  claim: { commits: readonly QueuedCommit[]; waiting: readonly TransactionId[]; now: Date },
): Promise<readonly ClaimedPayment[]> {
  const commits = await tx.many<TakenCommit>(sql`
    delete from rail_queue q
     using (select q.hand_over_at, q.hand_over_at::text as due_at, q.position
              from rail_queue q
              join unnest(${claim.commits.map((commit) => commit.due_at)}::timestamptz[], ${claim.commits.map((commit) => commit.position.toString())}::bigint[])
                     as c(hand_over_at, position) on q.hand_over_at = c.hand_over_at and q.position = c.position
             where q.organization_id = ${organizationId}
             order by q.hand_over_at, q.position
               for update of q skip locked) mine
     where q.organization_id = ${organizationId} and q.hand_over_at = mine.hand_over_at and q.position = mine.position
    returning mine.due_at, q.transaction_ids`);
  const { due, ids } = paymentsOf(commits);
  const waiting = new Set(claim.waiting);
  if (ids.length === 0) return [];
  const added = await tx.many<ClaimedPayment & { readonly state: string }>(sql`
    insert into rail_submissions (organization_id, transaction_id, state, hand_over_at, submitted_at)
    select ${organizationId}::uuid, t.id, case when t.waits then 'waiting' else ${submissionStates.moves.submit.to} end, t.due,
           case when not t.waits then ${claim.now}::timestamptz end
      from unnest(${uuidArray(ids)}::uuid[], ${due}::timestamptz[], ${ids.map((id) => waiting.has(id))}::boolean[]) as t(id, due, waits)
     order by t.id
    on conflict do nothing
    returning transaction_id, hand_over_at, state`);
  return added.filter(({ state }) => state === submissionStates.moves.submit.to);
}
