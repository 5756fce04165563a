import type { KeysetRange } from "#kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, type Sql, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { OrganizationId, RequestId } from "#kernel/values/ids.ts";
import type { BatchId, RequestRow } from "../requests/approval-request.ts";
import { listedColumns } from "../requests/approval-requests.queries.ts";
import { openStatuses, requestStates, type StoredStatus } from "../requests/request-states.ts";
import { batches, requests } from "../tables.ts";
import type { BatchRow } from "./batch.ts";
import { type BatchState, batchStates } from "./batch-states.ts";

/** Tables: approval_batches, and the batch of rows in approval_requests. */
const columns: Sql = sql`
  b.batch_id, b.state, b.name, b.announced_count, b.announced_minor, b.removed_count, b.created_by, b.created_at,
  b.submitted_at`;

export const insertBatch = (tx: Tx, organizationId: OrganizationId, batch: Omit<BatchRow, "removed_count">) =>
  tx.one<BatchRow>(sql`
  insert into approval_batches as b (organization_id, batch_id, state, name, announced_count, announced_minor, created_by,
                                     created_at, submitted_at)
  values (${organizationId}, ${batch.batch_id}, ${batch.state}, ${batch.name}, ${batch.announced_count},
          ${batch.announced_minor}, ${batch.created_by}, ${batch.created_at}, ${batch.submitted_at})
  returning ${columns}, ${batches.inserted("b")}`);

export const findBatch = (db: Queryable, organizationId: OrganizationId, batchId: string) =>
  db.maybe<BatchRow>(sql`
  select ${columns}, ${batches.proof("b")} from approval_batches b
   where b.organization_id = ${organizationId} and b.batch_id = ${batchId}`);

export const findApprovalBatches = (db: Queryable, organizationId: OrganizationId, batchIds: readonly string[]) =>
  db.many<BatchRow>(sql`
  select ${columns}, ${batches.proofOrSkip("b")} from approval_batches b
   where b.organization_id = ${organizationId} and b.batch_id = any (${uuidArray(batchIds)}::uuid[])`);

/** Locked before the requests in it and before its organization, by everything that changes what it contains. */
export const lockBatch = (tx: Tx, organizationId: OrganizationId, batchId: string) =>
  tx.maybe<BatchRow>(sql`
  select ${columns}, ${batches.proof("b")} from approval_batches b
   where b.organization_id = ${organizationId} and b.batch_id = ${batchId} for update of b`);

/** Submits or ungroups it. There is no row if its state does not allow that. */
export const moveBatch = (
  tx: Tx,
  organizationId: OrganizationId,
  batchId: BatchId,
  { trigger, submittedAt }: { trigger: "submit" | "ungroup"; submittedAt: Date | null },
) =>
  tx.one<BatchRow>(sql`
  update approval_batches b set state = ${batchStates.moves[trigger].to}, submitted_at = ${submittedAt}
   where b.organization_id = ${organizationId} and b.batch_id = ${batchId}
     and ${isOneOf(sql`b.state`, batchStates.statesBefore(trigger))}
  returning ${columns}, ${batches.changed("b")}`);

export const countRemoved = (
  tx: Tx,
  organizationId: OrganizationId,
  { batchId, removed }: { batchId: BatchId; removed: number },
) =>
  tx.one<BatchRow>(sql`
  update approval_batches b set removed_count = b.removed_count + ${removed}
   where b.organization_id = ${organizationId} and b.batch_id = ${batchId}
  returning ${columns}, ${batches.changed("b")}`);

const waits = (status: Sql): Sql => isOneOf(status, requestStates.statesBefore("approve"));

/** The key for paging the list of batches. */
export const batchKey: Sql = sql`x.batch_id`;

/**
 * A page of the batches that wait: open ones, and those with requests that wait for a decision. The second are found
 * with one step in an index for each batch, however many requests they have.
 */
export const pageOfWaitingBatches = (db: Queryable, organizationId: OrganizationId, keyset: KeysetRange) => {
  const next = keyset.descending ? sql`x.batch_id < w.batch_id` : sql`x.batch_id > w.batch_id`;
  const open: BatchState = "open";
  return db.many<BatchRow>(sql`
  with recursive waiting (batch_id, place) as (
    (select x.batch_id, 1 from approval_requests x
      where x.organization_id = ${organizationId} and ${waits(sql`x.status`)} and x.batch_id is not null
        and ${keyset.condition}
      order by ${keyset.order} limit 1)
    union all
    select n.batch_id, w.place + 1 from waiting w cross join lateral (
      select x.batch_id from approval_requests x
       where x.organization_id = ${organizationId} and ${waits(sql`x.status`)} and x.batch_id is not null and ${next}
       order by ${keyset.order} limit 1) n
     where w.place < ${keyset.limit})
  select ${columns}
    from (select batch_id from waiting
          union
          (select x.batch_id from approval_batches x
            where x.organization_id = ${organizationId} and ${isOneOf(sql`x.state`, [open])} and ${keyset.condition}
            order by ${keyset.order} limit ${keyset.limit})) x
    join approval_batches b on b.organization_id = ${organizationId} and b.batch_id = x.batch_id
   order by ${keyset.order} limit ${keyset.limit}`);
};

/** Whether a cursor names a batch of this organization: for paging. */
export const batchWithId = (organizationId: OrganizationId, batchId: string): Sql => sql`
  select batch_id from approval_batches where organization_id = ${organizationId} and batch_id = ${batchId}`;

/** How many requests of batches have each status, and what they add up to. */
export const tallyBatches = (db: Queryable, organizationId: OrganizationId, batchIds: readonly BatchId[]) =>
  db.many<{ batch_id: BatchId; status: StoredStatus; count: bigint; total_minor: bigint }>(sql`
  select q.batch_id, q.status, count(*) as count, sum(q.amount_minor)::bigint as total_minor
    from approval_requests q
   where q.organization_id = ${organizationId} and q.batch_id = any (${uuidArray(batchIds)}::uuid[])
   group by q.batch_id, q.status`);

/** The requests of a batch that wait for a decision, in the order in which they were made. */
export const waitingIn = (
  db: Queryable,
  organizationId: OrganizationId,
  { batchId, limit }: { batchId: BatchId; limit: number },
) =>
  db.many<RequestRow>(sql`
  select ${listedColumns} from approval_requests q
   where q.organization_id = ${organizationId} and q.batch_id = ${batchId} and ${waits(sql`q.status`)}
   order by q.request_id limit ${limit}`);

/** The rows that may still be paid, locked in the order of their IDs: all of a batch, or these. */
export const lockOpenMembers = (
  tx: Tx,
  organizationId: OrganizationId,
  { batchId, requestIds }: { batchId: BatchId | null; requestIds?: readonly string[] },
) =>
  tx.many<RequestRow>(sql`
  select ${listedColumns} from approval_requests q
   where q.organization_id = ${organizationId} and q.batch_id is not distinct from ${batchId}::uuid
     and ${isOneOf(sql`q.status`, requestIds === undefined ? openStatuses : requestStates.statesBefore("approve"))}
     and ${requestIds === undefined ? sql`true` : sql`q.request_id = any (${uuidArray(requestIds)}::uuid[])`}
   order by q.request_id for update of q`);

/** Moves locked requests into a batch, or out of their batch. */
export const setBatch = (
  tx: Tx,
  organizationId: OrganizationId,
  { requestIds, batchId }: { requestIds: readonly RequestId[]; batchId: BatchId | null },
) =>
  tx.run(sql`
  update approval_requests set batch_id = ${batchId}::uuid
   where organization_id = ${organizationId} and request_id = any (${uuidArray(requestIds)}::uuid[])
  returning ${requests.changed()}`);
