import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, beforeEach, describe, it } from "node:test";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import { findingsOf } from "#kernel/proofs/unproven-row.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { runRecurringPayments } from "#payments/recurring-payments";
import { type RolePassword, withPasswordOfTheRole } from "../../kit/proofs/password-of-the-role.ts";
import { newRecurring, occurrencesOf, recurringBody } from "../../kit/recurring/recurring-world.ts";
import { openWorld, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";

/**
 * Law 45, recurring payments: whatever someone with the password of the serving role writes about a series or its
 * occurrences requests nothing else than its author saved, and no occurrence twice.
 */
describe("what someone with the serving role's password writes about recurring payments", () => {
  let world: TestWorld;
  let mallory: RolePassword;
  let organization: TestOrganization;

  before(async () => {
    world = await openWorld();
    mallory = await withPasswordOfTheRole(world);
  });
  after(async () => {
    await mallory.leave();
    await world.close();
  });
  beforeEach(async () => {
    organization = await world.newOrganization();
  });

  const daysAhead = (days: number): string =>
    Temporal.PlainDate.from(world.clock.now().toISOString().slice(0, 10)).add({ days }).toString();
  const begin = (more: Readonly<Record<string, unknown>> = {}) =>
    newRecurring(world, organization, { startOn: daysAhead(10), endAfter: 3, ...more });
  /** So many days later, everything that is due has been requested. */
  const afterDays = async (days: number): Promise<void> => {
    world.clock.set(plusMs(world.clock.now(), days * DAY_MS));
    await acrossOrganizations(async () => {
      while ((await runRecurringPayments(world.service)) > 0);
    });
  };
  const reported = (table: string): readonly string[] =>
    [...findingsOf(world.service.vault).rows.values()]
      .filter((row) => row.organizationId === organization.organizationId && row.table === table)
      .map((row) => row.key);
  const copyOne = async (table: string, column: string, value: string) => {
    const [row] = await mallory.copy(table, column, value);
    assert.ok(row);
    return row;
  };
  const requests = async () =>
    (await mallory.copy("approval_requests", "organization_id", organization.organizationId)).length;

  it("a series that was edited requests nothing until it is as it was; others go on", async () => {
    const mallorys = await organization.newRecipient("Mallory");
    const other = await begin();
    const { call } = other;
    const edits: Readonly<Record<string, string>> = {
      state: "'ended', ended_at = now(), next_day = null, request_at = null",
      version: "version + 1",
      account_id: "gen_random_uuid()",
      recipient_id: `'${mallorys}'`,
      amount_minor: "amount_minor * 100",
      method: "'check'",
      external_memo: "'Invoice 1'",
      note: "'As agreed'",
      purpose: "'Rent'",
      charge_type: "'ours', method = 'internationalWire'",
      requester_user_id: "gen_random_uuid()",
      frequency: "'everyTwoWeeks'",
      start_on: "start_on - 1",
      day_of_month: "1, frequency = 'monthly'",
      roll: "'before'",
      end_on: "'2039-01-01', end_after = null",
      end_after: "500",
      occurrences_done: "occurrences_done - 1, last_day = '2026-01-01'",
      last_day: "'2026-01-01', occurrences_done = 1",
      next_day: "next_day - 7",
      request_at: "request_at - interval '30 days'",
    };
    const mayChange = (await mallory.columnsToUpdate("recurring_payments")).filter((name) => name !== "ended_at");
    assert.deepEqual(mayChange.toSorted(), Object.keys(edits).toSorted());
    const edited = new Map<string, string>();
    for (const column of Object.keys(edits)) {
      const body = recurringBody(organization, { startOn: daysAhead(10), endAfter: 3 });
      const id = String((await call("/recurring-payments", body)).body.id);
      edited.set(column, id);
      const statement = `update recurring_payments set ${column} = ${edits[column]} where recurring_payment_id = $1`;
      assert.equal(await mallory.attack(statement, [id]), 1, statement);
    }
    await afterDays(60);
    for (const [column, id] of edited) {
      assert.deepEqual(await occurrencesOf(world, id), [], column);
      assert.equal((await call(`/recurring-payments/${id}`)).code, "rowNotProven", column);
      assert.ok(reported("recurring_payments").includes(id), column);
    }
    assert.equal((await occurrencesOf(world, other.id)).length, 3, "the other one continues");
  });

  it("no occurrence is requested twice, whatever is put back, changed, or inserted", async () => {
    const { id, call } = await begin();
    const first = await copyOne("recurring_payments", "recurring_payment_id", id);
    await afterDays(5);
    assert.equal((await occurrencesOf(world, id)).length, 1);
    const occurrence = await copyOne("recurring_occurrences", "recurring_payment_id", id);
    const present = await copyOne("recurring_payments", "recurring_payment_id", id);
    const before = await requests();

    await mallory.putBack("recurring_payments", "recurring_payment_id", first);
    await afterDays(1);
    assert.equal(await requests(), before, "an earlier version of the series");
    assert.deepEqual(reported("recurring_payments"), [id]);
    await mallory.insertCopy("recurring_payments", first, { recurring_payment_id: randomUUID() });
    await afterDays(1);
    assert.equal(await requests(), before, "a copy of the series");
    assert.equal(reported("recurring_payments").length, 2);
    await mallory.putBack("recurring_payments", "recurring_payment_id", present);

    const statements = [
      "delete from recurring_occurrences where recurring_payment_id = $1",
      "update recurring_occurrences set day = day + 300 where recurring_payment_id = $1",
      "update recurring_occurrences set recurring_payment_id = gen_random_uuid() where recurring_payment_id = $1",
      "delete from recurring_payments where recurring_payment_id = $1",
    ];
    for (const statement of statements) assert.equal(await mallory.attack(statement, [id]), "refused", statement);

    const refuse = `update recurring_occurrences set state = 'refused', request_id = null, problem = 'No'
                     where recurring_payment_id = $1`;
    assert.equal(await mallory.attack(refuse, [id]), 1);
    const retried = await call(`/recurring-payments/${id}/occurrences/${occurrence["day"]}/retry`, {});
    assert.equal(retried.code, "rowNotProven", "an occurrence that is said to be refused");
    assert.equal(await requests(), before);
    assert.equal(reported("recurring_occurrences").length, 1);
    await mallory.putBack("recurring_occurrences", "occurrence_id", occurrence);

    await afterDays(30);
    assert.equal((await occurrencesOf(world, id)).length, 3, "as it was, it continues");
  });

  it("a day that someone marked as skipped stops the series, and is named", async () => {
    const { id } = await begin();
    await afterDays(5);
    const occurrence = await copyOne("recurring_occurrences", "recurring_payment_id", id);
    const { next_day: day } = await copyOne("recurring_payments", "recurring_payment_id", id);
    const skipped = { occurrence_id: randomUUID(), day, state: "skipped", request_id: null };
    await mallory.insertCopy("recurring_occurrences", occurrence, skipped);
    const before = await requests();
    await afterDays(30);
    assert.equal(await requests(), before);
    assert.deepEqual(reported("recurring_occurrences"), [skipped.occurrence_id]);
  });
});
