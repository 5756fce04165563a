import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { KeysetRange } from "#kernel/http/paging.queries.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import {
  latestDecisions,
  organizationsWithDecisions,
  refusedItems,
  runningDecisions,
  waitingItems,
} from "#payments/approvals/batches/batch-decisions.queries.ts";
import { batchKey, pageOfWaitingBatches, waitingIn } from "#payments/approvals/batches/batches.queries.ts";
import type { BatchId } from "#payments/approvals/requests/approval-request.ts";
import { pageOfRequests, requestKey } from "#payments/approvals/requests/approval-requests.queries.ts";
import { batchDecisions, batches, batchItems, requests } from "#payments/approvals/tables.ts";
import { fillBatches } from "../../kit/batches/batches.queries.ts";
import { explain } from "../../kit/databases/explain.ts";
import { vouchFor } from "../../kit/proofs/vouch-for.ts";
import { onSingleServer } from "../../kit/servers/single-server.ts";
import { openWorldOfFile } from "../../kit/service/full-app.ts";
import { requestPaymentOf } from "../../kit/worlds/approvals.ts";

const skip = await onSingleServer("it pins the plans of a single server");

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/** Law 44: batches, their requests, and decisions to carry out are found by indexes, whatever else there is. */
describe("the plans of batches", { skip }, () => {
  let batchId: BatchId;
  let decisionId: never;

  before(async () => {
    const { requestId } = await requestPaymentOf(world, organization);
    const { organizationId, accountId: userId } = organization;
    // 40 batches with 500 requests each, of which those of two wait.
    const first = await fillBatches(world.owner(), organizationId, { requestId, userId, batches: 40, each: 500 });
    await vouchFor(world.service, organization.organizationId, requests, batches, batchDecisions, batchItems);
    batchId = first.batch_id as BatchId;
    decisionId = first.decision_id as never;
  });

  const planOf = async (query: (db: Queryable) => Promise<unknown>, within = true): Promise<string> =>
    (
      await explain(world.service, { within: within ? organization.organizationId : undefined, executes: true }, query)
    ).join("\n");

  const found = (plan: string, ...indexes: readonly RegExp[]) => {
    for (const index of indexes) assert.match(plan, index, plan);
    assert.doesNotMatch(plan, /Seq Scan on approval_(requests|batch_)|Bitmap/, plan);
  };
  const page = (order: Sql, descending: boolean): KeysetRange => ({
    condition: sql`true`,
    order,
    descending,
    limit: 21,
  });

  it("batches that wait are found with one step in an index for each", async () => {
    const { organizationId } = organization;
    for (const descending of [false, true]) {
      const order = descending ? sql`${batchKey} desc` : sql`${batchKey} asc`;
      const plan = await planOf((db) => pageOfWaitingBatches(db, organizationId, page(order, descending)));
      found(plan, /using approval_requests_batch_waiting/);
    }
  });

  it("requests in no batch, and those of one batch, are read in the order of an index", async () => {
    const { organizationId } = organization;
    const keyset = page(sql`${requestKey} asc`, false);
    const statuses = ["pendingApproval"] as const;
    const alone = await planOf((db) =>
      pageOfRequests(db, organizationId, { filter: { statuses, alone: true }, keyset }),
    );
    found(alone, /using approval_requests_alone/);
    const members = await planOf((db) =>
      pageOfRequests(db, organizationId, { filter: { statuses: undefined, batchId }, keyset }),
    );
    found(members, /using approval_requests_batch/);
    found(
      await planOf((db) => waitingIn(db, organizationId, { batchId, limit: 100 })),
      /using approval_requests_batch/,
    );
  });

  it("decisions to carry out, and their requests, are found by indexes", async () => {
    const { organizationId } = organization;
    found(await planOf((db) => organizationsWithDecisions(db), false), /using approval_batch_decisions_running/);
    found(await planOf((db) => runningDecisions(db, organizationId, 20)), /using approval_batch_decisions_running/);
    found(await planOf((db) => latestDecisions(db, organizationId, [batchId])), /using approval_batch_decisions_batch/);
    found(
      await planOf((db) => waitingItems(db, organizationId, decisionId)),
      /using approval_batch_items_(waiting|pkey)/,
    );
    found(
      await planOf((db) => refusedItems(db, organizationId, { decisionId, limit: 100 })),
      /using approval_batch_items_refused/,
    );
  });
});
