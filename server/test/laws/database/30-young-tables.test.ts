import assert from "node:assert/strict";
import { test } from "node:test";
import type { BankFileId, ConnectionId } from "#bank/exchange";
import { ordersInFiles } from "#bank/file-rails/orders/orders.queries.ts";
import { decideTransfers, lockTransfers } from "#bank/file-rails/transfers/transfers.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import { readInIndexOrder } from "#kernel/sql/server-session.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { EndpointId, TransactionId } from "#kernel/values/ids.ts";
import { memosOfEvents } from "#payments/payments/finding/memo-words.queries.ts";
import { pageBySize } from "#payments/payments/transactions/pages-by-size.queries.ts";
import { sortedPage, sortedPlace, sortKeys } from "#payments/payments/transactions/sorted-pages.queries.ts";
import { findRowsAbove } from "#records/audit/trail/seals/seals.queries.ts";
import { findMissingRows, findUnauditedPayments } from "#records/audit/trail/streams.queries.ts";
import { findEventRows } from "#records/events/feed/events.queries.ts";
import { claimDeliveries, postponeLaterDeliveries } from "#reports/webhooks/delivery/courier.queries.ts";
import { fillYoungTables, fillYoungTransfers } from "../../kit/databases/plans.queries.ts";
import { addBacklog, deliveryOfBacklog } from "../../kit/scale/backlog.queries.ts";
import { onSingleServer } from "../../kit/servers/single-server.ts";
import { openWorld, TEST_NOW } from "../../kit/service/full-app.ts";

const skip = await onSingleServer("it pins the plans of a single server");
const COUNT = 2_000;
/** The ID of the nth payment, event, and audit row that `fillYoungTables` makes. */
const idOf = (n: number): string => `01970000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;
const FIRST_ID = idOf(0);

/** A node of `explain (analyze, format json)`. */
interface PlanNode {
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Join Filter"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Every row that any step of the plan saw. */
const rowsSeen = (node: PlanNode): number =>
  (node["Actual Rows"] + (node["Rows Removed by Join Filter"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) *
    node["Actual Loops"] +
  (node.Plans ?? []).reduce((sum, step) => sum + rowsSeen(step), 0);

/** A database that also counts the rows that its last statement saw. */
function counting(database: Queryable): { readonly db: Queryable; readonly seen: () => number } {
  let seen = 0;
  const count = async (statement: Sql) => {
    const [row] = await database.many<{ "QUERY PLAN": readonly [{ Plan: PlanNode }] }>(
      sql`explain (analyze, format json) ${statement}`,
    );
    if (row) seen = rowsSeen(row["QUERY PLAN"][0].Plan);
  };
  const db = {
    many: async (statement: Sql) => {
      await count(statement);
      return database.many(statement);
    },
    run: count,
  } as unknown as Queryable;
  return { db, seen: () => seen };
}

/**
 * PostgreSQL expects a single row in tables that it has not analyzed yet, and joins them by comparing each row with
 * each. The first minute of a busy service then costs a processor: the comparison of payments with audit rows did.
 */
test("payments are compared with their audit rows in linear time, even without statistics", { skip }, async (t) => {
  const world = await openWorld();
  t.after(() => world.close());
  const { organizationId, accountId, recipientId } = await world.newOrganization();
  await fillYoungTables(world.owner(), organizationId, { accountId, recipientId, end: TEST_NOW, count: COUNT });
  const { db, seen } = counting(world.service.database);
  const ids = { fromId: FIRST_ID, auditFromId: FIRST_ID };
  const found = await withinOrganization(organizationId, () => findUnauditedPayments(db, organizationId, ids));
  assert.deepEqual(found, [{ transaction_id: "01970000-0000-7000-8000-000000000001" }], "the first has no audit row");
  assert.ok(seen() >= COUNT && seen() < 20 * COUNT, `${seen()} rows for ${COUNT} payments`);
});

test("the continuous check of the audit log reads by keys, even without statistics", { skip }, async (t) => {
  const world = await openWorld();
  t.after(() => world.close());
  const { organizationId, accountId, recipientId } = await world.newOrganization();
  await fillYoungTables(world.owner(), organizationId, { accountId, recipientId, end: TEST_NOW, count: COUNT });
  const limit = 50;
  for (const above of [undefined, idOf(COUNT / 2)])
    await world.service.database.transaction(async (tx) => {
      await readInIndexOrder(tx);
      const { db, seen } = counting(tx);
      const found = await withinOrganization(organizationId, () => findRowsAbove(db, organizationId, { above, limit }));
      assert.equal(found.length, limit);
      assert.deepEqual(
        found,
        found.toSorted((row, other) => (row.audit_id < other.audit_id ? -1 : 1)),
      );
      assert.ok(seen() < 20 * limit, `${seen()} rows for a page of ${limit}`);
    });
  const { db, seen } = counting(world.service.database);
  const ids = Array.from({ length: limit }, (_, index) => idOf(index + 1));
  const missing = await withinOrganization(organizationId, () => findMissingRows(db, organizationId, ids));
  assert.deepEqual(missing, [{ audit_id: idOf(1) }], "the first payment has none");
  assert.ok(seen() < 20 * limit, `${seen()} rows for ${limit} IDs`);
  const events = await withinOrganization(organizationId, () => findEventRows(db, organizationId, ids));
  assert.deepEqual(
    events.map((row) => row.event_id),
    ids,
  );
  assert.ok(seen() < 20 * limit, `${seen()} rows for ${limit} events`);
});

test("the memos of new payments are read by keys, even without statistics", { skip }, async (t) => {
  const world = await openWorld();
  t.after(() => world.close());
  const { organizationId, accountId, recipientId } = await world.newOrganization();
  await fillYoungTables(world.owner(), organizationId, { accountId, recipientId, end: TEST_NOW, count: COUNT });
  const { db, seen } = counting(world.service.database);
  const ids = Array.from({ length: 50 }, (_, index) => idOf(COUNT - index));
  const found = await withinOrganization(organizationId, () => memosOfEvents(db as Tx, organizationId, ids));
  assert.deepEqual(found.map((row) => row.transaction_id).sort(), ids.toSorted());
  assert.ok(seen() < 20 * ids.length, `${seen()} rows for ${ids.length} events`);
});

test("a page by size reads a page of each index, and a sorted one each row once, even without statistics", {
  skip,
}, async (t) => {
  const world = await openWorld();
  t.after(() => world.close());
  const { organizationId, accountId, recipientId } = await world.newOrganization();
  await fillYoungTables(world.owner(), organizationId, { accountId, recipientId, end: TEST_NOW, count: COUNT });
  const { db, seen } = counting(world.service.database);
  const transactionId = idOf(COUNT / 2);
  for (const after of [undefined, { sizeMinor: 100n, transactionId }])
    for (const descending of [true, false]) {
      const page = {
        accountIds: [accountId],
        leastMinor: undefined,
        mostMinor: undefined,
        after,
        descending,
        limit: 51,
      };
      const found = await withinOrganization(organizationId, () => pageBySize(db, organizationId, page));
      assert.equal(found.length, 51);
      assert.ok(seen() < 20 * 51, `${seen()} rows for a page of 51`);
    }
  const listed = { filter: { organizationId }, search: undefined, ranges: undefined };
  const page = {
    condition: sql`true`,
    order: sql`${sortedPlace.key} asc, ${sortedPlace.id} asc`,
    descending: false,
    limit: 51,
  };
  const sorted = { key: sortKeys.counterparty, most: COUNT, page };
  const found = await withinOrganization(organizationId, () => sortedPage(db, listed, sorted));
  assert.equal(found.length, 51);
  assert.ok(seen() < 20 * COUNT, `${seen()} rows for ${COUNT} payments`);
});

/** As many payments as make the worst plan: with fewer rows, it costs little, and with more, the planner sees their size. */
const WORST = 4_000;
/** A courier records as many attempts at once. */
const FAILED = 200;
const ENDPOINTS = 10;

test("deliveries are claimed in linear time, even without statistics", { skip }, async (t) => {
  const world = await openWorld();
  t.after(() => world.close());
  const { organizationId } = await world.newOrganization();
  const endpointId = world.service.newId<EndpointId>();
  await addBacklog(world.service, world.owner(), organizationId, {
    endpointIds: [endpointId],
    at: TEST_NOW,
    count: WORST,
  });
  const claim = { organizationId, now: TEST_NOW, leaseMs: 1_000, shares: [{ endpointId, count: FAILED }] };
  await world.owner().run(sql`
    insert into webhook_endpoints (organization_id, endpoint_id, url, status, secret, created_at, updated_at)
    values (${organizationId}, ${endpointId}, 'https://example.com/', 'active', ${Buffer.of(0)}, ${TEST_NOW}, ${TEST_NOW})`);
  await withinOrganization(organizationId, () =>
    world.service.database.transaction(async (tx) => {
      await readInIndexOrder(tx);
      const { db, seen } = counting(tx);
      await claimDeliveries(db as Tx, claim);
      assert.ok(seen() >= FAILED && seen() < 20 * FAILED, `${seen()} rows for ${FAILED} of ${WORST} deliveries`);
    }),
  );
});

test("the payments that a bank answers are found by their names, even in tables that have just grown", {
  skip,
}, async (t) => {
  const world = await openWorld();
  t.after(() => world.close());
  const { organizationId, accountId } = await world.newOrganization();
  const connectionId = world.service.newId<ConnectionId>();
  await fillYoungTransfers(world.owner(), organizationId, { connectionId, accountId, end: TEST_NOW, count: WORST });
  const numbers = Array.from({ length: FAILED }, (_, index) => WORST - index);
  const uetrs = numbers.map((n) => `01970002-0000-7000-8000-${n.toString(16).padStart(12, "0")}`);
  const endToEndIds = numbers.map((n) => `E${n}`);
  await withinOrganization(organizationId, () =>
    world.service.database.transaction(async (tx) => {
      const { db, seen } = counting(tx);
      // Only counted: the rows have no proofs.
      const counted = { ...db, many: db.run } as unknown as Tx;
      const fileIds = numbers.map((n) => `01970001-0000-7000-8000-${n.toString(16).padStart(12, "0")}` as BankFileId);
      await ordersInFiles(counted, organizationId, fileIds);
      assert.ok(seen() >= FAILED && seen() < 20 * FAILED, `${seen()} rows for ${FAILED} of ${WORST} payments`);
      await lockTransfers(counted, organizationId, { connectionId, endToEndIds, uetrs });
      assert.ok(seen() >= FAILED && seen() < 20 * FAILED, `${seen()} rows for ${FAILED} of ${WORST} payments`);
      const decided = numbers.map((n) => ({ transactionId: idOf(n) as TransactionId, trackingNumber: undefined }));
      await decideTransfers(counted, organizationId, { trigger: "settle", decided, at: TEST_NOW });
      assert.ok(seen() >= FAILED && seen() < 20 * FAILED, `${seen()} rows for ${FAILED} of ${WORST} payments`);
    }),
  );
});

test("attempts that failed postpone later deliveries in linear time, even without statistics", { skip }, async (t) => {
  const world = await openWorld();
  t.after(() => world.close());
  const { organizationId } = await world.newOrganization();
  const endpointIds = Array.from({ length: ENDPOINTS }, () => world.service.newId<EndpointId>());
  await addBacklog(world.service, world.owner(), organizationId, { endpointIds, at: TEST_NOW, count: WORST });
  const { db, seen } = counting(world.service.database);
  await withinOrganization(organizationId, async () => {
    const failed = Array.from({ length: FAILED }, (_, index) => deliveryOfBacklog(index + 1));
    await postponeLaterDeliveries(db as Tx, organizationId, failed);
  });
  assert.ok(seen() >= FAILED && seen() < 20 * FAILED, `${seen()} rows for ${FAILED} attempts and ${WORST} deliveries`);
});
