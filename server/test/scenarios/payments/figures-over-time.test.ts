/**
 * Cash flow by month and balance by day are computed from daily sums. They must equal the sums of the ledger's entries,
 * for any sequence of events around midnight, a month's end, and the start of daylight saving time in New York.
 */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import type { AccountId, TransactionId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import type { Trigger } from "#payments/payments";
import { moveTransactions } from "#payments/payments/lifecycle/move-transactions.ts";
import { postEntries, systemAccountId } from "#records/ledger";
import { ledgerBalanceAfter, ledgerFlow } from "../../kit/databases/ledger-days.queries.ts";
import { seeded, testSeed } from "../../kit/faults/random.ts";
import { inject, openWorldOfFile } from "../../kit/service/full-app.ts";
import { payOne } from "../../kit/worlds/pay.ts";

const ACTS = 120;
/** About four months from TEST_NOW: includes the turn of the year and the start of daylight saving time in March. */
const STEP_MAX_MS = 50 * HOUR_MS;

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("figures over time", () => {
  let savings: AccountId;
  const random = seeded(testSeed("figures over time"));
  const below = (limit: number) => Math.floor(random() * limit);

  before(async () => {
    savings = await organization.newAccount("Savings", "savings");
    await organization.deposit(organization.accountId, 900_000_000n);
    await organization.deposit(savings, 50_000_000n);
    await liveThroughMonths();
  });

  async function move(transactionId: TransactionId, trigger: Trigger) {
    const { organizationId } = organization;
    const at = world.clock.now();
    const moved = await world.service.database.transaction((tx) =>
      moveTransactions(world.service, tx, {
        organizationId,
        actor: { type: "bank" },
        moves: [{ transactionId, trigger, at, reason: "R02: Account closed" }],
      }),
    );
    assert.equal(moved.size, 1);
  }

  const transfer = async (sourceAccountId: AccountId, destinationAccountId: AccountId) => {
    const body = { sourceAccountId, destinationAccountId, amount: (1 + below(9_999_99)) / 100 };
    const { status, text } = await inject(world.app, organization.token, { url: "/transfer", body });
    assert.equal(status, 200, text);
  };

  /** To the bank, and sometimes returned. */
  const fee = async (amountMinor: bigint) => {
    const { organizationId, accountId } = organization;
    await world.service.database.transaction(async (tx) => {
      const external = await systemAccountId(tx, organizationId, "external");
      const transactionId = world.service.newId<TransactionId>();
      const at = world.clock.now();
      const entry = { transactionId, amountMinor, at };
      const charged = { ...entry, effect: "transfer", debitAccountId: accountId, creditAccountId: external } as const;
      const refunded = { ...entry, effect: "reverse", debitAccountId: external, creditAccountId: accountId } as const;
      for (const posted of below(2) === 0 ? [charged] : [charged, refunded])
        assert.ok((await postEntries(tx, organizationId, [posted])).posted);
    });
  };

  async function liveThroughMonths() {
    const pending: TransactionId[] = [];
    const sent: TransactionId[] = [];
    const take = (from: TransactionId[]) => from.splice(below(from.length), 1)[0];
    const amountMinor = () => BigInt(1 + below(100_000));
    const acts = [
      () => organization.deposit(below(2) === 0 ? savings : organization.accountId, amountMinor()),
      () => transfer(organization.accountId, savings),
      () => transfer(savings, organization.accountId),
      async () => void pending.push(await payOne(world.service, organization, { amountMinor: amountMinor() })),
      async () => {
        const id = take(pending);
        if (id === undefined) return;
        const trigger = (["confirm", "confirm", "confirm", "reject", "cancel"] as const)[below(5)] ?? "confirm";
        await move(id, trigger);
        if (trigger === "confirm") sent.push(id);
      },
      async () => {
        const id = take(sent);
        if (id !== undefined && below(3) === 0) await move(id, "return");
      },
      () => fee(amountMinor()),
    ];
    for (let act = 0; act < ACTS; act += 1) {
      world.clock.set(plusMs(world.clock.now(), below(STEP_MAX_MS)));
      await acts[below(acts.length)]?.();
    }
    assert.ok(world.clock.now() > new Date("2027-01-01T06:00:00Z"), "the events extend past the turn of the year");
  }

  const get = async (url: string) => {
    const { status, body, text } = await inject(world.app, organization.token, { url });
    assert.equal(status, 200, text);
    return body;
  };

  for (const which of ["all accounts", "one account"] as const) {
    const accounts = () => (which === "one account" ? [savings] : [organization.accountId, savings]);
    const query = () => (which === "one account" ? `&accountId=${savings}` : "");

    test(`the balance at each day's end equals the ledger's, for ${which}`, async () => {
      const { days } = await get(`/balance-history?days=200${query()}`);
      assert.equal(days.length, 200);
      for (const { day, balance } of days) {
        const inLedger = await ledgerBalanceAfter(world.service.database, organization.organizationId, {
          accountIds: accounts(),
          day,
        });
        assert.equal(balance, dollarsFromMinor(inLedger), day);
      }
    });

    test(`the monthly totals match the ledger, for ${which}`, async () => {
      const { months } = await get(`/cash-flow?months=9${query()}`);
      assert.equal(months.length, 9);
      for (const { month, in: came, out: went } of months) {
        const inLedger = await ledgerFlow(world.service.database, organization.organizationId, {
          accountIds: accounts(),
          month,
        });
        assert.deepEqual([came, went], [dollarsFromMinor(inLedger.came), dollarsFromMinor(inLedger.went)], month);
      }
    });
  }

  test("the last day equals the account's balance; another organization's account is not found", async () => {
    const { days } = await get(`/balance-history?days=2&accountId=${savings}`);
    assert.equal(days.at(-1).balance, (await get(`/account/${savings}`)).currentBalance);
    const stranger = (await world.newOrganization()).accountId;
    for (const url of ["/balance-history", "/cash-flow"]) {
      const { status } = await inject(world.app, organization.token, { url: `${url}?accountId=${stranger}` });
      assert.equal(status, 404);
    }
  });
});
