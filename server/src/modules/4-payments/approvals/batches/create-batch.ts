import { assert } from "#kernel/assert.ts";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import { type Answer, idempotently } from "#kernel/idempotency/idempotently.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { dollarsFromMinor, minorFromDollars } from "#kernel/values/money.ts";
import type { Caller } from "#records/identity";
import { personOf } from "#records/people";
import { refuseBatch } from "../batch-refusals.ts";
import type { BatchId, RequestRow } from "../requests/approval-request.ts";
import type { BatchRow } from "./batch.ts";
import type { CreatedBatch, GroupBody, NewBatchBody } from "./batch-schemas.ts";
import { insertBatch, lockOpenMembers, setBatch } from "./batches.queries.ts";
import { auditBatch } from "./change-batch.ts";

interface Creation<Body> {
  readonly caller: Caller;
  readonly body: Body;
  readonly key: string | undefined;
}

const created = ({ batch_id: batchId, name, state, created_by: createdBy }: BatchRow) => ({
  statusCode: 201,
  body: { batchId, name, state, createdBy },
});

/** Opens a batch, to which its creator then adds as many requests as announced, one by one. */
export async function openBatch(
  service: Service,
  { caller, body, key }: Creation<NewBatchBody>,
): Promise<Answer<CreatedBatch>> {
  const { organizationId, userId } = personOf(caller);
  const announcedMinor = minorFromDollars(body.announced.total);
  if (announcedMinor === undefined)
    throw invalidRequest([{ path: "announced.total", message: "must have at most two decimals" }]);
  const instruction = { organizationId, operation: "createApprovalBatch", key, body };
  return idempotently<CreatedBatch>(service, instruction, async (tx) => {
    const batch = await insertBatch(tx, organizationId, {
      batch_id: service.newId<BatchId>(),
      state: "open",
      name: body.name,
      announced_count: body.announced.count,
      announced_minor: announcedMinor,
      created_by: userId,
      created_at: service.clock.now(),
      submitted_at: null,
    });
    assert(batch.announced_count === body.announced.count, "the batch stored is the one that was announced");
    await auditBatch(service, tx, {
      caller,
      batch,
      action: "approvalBatch.create",
      after: { count: body.announced.count, total: body.announced.total },
    });
    return created(batch);
  });
}

/**
 * Makes a submitted batch of requests that wait for a decision and are in no batch. For users who may approve payments,
 * and for the requester of all of them. All of them, or none with `requestNotGroupable`.
 */
export async function groupRequests(
  service: Service,
  { caller, body, key }: Creation<GroupBody>,
): Promise<Answer<CreatedBatch>> {
  const { organizationId } = caller;
  const requestIds = [...new Set(body.requestIds.map((id) => id.toLowerCase()))];
  const instruction = { organizationId, operation: "groupApprovalRequests", key, body, show: shownTo(caller) };
  return idempotently<CreatedBatch>(service, instruction, async (tx) => {
    const rows = await lockOpenMembers(tx, organizationId, { batchId: null, requestIds });
    if (rows.length !== requestIds.length) throw refuseBatch("requestNotGroupable");
    refuseUnlessMayGroup(rows, caller);
    const batch = await storeGroup(service, tx, { caller, name: body.name, rows });
    return created(batch);
  });
}

/** A replay is authorized like a first call: a user who may not group requests of others does not see such a group. */
const shownTo = (caller: Caller) => (batch: CreatedBatch) => {
  const mayGroup = caller.person?.permissions.has("approvePayments") || batch.createdBy === caller.userId;
  if (!mayGroup) throw refuseBatch("mayNotChangeBatch");
  return batch;
};

function refuseUnlessMayGroup(rows: readonly RequestRow[], caller: Caller): void {
  const { userId } = personOf(caller);
  if (caller.person?.permissions.has("approvePayments")) return;
  if (rows.some((row) => row.requester_user_id !== userId)) throw refuseBatch("mayNotChangeBatch");
}

async function storeGroup(
  service: Service,
  tx: Tx,
  { caller, name, rows }: { caller: Caller; name: string; rows: readonly RequestRow[] },
): Promise<BatchRow> {
  const { organizationId, userId } = personOf(caller);
  const totalMinor = rows.reduce((sum, row) => sum + row.amount_minor, 0n);
  const now = service.clock.now();
  const batch = await insertBatch(tx, organizationId, {
    batch_id: service.newId<BatchId>(),
    state: "submitted",
    name,
    announced_count: rows.length,
    announced_minor: totalMinor,
    created_by: userId,
    created_at: now,
    submitted_at: now,
  });
  assert(totalMinor > 0n, "a batch has a total");
  assert(
    rows.every((row) => row.batch_id === null),
    "a request is in one batch",
  );
  const requestIds = rows.map((row) => row.request_id);
  const joined = await setBatch(tx, organizationId, { requestIds, batchId: batch.batch_id });
  assert(joined === rows.length, "each locked request joins the batch");
  await auditBatch(service, tx, {
    caller,
    batch,
    action: "approvalBatch.group",
    after: { count: rows.length, total: dollarsFromMinor(totalMinor), requestIds },
  });
  return batch;
}
