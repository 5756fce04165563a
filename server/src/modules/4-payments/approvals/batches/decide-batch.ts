import { assert, present } from "#kernel/assert.ts";
import { type Answer, idempotently } from "#kernel/idempotency/idempotently.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import type { Caller } from "#records/identity";
import { listPeople, personOf, requireStepUp } from "#records/people";
import { refuseApproval } from "../approvals-refusals.ts";
import { refuseBatch } from "../batch-refusals.ts";
import type { Case } from "../decisions/may-decide.ts";
import type { BatchDecisionId, BatchRow, BatchVerb } from "./batch.ts";
import { digestOfContent, isOutdated, shareOf, waitingContentOf } from "./batch-content.ts";
import { insertDecision, insertItems } from "./batch-decisions.queries.ts";
import { batchNeedsStepUp, shortfallsOf, totalOfCases } from "./batch-money.ts";
import type { StartedDecision } from "./batch-schemas.ts";
import { auditBatch, holdBatch } from "./change-batch.ts";

/** A decision about a batch as received. */
export interface BatchDecisionCall {
  readonly caller: Caller;
  readonly batchId: string;
  readonly verb: BatchVerb;
  /** The digest of the content that the user has seen (`content` of the batch), in hexadecimal. */
  readonly content: string;
  readonly reason: string | undefined;
  readonly key: string | undefined;
}

/**
 * Begins to decide the requests of a batch that the user may decide. It stores which ones, in the versions that the user
 * has seen, and nothing is decided here: run-batch-decisions.ts decides one request per transaction, with all of its
 * checks, so that a process may die at any moment. What was added, removed, or changed after the user looked is refused
 * with `batchChanged`; money that is not there for all of them, with `batchNotCovered`.
 */
export async function startBatchDecision(service: Service, call: BatchDecisionCall): Promise<Answer<StartedDecision>> {
  const { caller, batchId, verb, content, reason, key } = call;
  const { organizationId, userId } = personOf(caller);
  const body = { batchId: batchId.toLowerCase(), content, ...(reason === undefined ? {} : { reason }) };
  const person = (await listPeople(service.database, organizationId)).find((person) => person.user_id === userId);
  // A replay is authorized like a first call; permissions for the other decisions are the route's.
  const show = (started: StartedDecision) => {
    if (verb === "withdraw" && started.userId !== userId && person?.role !== "administrator")
      throw refuseApproval("mayNotWithdraw");
    return started;
  };
  const instruction = { organizationId, operation: `${verb}ApprovalBatch`, key, body, show };
  return idempotently<StartedDecision>(service, instruction, async (tx) => {
    // From here to the commit, no request joins or leaves the batch.
    const batch = await holdBatch(tx, { caller, batchId }, verb);
    const able = await checkedShare(service, tx, { call, batch });
    const decisionId = service.newId<BatchDecisionId>();
    const decision = {
      decision_id: decisionId,
      batch_id: batch.batch_id,
      user_id: userId,
      verb,
      reason: reason ?? null,
      content: Buffer.from(content, "hex"),
      address: caller.address,
      created_at: service.clock.now(),
    };
    const items = able.map(({ request }) => ({ request_id: request.request_id, version: request.version }));
    const stored = await insertDecision(tx, organizationId, decision);
    if (stored === 0) throw refuseBatch("batchDecisionRunning");
    const inserted = await insertItems(tx, organizationId, { decisionId, items });
    assert(inserted === able.length, "each request that the user may decide is an item of the decision");
    const sums = { count: able.length, total: dollarsFromMinor(totalOfCases(able)) };
    await auditBatch(service, tx, {
      caller,
      batch,
      action: `approvalBatch.${verb}`,
      after: { ...sums, decisionId, content, ...(reason === undefined ? {} : { reason }) },
    });
    return { statusCode: 202, body: { decisionId, batchId: batch.batch_id, userId, ...sums } };
  });
}

/** The requests to decide, after all checks that concern the batch as a whole. */
async function checkedShare(
  service: Service,
  tx: Tx,
  { call: { caller, verb, content }, batch }: { call: BatchDecisionCall; batch: BatchRow },
): Promise<readonly Case[]> {
  const { organizationId, userId } = personOf(caller);
  const now = service.clock.now();
  const cases = await waitingContentOf(tx, organizationId, { batchId: batch.batch_id, now });
  if (cases.length === 0) throw refuseBatch("batchDecided");
  if (cases.some(isOutdated) || digestOfContent(batch.batch_id, cases).toString("hex") !== content)
    throw refuseBatch("batchChanged");
  const { able, unable } = shareOf(cases, userId, verb);
  if (able.length === 0) throw present(unable[0], "without a request to decide, one was refused").refusal;
  assert(
    able.every(({ request }) => request.batch_id === batch.batch_id),
    "only requests of the batch are decided",
  );
  if (verb !== "approve") return able;
  if (await batchNeedsStepUp(tx, organizationId, able)) requireStepUp(caller);
  const [short] = await shortfallsOf(tx, organizationId, { cases: able, userId, now });
  if (short !== undefined)
    throw refuseBatch("batchNotCovered", {
      details: { account: short.accountName, total: short.totalMinor, available: short.availableMinor },
    });
  return able;
}
