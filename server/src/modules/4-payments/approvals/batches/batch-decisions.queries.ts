import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, type Sql, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { OrganizationId, RequestId } from "#kernel/values/ids.ts";
import { organizationsWith } from "#records/identity";
import type { BatchId } from "../requests/approval-request.ts";
import { batchDecisions, batchItems } from "../tables.ts";
import type { BatchDecisionId, BatchDecisionRow, BatchItemRow } from "./batch.ts";
import { batchDecisionStates, batchItemStates } from "./batch-states.ts";

/** Tables: approval_batch_decisions, approval_batch_items. */
const columns: Sql = sql`
  d.decision_id, d.batch_id, d.user_id, d.verb, d.reason, d.content, d.address, d.state, d.created_at, d.ended_at`;

const isRunning = isOneOf(sql`d.state`, batchDecisionStates.statesBefore("finish"));
const isWaiting = isOneOf(sql`i.state`, batchItemStates.statesBefore("decide"));

/** Stores a decision; returns 0 if another one about its batch is running. */
export const insertDecision = (
  tx: Tx,
  organizationId: OrganizationId,
  decision: Omit<BatchDecisionRow, "state" | "ended_at">,
) =>
  tx.run(sql`
  insert into approval_batch_decisions (organization_id, decision_id, batch_id, user_id, verb, reason, content, address, state,
                                        created_at)
  values (${organizationId}, ${decision.decision_id}, ${decision.batch_id}, ${decision.user_id}, ${decision.verb},
          ${decision.reason}, ${decision.content}, ${decision.address},
          ${batchDecisionStates.initial[0]}, ${decision.created_at})
  on conflict (organization_id, batch_id) where state = 'running' do nothing
  returning ${batchDecisions.inserted()}`);

export const insertItems = (
  tx: Tx,
  organizationId: OrganizationId,
  {
    decisionId,
    items,
  }: { decisionId: BatchDecisionId; items: readonly Pick<BatchItemRow, "request_id" | "version">[] },
) =>
  tx.run(sql`
  insert into approval_batch_items (organization_id, decision_id, request_id, version, state)
  select ${organizationId}::uuid, ${decisionId}::uuid, i.request_id, i.version, ${batchItemStates.initial[0]}::text
    from unnest(${uuidArray(items.map((item) => item.request_id))}::uuid[],
                ${items.map((item) => item.version)}::integer[]) as i (request_id, version)
  returning ${batchItems.inserted()}`);

/** The latest decision about each of these batches. */
export const latestDecisions = (db: Queryable, organizationId: OrganizationId, batchIds: readonly BatchId[]) =>
  db.many<BatchDecisionRow>(sql`
  select d.*
    from unnest(${uuidArray(batchIds)}::uuid[]) as wanted (batch_id)
   cross join lateral (
     select ${columns} from approval_batch_decisions d
      where d.organization_id = ${organizationId} and d.batch_id = wanted.batch_id
      order by d.decision_id desc limit 1) d`);

/** How many requests of decisions are in each state. */
export const tallyItems = (db: Queryable, organizationId: OrganizationId, decisionIds: readonly BatchDecisionId[]) =>
  db.many<{ decision_id: BatchDecisionId; state: BatchItemRow["state"]; count: bigint }>(sql`
  select i.decision_id, i.state, count(*) as count from approval_batch_items i
   where i.organization_id = ${organizationId} and i.decision_id = any (${uuidArray(decisionIds)}::uuid[])
   group by i.decision_id, i.state`);

/** Requests that a decision could not decide, in the order in which they were made. */
export const refusedItems = (
  db: Queryable,
  organizationId: OrganizationId,
  { decisionId, limit }: { decisionId: BatchDecisionId; limit: number },
) =>
  db.many<BatchItemRow>(sql`
  select i.request_id, i.version, i.state, i.code, i.message from approval_batch_items i
   where i.organization_id = ${organizationId} and i.decision_id = ${decisionId} and i.state = 'refused'
   order by i.request_id limit ${limit}`);

/** Organizations with a decision that is being carried out. */
export const organizationsWithDecisions = (db: Queryable): Promise<readonly OrganizationId[]> =>
  organizationsWith(
    db,
    sql`from approval_batch_decisions d where d.organization_id = o.organization_id and ${isRunning}`,
  );

export const runningDecisions = (db: Queryable, organizationId: OrganizationId, limit: number) =>
  db.many<BatchDecisionRow>(sql`
  select ${columns}, ${batchDecisions.proofOrSkip("d")} from approval_batch_decisions d
   where d.organization_id = ${organizationId} and ${isRunning}
   order by d.batch_id limit ${limit}`);

/** The requests of a decision that wait, in the order in which they were made. */
export const waitingItems = (db: Queryable, organizationId: OrganizationId, decisionId: BatchDecisionId) =>
  db.many<Pick<BatchItemRow, "request_id" | "version">>(sql`
  select i.request_id, i.version, ${batchItems.proofOrSkip("i")} from approval_batch_items i
   where i.organization_id = ${organizationId} and i.decision_id = ${decisionId} and ${isWaiting}
   order by i.request_id`);

/** One request of one decision. */
export interface ItemKey {
  readonly organizationId: OrganizationId;
  readonly decisionId: BatchDecisionId;
  readonly requestId: RequestId;
}

/** Locks it unless another process has it or has done it. Before the request, which no holder of this lock waits for. */
export const claimItem = (tx: Tx, { organizationId, decisionId, requestId }: ItemKey) =>
  tx.maybe<{ request_id: RequestId }>(sql`
  select i.request_id, ${batchItems.proofOrSkip("i")} from approval_batch_items i
   where i.organization_id = ${organizationId} and i.decision_id = ${decisionId} and i.request_id = ${requestId}
     and ${isWaiting}
     for update of i skip locked`);

/** Records the outcome. The condition on its state makes a second outcome an error, which rolls back. */
export const settleItem = (
  tx: Tx,
  { organizationId, decisionId, requestId }: ItemKey,
  { trigger, refusal }: { trigger: "decide" | "refuse"; refusal: { code: string; message: string } | undefined },
) =>
  tx.one<{ request_id: RequestId }>(sql`
  update approval_batch_items i
     set state = ${batchItemStates.moves[trigger].to}, code = ${refusal?.code ?? null}, message = ${refusal?.message ?? null}
   where i.organization_id = ${organizationId} and i.decision_id = ${decisionId} and i.request_id = ${requestId}
     and ${isWaiting}
  returning i.request_id, ${batchItems.changed("i")}`);

/** Locks a decision, unless another process has ended it. */
export const lockRunningDecision = (tx: Tx, organizationId: OrganizationId, decisionId: BatchDecisionId) =>
  tx.maybe<{ decision_id: BatchDecisionId }>(sql`
  select d.decision_id, ${batchDecisions.proof("d")} from approval_batch_decisions d
   where d.organization_id = ${organizationId} and d.decision_id = ${decisionId} and ${isRunning}
     for update of d`);

/** Ends a locked decision of which no request is left. */
export const finishDecision = (
  tx: Tx,
  organizationId: OrganizationId,
  { decisionId, endedAt }: { decisionId: BatchDecisionId; endedAt: Date },
) =>
  tx.one<BatchDecisionRow>(sql`
  update approval_batch_decisions d set state = ${batchDecisionStates.moves.finish.to}, ended_at = ${endedAt}
   where d.organization_id = ${organizationId} and d.decision_id = ${decisionId} and ${isRunning}
  returning ${columns}, ${batchDecisions.changed("d")}`);

/** The requests that a decision decided. */
export const decidedBy = (db: Queryable, organizationId: OrganizationId, decisionId: BatchDecisionId) =>
  db.many<{ request_id: RequestId }>(sql`
  select i.request_id from approval_batch_items i
   where i.organization_id = ${organizationId} and i.decision_id = ${decisionId} and i.state = 'decided'
   order by i.request_id`);
