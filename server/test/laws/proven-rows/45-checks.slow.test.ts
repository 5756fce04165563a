import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, it } from "node:test";
import { runAdminCommand } from "#administration/commands/commands.ts";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { unprovenRowsOf } from "#kernel/proofs/watch-rows.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { newExchangeFolder, newLiveConnection } from "../../kit/banks/bank-connections.ts";
import { checkSettings, openCheckBank, sentFiles, writePaidFile } from "../../kit/banks/check-bank.ts";
import { alarms, type RolePassword, withPasswordOfTheRole } from "../../kit/proofs/password-of-the-role.ts";
import { openWorld, operator, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { payOne } from "../../kit/worlds/pay.ts";

/**
 * Law 45 for checks: someone with the password of the serving role can neither have one printed twice, nor under another
 * check's number, nor have a forged check pass as one that was issued.
 */
describe("checks, with the password of the serving role", () => {
  let world: TestWorld;
  let mallory: RolePassword;
  let organization: TestOrganization;
  let folder: string;
  let bank: Awaited<ReturnType<typeof openCheckBank>>;

  beforeEach(async () => {
    world = await openWorld({ mode: "production" });
    mallory = await withPasswordOfTheRole(world);
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_000_00n);
    folder = newExchangeFolder();
    bank = await openCheckBank(folder, world.clock);
    await newLiveConnection(world.service, organization, {
      settings: { rail: "check", railSettings: checkSettings, channel: { folder } },
    });
  });
  afterEach(async () => {
    await mallory.leave();
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const work = () => world.work();
  /** To a time in New York, and some rounds of five minutes in which both sides read what the other one wrote. */
  const at = async (date: string, time: string, rounds = 4) => {
    world.setTime(date, time);
    for (let round = 0; round < rounds; round += 1) {
      await work();
      await bank.work();
      world.clock.set(plusMs(world.clock.now(), 5 * MINUTE_MS));
    }
    await work();
  };
  const pay = (amountMinor: bigint) => payOne(world.service, organization, { amountMinor, method: "check" });
  const statusOf = async (id: TransactionId) =>
    (await mallory.rows<{ status: string }>("select status from transactions where transaction_id = $1", [id]))[0]
      ?.status;
  const printed = async () =>
    (
      await mallory.rows<{ reference: string }>(
        "select reference from bank_file_payments where purpose = 'print' order by reference",
      )
    ).map(({ reference }) => reference);
  const exceptions = () =>
    mallory.rows<{ kind: string; number: string }>(
      "select kind, check_number::text as number from check_exceptions order by check_number",
    );
  const checkOf = async (id: TransactionId) => {
    const [check] = await mallory.copy("checks", "transaction_id", id);
    assert.ok(check);
    return check;
  };
  const stateOf = async (id: TransactionId) => (await checkOf(id))["state"];

  it("a made-up check does not pass as one that was issued, and the others are paid", async () => {
    const id = await pay(50_00n);
    await at("2026-11-20", "13:00");
    await at("2026-11-20", "17:01");
    assert.equal(await stateOf(id), "mailed");
    await mallory.insertCopy("checks", await checkOf(id), {
      check_number: 9000,
      transaction_id: world.service.newId(),
      amount_minor: 77_000_00,
    });
    writePaidFile(folder, "forged.csv", [
      { checkNumber: 1001, amountMinor: 50_00n, paidDate: "2026-11-20" },
      { checkNumber: 9000, amountMinor: 77_000_00n, paidDate: "2026-11-20" },
    ]);
    await at("2026-11-20", "19:00", 2);
    assert.deepEqual(await exceptions(), [{ kind: "paidWithoutIssue", number: "9000" }], "two people decide");
    assert.equal(await stateOf(id), "paid");
    assert.ok((await alarms(world)).includes(`checks/${organization.accountId}/9000`));
  });

  it("a check that was stopped is not cashable again", async () => {
    const id = await pay(50_00n);
    await at("2026-11-20", "13:00");
    await at("2026-11-20", "17:01");
    const before = await checkOf(id);
    await runAdminCommand(
      { service: world.service, sandbox: undefined },
      {
        command: "checks.stop",
        input: { organization: organization.organizationId, transactionId: id },
        actor: operator,
      },
    );
    await at("2026-11-23", "09:00");
    assert.deepEqual([await stateOf(id), await statusOf(id)], ["stopped", "reversed"], "the money is back");
    await mallory.attack("update checks set state = 'mailed', ended_at = null, code = null where transaction_id = $1", [
      id,
    ]);
    assert.deepEqual(await checkOf(id), before, "an older version");
    writePaidFile(folder, "stopped.csv", [{ checkNumber: 1001, amountMinor: 50_00n, paidDate: "2026-11-23" }]);
    await at("2026-11-23", "19:00", 2);
    assert.deepEqual(
      (await exceptions()).map(({ number }) => number),
      ["1001"],
      "two people decide",
    );
    assert.notEqual(await stateOf(id), "paid");
    assert.ok((await alarms(world)).includes(`checks/${organization.accountId}/1001`));
  });

  it("a check is not printed under the number of another one", async () => {
    const first = await pay(50_00n);
    const second = await pay(60_00n);
    // The bank has the numbers, and has not answered yet.
    await at("2026-11-20", "13:00", 1);
    assert.equal(sentFiles(folder, ".txt").length, 1);
    assert.deepEqual(await printed(), []);
    const moved = await mallory.attack("update bank_orders set reference = '1001' where transaction_id = $1", [second]);
    assert.equal(moved, 1);
    await at("2026-11-20", "14:00");
    await at("2026-11-20", "17:01");
    assert.deepEqual(await printed(), ["1001"]);
    assert.deepEqual([await stateOf(first), await stateOf(second)], ["mailed", "void"]);
    assert.deepEqual([await statusOf(first), await statusOf(second)], ["sent", "blocked"]);
  });

  it("a run that was printed is not printed again, and later ones are", async () => {
    const first = await pay(50_00n);
    await at("2026-11-20", "13:00");
    assert.deepEqual(await printed(), ["1001"]);
    const { run_id: runId } = (await checkOf(first)) as { run_id: string };
    const reset = "update check_runs set state = 'issued', printed_at = null, ended_at = null where run_id = $1";
    assert.equal(await mallory.attack(reset, [runId]), 1);
    const second = await pay(60_00n);
    await at("2026-11-20", "17:01");
    await at("2026-11-23", "13:00");
    await at("2026-11-23", "17:01");
    assert.deepEqual(await printed(), ["1001", "1002"]);
    assert.equal(sentFiles(folder, ".pdf").length, 2);
    assert.equal(await statusOf(second), "sent");
    assert.ok(["pending", "sent"].includes((await statusOf(first)) ?? ""), "nothing is given back");
    assert.ok((await alarms(world)).includes(`check_runs/${runId}`));
  });

  it("what a check is for cannot be changed, and no check is deleted", async () => {
    const id = await pay(50_00n);
    await at("2026-11-20", "13:00");
    for (const column of ["amount_minor = 1", "check_number = 9", "transaction_id = run_id", "issued_on = now()"])
      assert.equal(await mallory.attack(`update checks set ${column} where transaction_id = $1`, [id]), "refused");
    assert.equal(await mallory.attack("delete from checks where transaction_id = $1", [id]), "refused");
    assert.equal(await mallory.attack("update check_runs set first_number = 1"), "refused");
  });

  it("made-up alarms are not shown, whatever their keys are", async () => {
    await pay(50_00n);
    await at("2026-11-20", "13:00");
    const { organizationId, accountId } = organization;
    const keys = [`${accountId}/1001`, `${accountId}/many`, `${accountId}/1001/2`, "1001", "\\x00/1001", accountId];
    for (const key of keys)
      await mallory.attack(
        "insert into unproven_rows (organization_id, table_name, row_key, found_at) values ($1, 'checks', $2, now())",
        [organizationId, key],
      );
    const shown = () => acrossOrganizations(() => unprovenRowsOf(world.service, organizationId));
    assert.deepEqual(await shown(), []);
    await mallory.attack("update checks set payee = 'Mallory' where check_number = 1001");
    await alarms(world);
    for (let later = 1; later <= 3; later += 1)
      await mallory.attack(
        `insert into unproven_rows (organization_id, table_name, row_key, found_at)
         select $1, 'checks', $2 || '/' || n, now() + interval '1 day' from generate_series(1, 100) n`,
        [organizationId, `${accountId}/${later}`],
      );
    assert.deepEqual(
      (await shown()).map(({ table, key }) => `${table}/${key}`),
      [`checks/${accountId}/1001`],
    );
  });
});
