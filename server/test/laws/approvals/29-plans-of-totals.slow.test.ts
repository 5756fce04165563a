import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import { firstIdAt } from "#kernel/values/ids.ts";
import { approvedStatement } from "#payments/approvals/approvers/approved-amounts.queries.ts";
import { totalsStatement } from "#payments/approvals/rules/day-totals.queries.ts";
import { fillHistory, planOf } from "../../kit/databases/plans.queries.ts";
import { onSingleServer } from "../../kit/servers/single-server.ts";
import { openWorld, TEST_NOW } from "../../kit/service/full-app.ts";
import { newUser } from "../../kit/worlds/approvals.ts";

const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

const skip = await onSingleServer("it pins the plans of a single server");

/**
 * The totals of law 29 read one day of one recipient, account, or approver by index, regardless of the length of the
 * history.
 */
test("a day's totals read only that day", { skip }, async (t) => {
  const world = await openWorld();
  t.after(() => world.close());
  const { organizationId, accountId, recipientId } = await world.newOrganization();
  const userId = await newUser(world.service, await world.newOrganization());
  const { database } = world.service;
  await fillHistory(world.owner(), organizationId, { accountId, recipientId, userId, end: TEST_NOW, count: 20_000 });
  const day = {
    requestId: LAST_ID,
    before: LAST_ID,
    fromId: firstIdAt(plusMs(TEST_NOW, -DAY_MS)),
    untilId: firstIdAt(TEST_NOW),
    startsAt: plusMs(TEST_NOW, -DAY_MS),
    endsAt: TEST_NOW,
  };
  const to = { by: "counterparty", parts: [{ ...day, subjectId: recipientId }] } as const;
  const from = { by: "account", parts: [{ ...day, subjectId: accountId }] } as const;
  const span = { userId, fromId: day.fromId, beforeId: LAST_ID };
  const plans = [
    [totalsStatement(organizationId, to), ["transactions_counterparty", "approval_requests_counterparty"]],
    [totalsStatement(organizationId, from), ["transactions_account", "approval_requests_account"]],
    [approvedStatement(organizationId, [span]), ["approval_reviews_approved"]],
  ] as const;
  for (const [statement, indexes] of plans) {
    const plan = (await planOf(database, statement)).join("\n");
    assert.doesNotMatch(plan, /Seq Scan/, plan);
    for (const index of indexes) assert.match(plan, new RegExp(`using ${index}\\b|on ${index}\\b`), plan);
  }
});
