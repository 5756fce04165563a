import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import { findingsOf } from "#kernel/proofs/unproven-row.ts";
import { watchRows } from "#kernel/proofs/watch-rows.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { runScheduledPayments } from "#payments/approvals";
import { countPaid } from "../../kit/batches/batches.queries.ts";
import {
  callsOfPerson,
  carryOut,
  decideBatch,
  fillBatch,
  newSigned,
  requestIn,
  seenBatch,
  submit,
} from "../../kit/batches/batches.ts";
import { type RolePassword, withPasswordOfTheRole } from "../../kit/proofs/password-of-the-role.ts";
import { openWorld, type TestWorld } from "../../kit/service/full-app.ts";

/**
 * Law 45, batches: whatever someone with the password of the serving role writes about a batch, a decision about it, or
 * the requests of that decision decides nothing, and nothing a second time. (Forged decisions: law 44.)
 */
describe("what someone with the serving role's password writes about batches", () => {
  let world: TestWorld;
  let mallory: RolePassword;

  before(async () => {
    world = await openWorld();
    mallory = await withPasswordOfTheRole(world);
  });
  after(async () => {
    await mallory.leave();
    await world.close();
  });

  async function openOffice() {
    const organization = await world.newOrganization();
    const bookkeeper = callsOfPerson(world, await newSigned(world, organization, { role: "bookkeeper" }));
    const asAda = callsOfPerson(world, await newSigned(world, organization));
    const reported = (table: string): readonly string[] =>
      [...findingsOf(world.service.vault).rows.values()]
        .filter((row) => row.organizationId === organization.organizationId && row.table === table)
        .map((row) => row.key);
    return { organization, bookkeeper, asAda, reported };
  }
  const copyOne = async (table: string, column: string, value: string) => {
    const [row] = await mallory.copy(table, column, value);
    assert.ok(row);
    return row;
  };
  const paidAmong = async (requestIds: readonly string[]): Promise<number> =>
    (await countPaid(world.owner(), requestIds)).reduce((sum, { payments }) => sum + Number(payments), 0);
  const watch = () => acrossOrganizations(() => watchRows(world.service));

  it("a decision that was carried out is not carried out again after its approvals were voided", async () => {
    const { organization, bookkeeper, asAda, reported } = await openOffice();
    const sendOn = Temporal.PlainDate.from(world.clock.now().toISOString().slice(0, 10)).add({ days: 5 }).toString();
    const opened = await bookkeeper("/approval-batches", { name: "Rent", announced: { count: 1, total: 12 } });
    const batchId = String(opened.body.batchId);
    const asked = await requestIn(bookkeeper, organization, { batchId, amount: 12, sendOn });
    const requestId = String(asked.body.requestId);
    await submit(bookkeeper, batchId, [12]);
    assert.equal((await decideBatch(asAda, batchId)).status, 202);
    const decision = await copyOne("approval_batch_decisions", "batch_id", batchId);
    const item = await copyOne("approval_batch_items", "request_id", requestId);
    await carryOut(world.service);
    assert.equal((await copyOne("approval_requests", "request_id", requestId))["status"], "approvedScheduled");
    world.clock.set(plusMs(world.clock.now(), 10 * DAY_MS));
    await acrossOrganizations(() => runScheduledPayments(world.service));
    assert.equal((await copyOne("approval_requests", "request_id", requestId))["status"], "pendingApproval");
    await organization.deposit(organization.accountId, 1_000_00n);
    await mallory.putBack("approval_batch_items", "request_id", item);
    await mallory.putBack("approval_batch_decisions", "decision_id", decision);
    await carryOut(world.service);
    assert.equal(await paidAmong([requestId]), 0, "Ada has not approved it again");
    assert.deepEqual(reported("approval_batch_decisions"), [decision["decision_id"]]);
  });

  it("what is said to be decided, ended, or grouped otherwise is not believed", async () => {
    const { organization, bookkeeper, asAda, reported } = await openOffice();
    await organization.deposit(organization.accountId, 1_000_00n);
    const columns = {
      approval_batches: ["removed_count", "state", "submitted_at"],
      approval_batch_decisions: ["ended_at", "state"],
      approval_batch_items: ["code", "message", "state"],
    };
    for (const [table, names] of Object.entries(columns)) {
      assert.deepEqual((await mallory.columnsToUpdate(table)).toSorted(), names, table);
      assert.equal(await mallory.attack(`delete from ${table}`), "refused");
    }

    const skipped = await fillBatch(bookkeeper, organization, { amounts: [10, 11] });
    assert.equal((await decideBatch(asAda, skipped.batchId)).status, 202);
    const decided = "update approval_batch_items set state = 'decided' where request_id = $1";
    assert.equal(await mallory.attack(decided, [skipped.requestIds[0]]), 1);
    await carryOut(world.service);
    assert.equal(await paidAmong(skipped.requestIds), 1, "the other one");
    assert.equal((await seenBatch(asAda, skipped.batchId)).waiting.count, 1, "it still waits");

    const ended = await fillBatch(bookkeeper, organization, { amounts: [20, 21] });
    assert.equal((await decideBatch(asAda, ended.batchId)).status, 202);
    const end = "update approval_batch_decisions set state = 'done', ended_at = now() where batch_id = $1";
    assert.equal(await mallory.attack(end, [ended.batchId]), 1);
    await carryOut(world.service);
    assert.equal(await paidAmong(ended.requestIds), 0);

    for (const change of ["removed_count = removed_count + 1", "state = 'open', submitted_at = null"]) {
      const changed = await fillBatch(bookkeeper, organization, { amounts: [30] });
      const { content } = (await seenBatch(asAda, changed.batchId)).evaluation;
      assert.equal(
        await mallory.attack(`update approval_batches set ${change} where batch_id = $1`, [changed.batchId]),
        1,
      );
      assert.equal((await decideBatch(asAda, changed.batchId, { content })).code, "rowNotProven", change);
      assert.ok(reported("approval_batches").includes(changed.batchId), change);
    }
    await watch();
    assert.equal(reported("approval_batch_items").length, 1);
    assert.equal(reported("approval_batch_decisions").length, 1);
    const honest = await fillBatch(bookkeeper, organization, { amounts: [40] });
    assert.equal((await decideBatch(asAda, honest.batchId)).status, 202);
    await carryOut(world.service);
    assert.equal(await paidAmong(honest.requestIds), 1, "other batches go on");
  });
});
