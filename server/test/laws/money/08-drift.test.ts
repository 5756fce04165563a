import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { sql } from "#kernel/sql/sql.ts";
import { moveTransactions } from "#payments/payments/lifecycle/move-transactions.ts";
import { hasStoppedAccounts, resumePayments, systemAccountId } from "#records/ledger";
import { ledgerCheckJob, verifyLedger } from "#records/ledger/check";
import { type LedgerCheck, restAfterMs, runLedgerCheck } from "#records/ledger/check/check.ts";
import { openWorldOfFile, operator, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { pay, payOne } from "../../kit/worlds/pay.ts";

const world = await openWorldOfFile();

describe("law 8: the next check finds one cent of drift and stops the account's payments", () => {
  let organization: TestOrganization;

  beforeEach(async () => {
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 10_000n);
    const [sent, failed, returned] = await pay(world.service, organization, { count: 4 });
    const at = world.clock.now();
    const { organizationId } = organization;
    const move = (moves: Parameters<typeof moveTransactions>[2]["moves"]) =>
      world.service.database.transaction((tx) =>
        moveTransactions(world.service, tx, { organizationId, actor: { type: "bank" }, moves }),
      );
    if (!sent || !failed || !returned) throw new Error("four payments have four ids");
    await move([
      { transactionId: sent, trigger: "confirm", at },
      { transactionId: failed, trigger: "reject", at, code: "R03" },
      { transactionId: returned, trigger: "confirm", at },
    ]);
    await move([{ transactionId: returned, trigger: "return", at, code: "R02" }]);
  });

  const quiet = () => ({ ...world.service, log: { ...world.service.log, error: () => undefined } });
  const check = () => runLedgerCheck(quiet());
  const refusedForDoubt = () => assert.rejects(payOne(world.service, organization), /ledgerInDoubt/);

  test("finds no difference in correct books and stops no payments", async () => {
    const { report, stopped } = await check();
    assert.deepEqual(report.differences, []);
    assert.equal(stopped, 0);
    assert.ok(report.transactions >= 5n && report.entries >= 9n && report.accounts >= 7);
    assert.equal(await hasStoppedAccounts(world.service.database), false);
    await payOne(world.service, organization);
  });

  for (const [bucket, tamper] of [
    ["available", sql`available_minor = available_minor + 1`],
    ["held", sql`held_minor = held_minor + 1`],
  ] as const) {
    test(`one cent more ${bucket}: reported once, and payments stop until a person has corrected and cleared it`, async () => {
      const { organizationId, accountId } = organization;
      const where = sql`where organization_id = ${organizationId} and ledger_account_id = ${accountId}`;
      await world.service.database.run(sql`update ledger_balances set ${tamper} ${where}`);
      const first = await check();
      assert.deepEqual(
        first.report.differences.map((difference) => [difference.kind, difference.ledgerAccountId]),
        [["balance", accountId]],
      );
      assert.equal(first.stopped, 1);
      assert.equal(await hasStoppedAccounts(world.service.database), true);
      await refusedForDoubt();
      assert.equal((await check()).stopped, 0, "a stopped account is not stopped again");

      const clear = () =>
        resumePayments(world.service, { organizationId, ledgerAccountId: accountId, actor: operator });
      assert.equal(await clear(), false, "it cannot be cleared while it differs");
      await refusedForDoubt();
      const back =
        bucket === "available" ? sql`available_minor = available_minor - 1` : sql`held_minor = held_minor - 1`;
      await world.service.database.run(sql`update ledger_balances set ${back} ${where}`);
      assert.equal(await clear(), true);
      await payOne(world.service, organization);
      assert.equal(await hasStoppedAccounts(world.service.database), false);
    });
  }

  test("an entry without a transaction stops the payments of its account", async () => {
    const { organizationId, accountId } = organization;
    const [victim] = await pay(world.service, organization);
    const orphan = world.service.newId();
    const rename = (from: unknown, to: unknown) =>
      world.owner().run(sql`
        update ledger_entries set transaction_id = ${to}
         where organization_id = ${organizationId} and transaction_id = ${from}`);
    await rename(victim, orphan);
    const { report, stopped } = await check();
    const places = report.differences.map(({ transactionId, ledgerAccountId }) => [transactionId, ledgerAccountId]);
    assert.deepEqual(
      places.sort(),
      [
        [victim, accountId],
        [orphan, accountId],
      ].sort(),
    );
    assert.equal(stopped, 1);
    await refusedForDoubt();
    await rename(orphan, victim);
    const account = { organizationId, ledgerAccountId: accountId, actor: operator };
    assert.equal(await resumePayments(world.service, account), true);
  });

  test("another organization still makes payments", async () => {
    const other = await world.newOrganization();
    await other.deposit(other.accountId, 10_000n);
    await world.service.database.run(sql`
        update ledger_balances set available_minor = available_minor - 1
         where organization_id = ${organization.organizationId} and ledger_account_id = ${organization.accountId}`);
    await check();
    await refusedForDoubt();
    await payOne(world.service, other);
    await world.service.database.run(sql`
        update ledger_balances set available_minor = available_minor + 1
         where organization_id = ${organization.organizationId} and ledger_account_id = ${organization.accountId}`);
    await resumePayments(world.service, {
      organizationId: organization.organizationId,
      ledgerAccountId: organization.accountId,
      actor: operator,
    });
  });

  test("finds drift in a clearing account, a changed, added, or deleted entry, and a changed status", async () => {
    const { organizationId } = organization;
    const clearing = await systemAccountId(world.service.database, organizationId, "clearing", "ach");
    const [victim] = await pay(world.service, organization);
    const entry = sql`where organization_id = ${organizationId} and transaction_id = ${victim}`;
    const forgeries = {
      "a clearing balance": sql`update ledger_balances set available_minor = available_minor - 1 where organization_id = ${organizationId} and ledger_account_id = ${clearing}`,
      "an entry's amount": sql`update ledger_entries set amount_minor = amount_minor + 1 ${entry}`,
      "an entry added": sql`
          insert into ledger_entries select organization_id, transaction_id, 'release', debit_account_id, credit_account_id, amount_minor, entered_at from ledger_entries ${entry}`,
      "an entry deleted": sql`delete from ledger_entries ${entry}`,
      "an empty entry": sql`update ledger_entries set transaction_id = ${world.service.newId()} ${entry}`,
      "a status": sql`update transactions set status = 'cancelled' ${entry}`,
      "an amount": sql`update transactions set amount_minor = amount_minor - 1 ${entry}`,
    };
    for (const [name, forgery] of Object.entries(forgeries)) {
      const undo = new Error("undo");
      const found = await forgedDifferences(world, organization, { forgery, undo });
      assert.ok(found.length > 0, `${name} was found`);
      assert.deepEqual(
        (await verifyLedger(world.service.database, organizationId)).differences,
        [],
        `${name} was undone`,
      );
    }
  });

  test("the background check uses a twentieth of the time, works in batches, and finds the same differences", async () => {
    for (const workedMs of [1, 50, 60_000]) {
      assert.ok(workedMs / (workedMs + restAfterMs(workedMs)) <= 0.05 + 1e-9, `${workedMs} ms`);
    }
    await world.service.database.run(sql`
        update ledger_balances set held_minor = held_minor + 1
         where organization_id = ${organization.organizationId} and ledger_account_id = ${organization.accountId}`);
    const cycles: LedgerCheck[] = [];
    const job = ledgerCheckJob(quiet(), (cycle) => cycles.push(cycle));
    while (cycles.length === 0) {
      await job.run();
      await setTimeout(5);
    }
    assert.equal(cycles[0]?.stopped, 1);
    await refusedForDoubt();
    for (let again = 0; again < 20; again += 1) await job.run();
    assert.equal(cycles.length, 1, "the next cycle is not due yet");
  });
});

/** Forges inside a transaction, verifies what that transaction sees, and rolls back. */
async function forgedDifferences(
  world: TestWorld,
  { organizationId }: TestOrganization,
  { forgery, undo }: { forgery: ReturnType<typeof sql>; undo: Error },
): Promise<readonly unknown[]> {
  let found: readonly unknown[] = [];
  await world
    .owner()
    .transaction(async (tx) => {
      assert.equal(await tx.run(forgery), 1, "the forgery changes one row");
      const inside = {
        ...world.owner(),
        transaction: <T>(work: (inner: typeof tx) => Promise<T>) => work(tx),
      };
      found = (await verifyLedger(inside, organizationId)).differences;
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return found;
}
