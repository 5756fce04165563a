import { assert } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { actorOf, type ListedAction, recordAudit } from "#records/audit";
import type { Caller } from "#records/identity";
import { personOf } from "#records/people";
import { refuseBatch } from "../batch-refusals.ts";
import type { BatchId, RequestRow } from "../requests/approval-request.ts";
import type { BatchRow } from "./batch.ts";
import { latestDecisions } from "./batch-decisions.queries.ts";
import { batchStates } from "./batch-states.ts";
import { countRemoved, lockBatch, lockOpenMembers, moveBatch, setBatch, tallyBatches } from "./batches.queries.ts";
import { notifyOfBatch, settleBatch } from "./notify-of-batch.ts";

interface BatchCall {
  readonly caller: Caller;
  readonly batchId: string;
}

type Trigger = keyof typeof batchStates.moves;

/** The locked batch, if the trigger is possible in its state. */
export async function holdBatch(tx: Tx, { caller, batchId }: BatchCall, trigger: Trigger): Promise<BatchRow> {
  const batch = await lockBatch(tx, caller.organizationId, batchId.toLowerCase());
  if (batch === undefined) throw notFound("batch");
  if (batchStates.next(batch.state, trigger) === undefined)
    throw refuseBatch(batchStates.moves[trigger].refusal, {
      details: { state: batch.state === "open" ? "not submitted yet" : batch.state },
    });
  return batch;
}

/** The batch to which the caller adds one request, locked until it is added. Only the user who created it may. */
export async function joinBatch(tx: Tx, call: BatchCall): Promise<BatchId> {
  const batch = await holdBatch(tx, call, "add");
  refuseUnlessCreator(batch, call.caller);
  const { count } = await membersOf(tx, call.caller, batch.batch_id);
  assert(count <= batch.announced_count, "a batch has no more requests than were announced");
  if (count === batch.announced_count) throw refuseBatch("batchFull", { details: { count } });
  return batch.batch_id;
}

/** A token's requests are in its creator's name, but a batch is what its creator has seen. */
function refuseUnlessCreator(batch: BatchRow, { person, userId }: Caller): void {
  if (person === undefined || batch.created_by !== userId) throw refuseBatch("notBatchCreator");
}

async function membersOf(tx: Tx, { organizationId }: Caller, batchId: BatchId) {
  const tallies = await tallyBatches(tx, organizationId, [batchId]);
  return {
    count: tallies.reduce((sum, { count }) => sum + Number(count), 0),
    totalMinor: tallies.reduce((sum, { total_minor: minor }) => sum + minor, 0n),
  };
}

/**
 * Completes a batch: from now on nothing joins it, and it can be decided as one. `count` and `totalMinor` are what its
 * creator has seen. Refuses with `batchNotOpen`, `notBatchCreator`, or `batchIncomplete`.
 */
export function submitBatch(
  service: Service,
  { count, totalMinor, ...call }: BatchCall & { readonly count: number; readonly totalMinor: bigint },
): Promise<BatchRow> {
  const { organizationId } = call.caller;
  return service.database.transaction(async (tx) => {
    const batch = await holdBatch(tx, call, "submit");
    refuseUnlessCreator(batch, call.caller);
    const members = await membersOf(tx, call.caller, batch.batch_id);
    if (members.count !== count || members.totalMinor !== totalMinor || count === 0)
      throw refuseBatch("batchIncomplete", { details: { count: members.count, total: members.totalMinor } });
    const submittedAt = service.clock.now();
    const row = await moveBatch(tx, organizationId, batch.batch_id, { trigger: "submit", submittedAt });
    assert(row.state === "submitted" && row.submitted_at !== null, "a batch is submitted at a time");
    assert(count <= batch.announced_count, "no more is submitted than was announced");
    await auditBatch(service, tx, {
      caller: call.caller,
      batch: row,
      action: "approvalBatch.submit",
      after: { count, total: dollarsFromMinor(totalMinor), announced: batch.announced_count },
    });
    await notifyOfBatch(service, tx, { organizationId, batch: row, actorId: personOf(call.caller).userId });
    return row;
  });
}

/** Users who may approve payments, and the user who created the batch. */
const mayChange = (batch: BatchRow, caller: Caller): boolean =>
  batch.created_by === personOf(caller).userId || caller.person?.permissions.has("approvePayments") === true;

/** What `mayChange` allows in the batch's state. */
export const changesAllowed = (batch: BatchRow, caller: Caller): readonly ("submit" | "remove" | "ungroup")[] =>
  (["submit", "remove", "ungroup"] as const).filter(
    (trigger) =>
      batchStates.next(batch.state, trigger) !== undefined &&
      (trigger === "submit" ? batch.created_by === personOf(caller).userId : mayChange(batch, caller)),
  );

/**
 * Takes requests out of a submitted batch: they wait for a decision of their own. All of them, or none with
 * `requestNotInBatch`.
 */
export function removeFromBatch(
  service: Service,
  { requestIds, ...call }: BatchCall & { readonly requestIds: readonly string[] },
): Promise<BatchRow> {
  const { organizationId } = call.caller;
  const chosen = new Set(requestIds.map((id) => id.toLowerCase()));
  return service.database.transaction(async (tx) => {
    const batch = await holdBatch(tx, call, "remove");
    if (!mayChange(batch, call.caller)) throw refuseBatch("mayNotChangeBatch");
    const { batch_id: batchId } = batch;
    const rows = await lockOpenMembers(tx, organizationId, { batchId, requestIds: [...chosen] });
    if (rows.length !== chosen.size) throw refuseBatch("requestNotInBatch");
    await leave(tx, call.caller, rows);
    assert(
      rows.every((each) => each.batch_id === batchId),
      "only requests of the batch leave it",
    );
    const row = await countRemoved(tx, organizationId, { batchId, removed: rows.length });
    await auditBatch(service, tx, {
      caller: call.caller,
      batch: row,
      action: "approvalBatch.remove",
      after: { ...sumOf(rows), requestIds: rows.map((each) => each.request_id) },
    });
    return row;
  });
}

/** Dissolves a batch: what may still be paid is decided one by one. Nothing is decided. */
export function ungroupBatch(service: Service, call: BatchCall): Promise<BatchRow> {
  const { organizationId } = call.caller;
  return service.database.transaction(async (tx) => {
    const batch = await holdBatch(tx, call, "ungroup");
    if (!mayChange(batch, call.caller)) throw refuseBatch("mayNotChangeBatch");
    const [decision] = await latestDecisions(tx, organizationId, [batch.batch_id]);
    if (decision?.state === "running") throw refuseBatch("batchDecisionRunning");
    // Approvers were notified of a submitted batch, but not of the requests of an open one.
    if (batch.state === "open")
      await notifyOfBatch(service, tx, { organizationId, batch, actorId: personOf(call.caller).userId });
    else await settleBatch(service, tx, { organizationId, batchId: batch.batch_id });
    // Scheduled ones, too: if one cannot be paid on its day, it waits again, and must not be hidden in this batch.
    const rows = await lockOpenMembers(tx, organizationId, { batchId: batch.batch_id });
    await leave(tx, call.caller, rows);
    const row = await moveBatch(tx, organizationId, batch.batch_id, {
      trigger: "ungroup",
      submittedAt: batch.submitted_at,
    });
    assert(row.state === "ungrouped", "an ungrouped batch stays so");
    await auditBatch(service, tx, {
      caller: call.caller,
      batch: row,
      action: "approvalBatch.ungroup",
      after: sumOf(rows),
    });
    return row;
  });
}

async function leave(tx: Tx, { organizationId }: Caller, rows: readonly RequestRow[]): Promise<void> {
  const requestIds = rows.map((row) => row.request_id);
  const left = await setBatch(tx, organizationId, { requestIds, batchId: null });
  assert(left === rows.length, "each locked request leaves the batch");
}

const sumOf = (rows: readonly RequestRow[]) => ({
  count: rows.length,
  total: dollarsFromMinor(rows.reduce((sum, row) => sum + row.amount_minor, 0n)),
});

export const auditBatch = (
  service: Service,
  tx: Tx,
  {
    caller,
    batch,
    action,
    after,
  }: {
    caller: Caller;
    batch: Pick<BatchRow, "batch_id" | "name">;
    action: Extract<ListedAction, `approvalBatch.${string}`>;
    after: Readonly<Record<string, unknown>>;
  },
): Promise<void> =>
  recordAudit(service, tx, {
    organizationId: caller.organizationId,
    actor: actorOf(caller),
    entries: [
      { action, resourceType: "approvalBatch", resourceId: batch.batch_id, after: { name: batch.name, ...after } },
    ],
  });
