import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { findingsOf } from "#kernel/proofs/unproven-row.ts";
import { watchRows } from "#kernel/proofs/watch-rows.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { paymentStatus } from "../../kit/faults/redirections.queries.ts";
import { inject, openWorldOfFile, payment } from "../../kit/service/full-app.ts";
import { type ApprovedTerms, type Insider, openApprovedTerms } from "../../kit/worlds/approved-terms.ts";
import { setSettings } from "../../kit/worlds/settings.ts";

const second = {
  electronicRoutingInfo: {
    accountNumber: "222222222222",
    routingNumber: "021000021",
    electronicAccountType: "businessChecking",
  },
};

const world = await openWorldOfFile();

/**
 * Law 45: who is paid. With the serving role, someone restores earlier details, clears what makes details cool off, or
 * hides who changed them. No payment follows it; everything else continues.
 */
describe("recipients and their changes are proven", () => {
  let terms: ApprovedTerms;
  let ada: Insider;
  let ben: Insider;
  beforeEach(async () => {
    terms = await openApprovedTerms(world);
    [ada, ben] = [await terms.insider(), await terms.insider()];
    await setSettings(world, terms.organization.organizationId, { bankDetailsCoolingOffHours: 0 });
  });

  /** Any statement that the serving role may send. */
  const attack = (statement: Sql) =>
    withinOrganization(terms.organization.organizationId, () => world.service.database.run(statement));
  const ours = (): Sql => {
    const { organizationId, recipientId } = terms.organization;
    return sql`organization_id = ${organizationId} and recipient_id = ${recipientId}`;
  };
  const current = () =>
    withinOrganization(terms.organization.organizationId, () =>
      world.service.database.one<{ ach_routing_id: string; first_changed_routing_id: string | null }>(
        sql`select ach_routing_id, first_changed_routing_id from recipients where ${ours()}`,
      ),
    );
  const pay = async (more: Readonly<Record<string, unknown>> = {}): Promise<TransactionId> => {
    const paid = await inject(world.app, terms.organization.token, payment(terms.organization, more));
    assert.equal(paid.status, 200, paid.text);
    return paid.body.id;
  };
  const changeDetails = async () => {
    const { ach_routing_id: earlier } = await current();
    world.clock.set(plusMs(world.clock.now(), 1.5 * MINUTE_MS));
    assert.equal((await terms.edit(ada, second)).status, 200);
    world.clock.set(plusMs(world.clock.now(), 1.5 * MINUTE_MS));
    return { earlier, later: (await current()).ach_routing_id };
  };
  const restore = (routingId: string) =>
    attack(sql`update recipients set ach_routing_id = ${routingId} where ${ours()}`);
  const statusOf = async (id: TransactionId) =>
    (await paymentStatus(world.service.database, terms.organization.organizationId, id)).status;
  const paidNumbers = () => terms.received().map(({ routing }) => routing.accountNumber);
  const isReported = async (table: string): Promise<boolean> => {
    await watchRows(world.service);
    return [...findingsOf(world.service.vault).rows.values()].some(
      (row) => row.table === table && row.organizationId === terms.organization.organizationId,
    );
  };

  it("pays no details that were put back, and reports the recipient", async () => {
    const { earlier } = await changeDetails();
    await restore(earlier);
    const id = await pay();
    const other = await terms.organization.newRecipient("Globex");
    const sent = await pay({ recipientId: other });
    assert.equal(await terms.handOver(), 1);
    assert.equal(await statusOf(id), "blocked");
    assert.equal(await isReported("recipients"), true);
    assert.deepEqual(
      terms.received().map(({ instructionId }) => instructionId),
      [sent],
    );
  });

  it("reports details that count for another method, for one more, or for none", async () => {
    const { ach_routing_id: id } = await current();
    for (const change of [
      sql`ach_routing_id = null`,
      sql`real_time_payment_routing_id = ${id}`,
      sql`ach_routing_id = null, real_time_payment_routing_id = ${id}`,
    ]) {
      await attack(sql`update recipients set ${change} where ${ours()}`);
      assert.equal(await isReported("recipients"), true, change.text);
      await attack(
        sql`update recipients set ach_routing_id = ${id}, real_time_payment_routing_id = null where ${ours()}`,
      );
      assert.equal(await isReported("recipients"), false, change.text);
    }
  });

  it("pays no details that were put back only while the payment was accepted", async () => {
    const { earlier, later } = await changeDetails();
    await restore(earlier);
    const id = await pay();
    await restore(later);
    assert.equal(await terms.handOver(), 1);
    assert.equal(await statusOf(id), "blocked");
    await pay();
    assert.equal(await terms.handOver(), 0);
    assert.deepEqual(paidNumbers(), ["222222222222"]);
  });

  it("pays the details that were active when it was accepted, whatever changes until hand-over", async () => {
    await pay();
    await changeDetails();
    await pay({ amount: 7 });
    assert.equal((await terms.edit(ada, { name: "Initech Holdings" })).status, 200);
    world.clock.set(plusMs(world.clock.now(), 1.5 * MINUTE_MS));
    await pay({ amount: 8 });
    assert.equal((await terms.edit(ada, { name: "Initech" })).status, 200);
    assert.equal(await terms.handOver(), 0);
    const [first, ...others] = paidNumbers();
    assert.notEqual(first, "222222222222");
    assert.deepEqual(others, ["222222222222", "222222222222"]);
    assert.equal(await isReported("recipients"), false);
  });

  it("does not pay changed details early because their change was hidden for a moment", async () => {
    await setSettings(world, terms.organization.organizationId, { bankDetailsCoolingOffHours: 48 });
    await changeDetails();
    const { first_changed_routing_id: changed } = await current();
    assert.notEqual(changed, null);
    const refused = await inject(world.app, terms.organization.token, payment(terms.organization));
    assert.equal(refused.body.errors?.errorCode, "bankDetailsCoolingOff");
    await attack(sql`update recipients set first_changed_routing_id = null where ${ours()}`);
    const id = await pay();
    await attack(sql`update recipients set first_changed_routing_id = ${changed} where ${ours()}`);
    assert.equal(await terms.handOver(), 1);
    assert.equal(await statusOf(id), "blocked");
    assert.deepEqual(terms.received(), []);
  });

  it("does not pay a deleted recipient that was made active again", async () => {
    const { organizationId, token } = terms.organization;
    const gone = await terms.organization.newRecipient("Gone");
    assert.equal((await inject(world.app, token, { method: "DELETE", url: `/recipient/${gone}` })).status, 204);
    const mine = sql`organization_id = ${organizationId} and recipient_id = ${gone}`;
    await attack(sql`update recipients set status = 'active', deleted_at = null where ${mine}`);
    const id = await pay({ recipientId: gone });
    await attack(sql`update recipients set status = 'deleted', deleted_at = ${world.clock.now()} where ${mine}`);
    assert.equal(await terms.handOver(), 1);
    assert.equal(await statusOf(id), "blocked");
  });

  it("does not let the last editor approve because the record of the change was edited", async () => {
    await changeDetails();
    const requestId = await terms.ask();
    assert.equal(await terms.approve(requestId, ada), "recipientEditor");
    await attack(sql`
      update recipient_changes set status = 'declined', in_force_id = null, decided_at = changed_at, decided_by = ${ben.userId}
       where ${ours()} and changed_by_user = ${ada.userId}`);
    assert.notEqual(await terms.approve(requestId, ada), "sent");
    assert.equal(await terms.handOver(), 0);
    assert.deepEqual(terms.received(), []);
    assert.equal(await isReported("recipient_changes"), true);
  });

  it("does not edit or approve with a recipient that was changed outside the service", async () => {
    const { earlier } = await changeDetails();
    const requestId = await terms.ask();
    await restore(earlier);
    assert.equal((await terms.edit(ada, { nickname: "Ours" })).body.errors?.errorCode, "rowNotProven");
    assert.notEqual(await terms.approve(requestId, ben), "sent");
    assert.deepEqual(terms.received(), []);
  });

  it("vouches for no recipient and no change that was inserted", async () => {
    await attack(sql`
      insert into recipients (organization_id, recipient_id, name, emails, ach_routing_id, created_at, updated_at)
      select organization_id, gen_random_uuid(), name, emails, ach_routing_id, created_at, updated_at from recipients where ${ours()}`);
    await attack(sql`
      insert into recipient_changes (organization_id, change_id, recipient_id, method, after_routing_id, status, in_force_id, changed_at)
      select organization_id, gen_random_uuid(), recipient_id, method, after_routing_id, status, gen_random_uuid(), changed_at
        from recipient_changes where ${ours()} and method = 'ach' limit 1`);
    const requestId = await terms.ask();
    assert.notEqual(await terms.approve(requestId, ben), "sent");
    assert.deepEqual(terms.received(), []);
    for (const table of ["recipients", "recipient_changes"]) assert.equal(await isReported(table), true, table);
  });

  it("has no privilege to delete, or to give a row another place", async () => {
    for (const statement of [
      sql`delete from recipients where ${ours()}`,
      sql`delete from recipient_changes where ${ours()}`,
      sql`delete from recipient_routings where ${ours()}`,
      sql`update recipients set recipient_id = recipient_id where ${ours()}`,
      sql`update recipients set created_at = created_at where ${ours()}`,
      sql`update recipient_changes set recipient_id = recipient_id where ${ours()}`,
      sql`update recipient_changes set changed_by_user = null where ${ours()}`,
    ])
      await assert.rejects(attack(statement), { code: "42501" }, statement.text);
  });
});
