import { assert, present } from "#kernel/assert.ts";
import { refuseHttp } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import { UnprovenRow } from "#kernel/proofs/unproven-row.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { eachOrganization, tryEach } from "#kernel/work/each-organization.ts";
import { decideRequest } from "../decisions/decide-request.ts";
import { findRequests } from "../requests/approval-requests.queries.ts";
import { requestStates } from "../requests/request-states.ts";
import type { BatchDecisionRow, BatchItemRow } from "./batch.ts";
import {
  claimItem,
  decidedBy,
  finishDecision,
  type ItemKey,
  lockRunningDecision,
  organizationsWithDecisions,
  runningDecisions,
  settleItem,
  waitingItems,
} from "./batch-decisions.queries.ts";
import { findBatch, waitingIn } from "./batches.queries.ts";
import { notifyOfBatch, notifyOfBatchDecision, settleBatch } from "./notify-of-batch.ts";

/** Decisions of an organization per pass, and requests of each: no batch delays another for long. */
const DECISIONS = 20;
const REQUESTS = 100;

/**
 * Carries out decisions about batches. Each request is decided in a transaction of its own, with every check of a
 * decision about it alone, and its outcome commits together with it: whatever dies, each request is decided once, and any
 * number of processes share the work. Returns the number of requests.
 */
export async function runBatchDecisions(service: Service): Promise<number> {
  const ids = await organizationsWithDecisions(service.database);
  return each.run(service, ids, async (organizationId) => {
    let done = 0;
    const decisions = await runningDecisions(service.database, organizationId, DECISIONS);
    assert(decisions.length <= DECISIONS, "a pass takes a bounded number of decisions");
    await tryEach(decisions, async (decision) => {
      done += await carryOn(service, { organizationId, decision });
    });
    return done;
  });
}

const each = eachOrganization("batch-decisions");

async function carryOn(
  service: Service,
  { organizationId, decision }: { organizationId: OrganizationId; decision: BatchDecisionRow },
): Promise<number> {
  // All of them: requests that someone wrote into the decision do not keep those that the user has seen waiting.
  const waiting = await waitingItems(service.database, organizationId, decision.decision_id);
  let done = 0;
  await tryEach(nextItems(decision, waiting), async (item) => {
    if (await decideItem(service, { organizationId, decision, item })) done += 1;
  });
  if (waiting.length > REQUESTS) return done;
  const isDone = await service.database.transaction((tx) => finish(service, tx, organizationId, decision));
  return isDone ? done + 1 : done;
}

/**
 * Rejected and withdrawn requests leave the totals of their day, on which the rules of later requests may depend, but
 * not those of earlier ones (ADR 0024): so these decisions begin with the last request.
 */
function nextItems({ verb }: BatchDecisionRow, waiting: readonly WaitingItem[]): readonly WaitingItem[] {
  return verb === "approve" ? waiting.slice(0, REQUESTS) : waiting.slice(-REQUESTS).reverse();
}

type WaitingItem = Pick<BatchItemRow, "request_id" | "version">;

interface Item {
  readonly organizationId: OrganizationId;
  readonly decision: BatchDecisionRow;
  readonly item: WaitingItem;
}

/** Returns whether this process settled the item. */
async function decideItem(service: Service, { organizationId, decision, item }: Item): Promise<boolean> {
  const { decision_id: decisionId, user_id: userId, verb, reason, batch_id: batchId } = decision;
  const { request_id: requestId, version } = item;
  const key: ItemKey = { organizationId, decisionId, requestId };
  const claim = async (tx: Tx) => (await claimItem(tx, key)) !== undefined;
  try {
    const row = await decideRequest(
      service,
      {
        organizationId,
        requestId,
        userId,
        version,
        decision: verb,
        batchId,
        ...(reason === null ? {} : { reason }),
        actor: { type: "user", id: userId, ...(decision.address === null ? {} : { address: decision.address }) },
      },
      { claim, settle: (tx) => settle(tx, key, undefined) },
    );
    return row !== undefined;
  } catch (error) {
    const refusal = error instanceof UnprovenRow ? refuseHttp("rowNotProven", { cause: error }) : error;
    if (!(refusal instanceof Refusal) || refusal.status >= 500) throw error;
    // The decision rolled back, so the reason is stored in a second transaction. If the process dies in between, the
    // next pass decides again.
    return await refuseItem(service, { organizationId, decision, item }, refusal);
  }
}

/** Stores why a request is not decided. Returns whether this process did. */
const refuseItem = (service: Service, { organizationId, decision, item }: Item, { code, message }: Refusal) =>
  service.database.transaction(async (tx) => {
    const key: ItemKey = { organizationId, decisionId: decision.decision_id, requestId: item.request_id };
    const claimed = (await claimItem(tx, key)) !== undefined;
    if (claimed) await settle(tx, key, { code, message });
    return claimed;
  });

async function settle(tx: Tx, key: ItemKey, refusal: { code: string; message: string } | undefined): Promise<void> {
  const row = await settleItem(tx, key, { trigger: refusal === undefined ? "decide" : "refuse", refusal });
  assert(row.request_id === key.requestId, "the item settled is the one that was claimed");
}

/** Ends a decision without requests left. Requesters, and approvers whose turn has come, are notified once. */
async function finish(
  service: Service,
  tx: Tx,
  organizationId: OrganizationId,
  { decision_id: decisionId, batch_id: batchId }: BatchDecisionRow,
): Promise<boolean> {
  if ((await lockRunningDecision(tx, organizationId, decisionId)) === undefined) return false;
  // Another process may be about to decide one.
  if ((await waitingItems(tx, organizationId, decisionId)).length > 0) return false;
  const ended = await finishDecision(tx, organizationId, { decisionId, endedAt: service.clock.now() });
  const batch = present(await findBatch(tx, organizationId, batchId), "a decision is about a batch");
  const ids = (await decidedBy(tx, organizationId, decisionId)).map((row) => row.request_id);
  const left = await waitingIn(tx, organizationId, { batchId, limit: 1 });
  await settleBatch(service, tx, { organizationId, batchId, ...(left.length > 0 && { users: [ended.user_id] }) });
  if (ids.length === 0) return true;
  const requests = await findRequests(tx, organizationId, ids);
  assert(requests.length <= ids.length, "no other request is reported as decided");
  assert(ended.state === "done" && ended.ended_at !== null, "a decision ends at a time");
  // An approval that is not the last one decides nothing for the requesters.
  const decided = requests.filter((row) => requestStates.next(row.status, "approve") === undefined);
  if (decided.length > 0) await notifyOfBatchDecision(service, tx, { organizationId, batch, decision: ended, decided });
  const after = { decisionId, requestIds: new Set<string>(ids) };
  if (ended.verb === "approve" && left.length > 0)
    await notifyOfBatch(service, tx, { organizationId, batch, actorId: ended.user_id, after });
  return true;
}
