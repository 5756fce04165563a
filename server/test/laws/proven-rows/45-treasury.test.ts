import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import type { AccountId } from "#kernel/values/ids.ts";
import { runCustodian } from "#money/treasury/earnings";
import { importActivity } from "#money/treasury/earnings/imports/import-activity.ts";
import { changeSweep } from "#money/treasury/earnings/sweep/change-sweep.ts";
import { alarms, type RolePassword, withPasswordOfTheRole } from "../../kit/proofs/password-of-the-role.ts";
import { eventually } from "../../kit/service/eventually.ts";
import { inject, openWorld, operator, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";

/**
 * Law 45 for treasury accounts: someone with the password of the serving role can neither place an order, nor change one,
 * nor have one executed again, nor have the custodian's activity entered twice.
 */
describe("a treasury account, with the password of the serving role", () => {
  let world: TestWorld;
  let mallory: RolePassword;
  let organization: TestOrganization;
  let treasuryId: AccountId;

  beforeEach(async () => {
    world = await openWorld();
    mallory = await withPasswordOfTheRole(world);
    organization = await world.newOrganization();
    treasuryId = await newTreasury();
    await organization.deposit(organization.accountId, 1_000_000_00n);
  });
  afterEach(async () => {
    await mallory.leave();
    await world.close();
  });

  async function newTreasury(): Promise<AccountId> {
    const { organizationId } = organization;
    const accountId = await organization.newAccount("Treasury", "treasury");
    await world.service.database.transaction((tx) =>
      changeSweep(world.service, tx, {
        organizationId,
        accountId,
        actor: operator,
        version: 0,
        settings: { sweep: true, targetCashMinor: 10_000_00n, minimumSweepMinor: 100_00n },
      }),
    );
    return accountId;
  }
  const move = async (amount: number, to: AccountId = treasuryId) => {
    const body = { sourceAccountId: organization.accountId, destinationAccountId: to, amount };
    return (await inject(world.app, organization.token, { url: "/transfer", body })).status;
  };
  const takeOut = async (amount: number) => {
    const body = { sourceAccountId: treasuryId, destinationAccountId: organization.accountId, amount };
    return (await inject(world.app, organization.token, { url: "/transfer", body })).status;
  };
  /** To a time in New York; the custodian does what is due. */
  const at = async (date: string, time: string) => {
    world.setTime(date, time);
    await acrossOrganizations(() => runCustodian(world.service).catch(() => 0));
  };
  const ordersOf = (accountId: AccountId = treasuryId) =>
    mallory.rows<{ order_id: string; status: string; amount_minor: string }>(
      "select order_id, status, amount_minor::text from treasury_orders where account_id = $1 order by order_id",
      [accountId],
    );
  const trades = async (accountId: AccountId = treasuryId) =>
    (
      await mallory.rows<{ amount: string }>(
        `select amount_minor::text as amount from treasury_transactions
          where account_id = $1 and type in ('sweepInPosted', 'sweepOutPosted', 'oemsMutualFundOrderSettled') order by number`,
        [accountId],
      )
    ).map(({ amount }) => amount);

  /** On Friday, $100,000.00 arrive, and the sweep buys shares for $90,000.00. */
  const placed = async () => {
    assert.equal(await move(100_000), 200);
    await at("2026-11-20", "15:30");
    const [order, ...others] = await ordersOf();
    assert.ok(order !== undefined && others.length === 0);
    assert.deepEqual([order.status, order.amount_minor], ["placed", "9000000"]);
    return order;
  };

  it("a made-up order is not executed, and the account's own is", async () => {
    const order = await placed();
    const [row] = await mallory.copy("treasury_orders", "order_id", order.order_id);
    assert.ok(row);
    const forged = world.service.newId();
    await mallory.insertCopy("treasury_orders", row, { order_id: forged, action: "sell", amount_minor: 70_000_00 });
    await at("2026-11-20", "17:30");
    await at("2026-11-23", "17:30");
    await at("2026-11-24", "17:30");
    assert.deepEqual(await trades(), ["-9000000"], "what the account ordered");
    const [made] = (await ordersOf()).filter(({ order_id: id }) => id === forged);
    assert.equal(made?.status, "placed", "nothing happens to it");
    assert.ok((await alarms(world)).includes(`treasury_orders/${forged}`));
  });

  it("an order that was settled is not settled again", async () => {
    const order = await placed();
    const [before] = await mallory.copy("treasury_orders", "order_id", order.order_id);
    assert.ok(before);
    await at("2026-11-20", "17:30");
    await at("2026-11-23", "17:30");
    assert.deepEqual(await trades(), ["-9000000"]);
    await mallory.putBack("treasury_orders", "order_id", before);
    assert.equal((await ordersOf())[0]?.status, "placed");
    await at("2026-11-24", "17:30");
    await at("2026-11-25", "17:30");
    assert.deepEqual(await trades(), ["-9000000"], "once");
    assert.ok((await alarms(world)).includes(`treasury_orders/${order.order_id}`));
  });

  it("an order that is hidden leaves its cash taken, and other accounts go on", async () => {
    const order = await placed();
    const other = await newTreasury();
    assert.equal(await move(50_000, other), 200);
    assert.equal(
      await mallory.attack("update treasury_orders set status = 'canceled', ended_at = now() where order_id = $1", [
        order.order_id,
      ]),
      1,
    );
    assert.equal(await takeOut(95_000), 403, "$90,000.00 belong to the order");
    await at("2026-11-23", "15:30");
    assert.equal((await ordersOf()).length, 1, "no second order for the same cash");
    assert.deepEqual(
      (await ordersOf(other)).map(({ amount_minor: amount }) => amount),
      ["4000000"],
    );
    assert.ok((await alarms(world)).includes(`treasury_orders/${order.order_id}`));
  });

  it("what an order is for cannot be changed", async () => {
    const order = await placed();
    for (const column of ["action = 'sell'", "amount_minor = 1", "account_id = order_id", "security_id = 'X'"])
      assert.equal(
        await mallory.attack(`update treasury_orders set ${column} where order_id = $1`, [order.order_id]),
        "refused",
      );
    assert.equal(await mallory.attack("delete from treasury_orders where order_id = $1", [order.order_id]), "refused");
  });

  it("holdings that were changed place no order", async () => {
    assert.equal(await move(5_000), 200);
    const [before] = await mallory.copy("treasury_holdings", "account_id", treasuryId);
    assert.ok(before);
    assert.equal(
      await mallory.attack("update treasury_holdings set cash_minor = 9000000 where account_id = $1", [treasuryId]),
      1,
    );
    await at("2026-11-20", "15:30");
    assert.deepEqual(await ordersOf(), [], "$85,000.00 do not exist");
    assert.ok((await alarms(world)).includes(`treasury_holdings/${treasuryId}`));
    await mallory.putBack("treasury_holdings", "account_id", before);
    assert.equal(await move(95_000), 200, "it is as it was");
    // An older version says that less is ordered than there is.
    await eventually("the account, which rested after the failure, has its order", async () => {
      await at("2026-11-23", "15:30");
      return (await ordersOf()).length === 1;
    });
    await mallory.putBack("treasury_holdings", "account_id", before);
    await at("2026-11-24", "15:30");
    assert.equal((await ordersOf()).length, 1);
    assert.ok((await alarms(world)).includes(`treasury_holdings/${treasuryId}`));
  });

  it("activity that was imported is not entered again under another reference", async () => {
    assert.equal(await move(100_000), 200);
    const content = "Date,Type,Amount,Reference,Description\n2026-11-20,interestPosted,12.50,CUST-1,Interest\n";
    const file = { organizationId: organization.organizationId, accountId: treasuryId, fileName: "a.csv", content };
    const entered = async () =>
      (
        await mallory.rows<{ number: string }>(
          "select number::text from treasury_transactions where account_id = $1 and type = 'interestPosted'",
          [treasuryId],
        )
      ).map(({ number }) => number);
    const load = () =>
      world.service.database.transaction((tx) => importActivity(world.service, tx, { ...file, actor: operator }));
    await load();
    await load();
    const [number = "", ...others] = await entered();
    assert.equal(others.length, 0, "the same activity is recognized by its reference");
    const hide = "update treasury_transactions set custodian_reference = 'OTHER' where account_id = $1 and number = $2";
    assert.equal(await mallory.attack(hide, [treasuryId, number]), 1);
    await assert.rejects(load, { name: "UnprovenRow" });
    assert.deepEqual(await entered(), [number]);
    assert.ok((await alarms(world)).includes(`treasury_transactions/${treasuryId}/${number}`));
  });
});
