/**
 * The `total` of an account's list is the sum of counts per day, which every statement that creates a transaction
 * updates. It must equal the number of rows, for every way to create one, across days, and while two nodes pay and
 * transfer concurrently.
 */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId } from "#kernel/values/ids.ts";
import { inject, openWorldOfFile, payment } from "../../kit/service/full-app.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("totals of an account's list", () => {
  let savings: AccountId;
  before(async () => {
    savings = await organization.newAccount("Savings", "savings");
    await organization.deposit(organization.accountId, 1_000_000_00n);
    await organization.deposit(savings, 1_000_000_00n);
  });

  const listOf = async (accountId: AccountId, query = "") => {
    const { status, body, text } = await inject(world.app, organization.token, {
      url: `/account/${accountId}/transactions?limit=1${query}`,
    });
    assert.equal(status, 200, text);
    return body;
  };
  const counted = async (accountId: AccountId): Promise<number> => {
    const { stored } = await world.service.database.one<{ stored: bigint }>(sql`
        select count(*) as stored from transactions
         where organization_id = ${organization.organizationId} and account_id = ${accountId}`);
    return Number(stored);
  };
  let amount = 100;
  const pay = (app = world.app) => {
    amount += 1;
    const { url, body } = payment(organization, { amount });
    return inject(app, organization.token, { url, body });
  };
  const transfer = (app = world.app) => {
    amount += 1;
    return inject(app, organization.token, {
      url: "/transfer",
      body: {
        sourceAccountId: savings,
        destinationAccountId: organization.accountId,
        amount: 1,
        idempotencyKey: `transfer ${amount}`,
      },
    });
  };

  test("counts each payment, transfer, and deposit that matches the filter once, and rejected ones not at all", async () => {
    assert.equal((await pay()).status, 200);
    assert.equal(
      (await inject(world.app, organization.token, payment(organization, { amount: 9_000_000 }))).status,
      400,
    );
    assert.equal((await transfer()).status, 200);
    assert.equal((await listOf(organization.accountId)).total, 3);
    assert.equal((await listOf(savings)).total, 2);
    assert.equal((await listOf(organization.accountId, "&status=pending")).total, 1);
    assert.equal((await listOf(organization.accountId, "&search=globex")).total, 1);
  });

  test("the window moves with the days: the list's total excludes rows it no longer shows, a cursor's total includes them", async () => {
    for (let day = 0; day < 3; day += 1) {
      world.clock.set(plusMs(world.clock.now(), DAY_MS));
      assert.equal((await pay()).status, 200);
    }
    assert.equal((await listOf(organization.accountId)).total, 6);
    world.clock.set(plusMs(world.clock.now(), 29 * DAY_MS));
    const list = await listOf(organization.accountId);
    assert.equal(list.total, 2, "the rows of the last two days above");
    const [shown] = list.transactions;
    assert.equal((await listOf(organization.accountId, `&start_after=${shown.id}`)).total, 6);
  });

  test("with an end and no start, the window counts back from the end", async () => {
    const today = world.clock.now();
    const dayBefore = (days: number) =>
      plusMs(today, -days * DAY_MS)
        .toISOString()
        .slice(0, 10);
    const shown = async (query: string) => (await listOf(organization.accountId, query)).total;
    assert.equal(await shown(`&end=${dayBefore(29)}`), 6, "all rows so far");
    assert.equal(await shown(`&end=${dayBefore(31)}`), 4, "all except the last two days");
    assert.equal(await shown(`&end=${dayBefore(40)}`), 0);
    assert.equal(await shown(`&end=${dayBefore(-400)}`), await shown(""), "a future day counts like today");
  });

  /** Again after 503: on a slow server, some wait too long. */
  const untilThereIsRoom = async (ask: () => ReturnType<typeof pay>): ReturnType<typeof pay> => {
    for (;;) {
      const answer = await ask();
      if (answer.status !== 503) return answer;
    }
  };

  test("every total matches the stored rows while two nodes pay and transfer", async () => {
    const nodes = [world.app, await world.anotherNode()];
    const work = Array.from({ length: 60 }, (_, index) => {
      const node = nodes[index % nodes.length];
      return untilThereIsRoom(() => (index % 3 === 0 ? transfer(node) : pay(node)));
    });
    for (const { status, text } of await Promise.all(work)) assert.equal(status, 200, text);
    for (const accountId of [organization.accountId, savings]) {
      const [shown] = (await listOf(accountId)).transactions;
      assert.equal((await listOf(accountId, `&start_after=${shown.id}`)).total, await counted(accountId));
    }
  });
});
