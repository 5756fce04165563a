import assert from "node:assert/strict";
import { browse } from "../worlds/people.ts";
import type { Everything, Fixture, Fixtures, Given } from "./everything.ts";

async function post(all: Everything, url: string, body: unknown) {
  const answer = await browse(all.world.app, { url, body, cookie: await all.session() });
  assert.ok(answer.status < 300, `${url} returned ${answer.status} ${answer.text}`);
  return answer.body;
}

/** As in the example of submitting one. */
const AMOUNT = 12_500;

/** A batch with one request, and the user who opened it. */
async function opened(all: Everything): Promise<Given> {
  const announced = { count: 1, total: AMOUNT };
  const { batchId } = await post(all, "/approval-batches", { name: "Supplier run", announced });
  const { accountId, recipientId } = all.organization;
  const payment = { recipientId, amount: AMOUNT, paymentMethod: "ach", batchId };
  const { requestId } = await post(all, `/account/${accountId}/request-send-money`, payment);
  return { batchId, requestId, cookie: await all.session() };
}

const submitted: Fixture = async (all) => {
  const batch = await opened(all);
  await post(all, `/approval-batches/${batch["batchId"]}/submit`, { count: 1, total: AMOUNT });
  return batch;
};

/** A batch to decide, and a user who has looked at it. */
const decidable: Fixture = async (all) => {
  const { batchId = "" } = await submitted(all);
  const cookie = await all.newAdministrator();
  const { body } = await browse(all.world.app, { url: `/approval-batches/${batchId}`, cookie });
  return { batchId, cookie, content: body.evaluation.content };
};

export const batchFixtures: Fixtures = {
  groupApprovalRequests: async (all) => ({ requestId: await all.newRequest(), cookie: await all.session() }),
  getApprovalBatch: submitted,
  submitApprovalBatch: opened,
  removeFromApprovalBatch: submitted,
  ungroupApprovalBatch: submitted,
  approveApprovalBatch: decidable,
  rejectApprovalBatch: decidable,
  withdrawApprovalBatch: decidable,
};

export const newBatchItems: Readonly<Record<string, (all: Everything) => Promise<unknown>>> = {
  listApprovalBatches: opened,
};
