import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { commentKey, countsOf, pageOfComments } from "#desk/comments/comments.queries.ts";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import { effectiveChangesSince } from "#money/recipients/changes/recent-changes.queries.ts";
import { sentBackRequests } from "#payments/approvals/questions/questions.queries.ts";
import {
  pageOfRequests,
  requestKey,
  requestsInOrder,
  someRequests,
} from "#payments/approvals/requests/approval-requests.queries.ts";
import { availableOnAccounts } from "#payments/approvals/risk/available.queries.ts";
import { similarRequests, similarTransactions } from "#payments/approvals/risk/similar.queries.ts";
import { requests } from "#payments/approvals/tables.ts";
import { largestPaymentsBelow } from "#payments/payments/transactions/payee-history.queries.ts";
import { fillComments } from "../../kit/conversations/comments.queries.ts";
import { explain } from "../../kit/databases/explain.ts";
import { fillHistory, fillRecipientChanges } from "../../kit/databases/plans.queries.ts";
import { vouchFor } from "../../kit/proofs/vouch-for.ts";
import { onSingleServer } from "../../kit/servers/single-server.ts";
import { openWorldOfFile, TEST_NOW } from "../../kit/service/full-app.ts";

const skip = await onSingleServer("it pins the plans of a single server");

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/** A page of the queue reads, for all of its flags, a bounded part of an index for each request (law 36). */
describe("the plans of the queue and its flags", { skip }, () => {
  /** One page: half of it to one recipient with many payments, half to recipients with none. */
  let page: { readonly requestId: never; readonly recipientId: never; readonly amountMinor: bigint }[];

  before(async () => {
    const { organizationId, accountId, recipientId } = organization;
    const end = TEST_NOW;
    await fillHistory(world.owner(), organizationId, { accountId, recipientId, userId: accountId, end, count: 20_000 });
    await vouchFor(world.service, organizationId, requests);
    await fillRecipientChanges(world.owner(), organizationId, { recipientId, end, count: 20_000 });
    page = Array.from({ length: 200 }, (_, index) => ({
      requestId: world.service.newId() as never,
      recipientId: (index % 2 === 0 ? recipientId : world.service.newId()) as never,
      amountMinor: BigInt(100 + index),
    }));
  });

  const planOf = async (query: (db: Queryable) => Promise<unknown>): Promise<string> =>
    (await explain(world.service, { within: organization.organizationId, executes: true }, query)).join("\n");

  it("flags read the latest payments, requests, and changes of each recipient by index", async () => {
    const { organizationId, accountId } = organization;
    const span = { from: plusMs(TEST_NOW, -7 * DAY_MS), until: plusMs(TEST_NOW, DAY_MS) };
    const searches = page.map((row) => ({ ...row, ...span }));
    const recipientIds = page.map((row) => row.recipientId);
    const since = plusMs(TEST_NOW, -DAY_MS);
    const plans = [
      [
        await planOf((db) => similarTransactions(db, organizationId, searches)),
        /Scan Backward using transactions_counterparty/,
      ],
      [
        await planOf((db) => similarRequests(db, organizationId, page)),
        /Scan Backward using approval_requests_similar/,
      ],
      [
        await planOf((db) => largestPaymentsBelow(db, organizationId, page)),
        /Scan Backward using transactions_counterparty/,
      ],
      [
        await planOf((db) => effectiveChangesSince(db, organizationId, { recipientIds, since })),
        /Scan Backward using recipient_changes_recipient/,
      ],
    ] as const;
    for (const [plan, index] of plans) {
      assert.match(plan, index, plan);
      assert.match(plan, /Limit/, plan);
      assert.doesNotMatch(plan, /Seq Scan|Bitmap|Hash Join|Merge Join/, plan);
    }
    const balances = await planOf((db) => availableOnAccounts(db, organizationId, [accountId]));
    assert.doesNotMatch(balances, /Seq Scan on (ledger_entries|transactions)/, balances);
  });

  it("requests sent back, a conversation, and the comments of a page are read by their indexes", async () => {
    const { organizationId, accountId } = organization;
    await fillComments(world.owner(), organizationId, { authorId: accountId, end: TEST_NOW, threads: 5_000, each: 4 });
    const keyset = { condition: sql`true`, order: sql`${requestKey} asc`, descending: false, limit: 51 };
    const filter = { statuses: ["pendingApproval"], sentBack: true } as const;
    const queue = await planOf((db) => pageOfRequests(db, organizationId, { filter, keyset }));
    assert.match(queue, /Limit[\s\S]*using approval_requests_sent_back/, queue);
    const newest = { condition: sql`true`, order: sql`${commentKey} desc`, descending: true, limit: 51 };
    const conversation = await planOf((db) =>
      pageOfComments(db, organizationId, { threadId: accountId, keyset: newest }),
    );
    assert.match(conversation, /Limit[\s\S]*Scan Backward using comments_thread/, conversation);
    const threadIds = page.map((row) => row.requestId);
    const counts = await planOf((db) => countsOf(db, organizationId, threadIds));
    assert.match(counts, /using comment_threads_pkey/, counts);
    const home = await planOf((db) => sentBackRequests(db, organizationId, 200));
    assert.match(home, /Limit[\s\S]*using approval_requests_sent_back/, home);
    for (const plan of [queue, conversation, counts, home]) assert.doesNotMatch(plan, /Seq Scan|Bitmap/, plan);
  });

  it("a sorted queue reads no more than it may sort, by the index of its filter", async () => {
    const { organizationId, accountId } = organization;
    for (const filter of [{}, { kind: "payment" as const }, { accountId }]) {
      const plan = await planOf((db) =>
        someRequests(db, organizationId, { filter: { statuses: ["pendingApproval"], ...filter }, most: 1_000 }),
      );
      assert.match(plan, /Limit/, plan);
    }
    const rejected = await planOf((db) =>
      someRequests(db, organizationId, { filter: { statuses: ["rejected"] }, most: 1_000 }),
    );
    assert.match(rejected, /approval_requests_/, rejected);
    assert.doesNotMatch(rejected, /Seq Scan/, rejected);
    const rows = await planOf((db) =>
      requestsInOrder(
        db,
        organizationId,
        page.map((row) => row.requestId),
      ),
    );
    assert.match(rows, /using approval_requests_pkey/, rows);
  });
});
