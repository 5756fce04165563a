/**
 * Law 34: the balance of a treasury account is the same in GET /accounts, in GET /treasury, in the last of its
 * transactions, and in the ledger, at every moment; cash and shares add up to it, whatever its custodian rejects or
 * sends back; and a pause of the custodian changes nothing that it later records.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import type { AccountId } from "#kernel/values/ids.ts";
import { runCustodian } from "#money/treasury/earnings";
import { changeSweep } from "#money/treasury/earnings/sweep/change-sweep.ts";
import { verifyLedger } from "#records/ledger/check";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { advanceTo } from "../../kit/service/advance-to.ts";
import { inject, openWorld, operator, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { booksOf, shiftCash } from "../../kit/treasury/books.queries.ts";

interface Treasury {
  readonly world: TestWorld;
  readonly organization: TestOrganization;
  readonly treasuryId: AccountId;
}

async function openTreasury(): Promise<Treasury> {
  const world = await openWorld();
  const organization = await world.newOrganization();
  const treasuryId = await organization.newAccount("Treasury", "treasury");
  await organization.deposit(organization.accountId, 2_000_000_00n);
  await world.service.database.transaction((tx) =>
    changeSweep(world.service, tx, {
      organizationId: organization.organizationId,
      accountId: treasuryId,
      actor: operator,
      version: 0,
      settings: { sweep: true, targetCashMinor: 10_000_00n, minimumSweepMinor: 100_00n },
    }),
  );
  return { world, organization, treasuryId };
}

const get = async ({ world, organization }: Treasury, url: string) => {
  const { status, body, text } = await inject(world.app, organization.token, { url });
  assert.equal(status, 200, text);
  return body;
};

const move = ({ world, organization, treasuryId }: Treasury, direction: "in" | "out", amount: number) =>
  inject(world.app, organization.token, {
    url: "/transfer",
    body: {
      sourceAccountId: direction === "in" ? organization.accountId : treasuryId,
      destinationAccountId: direction === "in" ? treasuryId : organization.accountId,
      amount,
    },
  });

const advance = ({ world, organization }: Treasury, hours: number) =>
  advanceTo(
    (body) => inject(world.app, organization.token, { url: "/sandbox/clock/advance", body }),
    plusMs(world.clock.now(), hours * 3_600_000).toISOString(),
  );

/** The law itself. Returns the balance in dollars. */
async function agreed(treasury: Treasury): Promise<number> {
  const { treasuryId, organization, world } = treasury;
  const account = await get(treasury, `/account/${treasuryId}`);
  const { accounts } = await get(treasury, "/treasury");
  const { transactions } = await get(treasury, `/treasury/${treasuryId}/transactions?limit=1`);
  const books = await booksOf(world.service.database, organization.organizationId, treasuryId);
  const cents = (dollars: number) => BigInt(Math.round(dollars * 100));
  assert.equal(cents(account.currentBalance), books.ledger_minor, "GET /account and the ledger");
  assert.equal(cents(accounts[0].currentBalance), books.ledger_minor, "GET /treasury and the ledger");
  assert.equal(cents(accounts[0].availableBalance), books.ledger_minor, "everything can be withdrawn");
  assert.equal(cents(transactions[0]?.balance ?? 0), books.ledger_minor, "the last balance and the ledger");
  assert.equal(books.cash_minor + books.invested_minor, books.ledger_minor, "cash and shares, and the ledger");
  assert.equal(books.listed_minor, books.ledger_minor, "the account's transactions and the ledger");
  assert.equal(books.numbered, books.last_number, "numbers without gaps");
  const report = await acrossOrganizations(() => verifyLedger(world.service.database, organization.organizationId));
  assert.deepEqual(report.differences, []);
  return account.currentBalance;
}

describe("law 34: one balance of a treasury account", () => {
  let treasury: Treasury;
  before(async () => {
    treasury = await openTreasury();
  });
  after(() => treasury.world.close());

  const typesOf = async (): Promise<readonly string[]> =>
    (await get(treasury, `/treasury/${treasury.treasuryId}/transactions?limit=1000`)).transactions.map(
      ({ type }: { type: string }) => type,
    );

  test("through deposits, the sweep, a withdrawal that exceeds cash, dividends, and fees", async () => {
    const { world, treasuryId } = treasury;
    assert.equal((await move(treasury, "in", 500_000)).status, 200);
    assert.equal(await agreed(treasury), 500_000);
    // The purchase is placed on Friday afternoon; a withdrawal before the close cancels it, because it needs the cash.
    await advance(treasury, 6);
    assert.equal((await move(treasury, "out", 100_000)).status, 200);
    assert.deepEqual((await typesOf()).slice(0, 2), ["withdrawalPosted", "oemsMutualFundOrderCanceled"]);
    assert.equal(await agreed(treasury), 400_000);
    // Placed on Monday, settled on Tuesday.
    await advance(treasury, 5 * 24);
    assert.equal((await typesOf())[0], "sweepInPosted");
    assert.equal(await agreed(treasury), 400_000);
    // Shares are sold for it, and settle later.
    assert.equal((await move(treasury, "out", 50_000)).status, 200);
    assert.equal(
      (await booksOf(world.service.database, treasury.organization.organizationId, treasuryId)).cash_minor,
      -40_000_00n,
    );
    assert.equal(await agreed(treasury), 350_000);
    await advance(treasury, 4 * 24);
    assert.ok((await typesOf()).includes("oemsMutualFundOrderSettled"));
    await agreed(treasury);
    assert.equal((await move(treasury, "out", 350_000.01)).body.errors.errorCode, "insufficientFunds");
    await agreed(treasury);
    // To the third of December, over the dividend of November and its fee on the first.
    await advance(treasury, 6 * 24);
    const types = await typesOf();
    for (const type of ["dividendPosted", "dividendReinvestmentPosted", "mercuryFeePosted"])
      assert.ok(types.includes(type), type);
    const balance = await agreed(treasury);
    const [december, november] = (await get(treasury, "/treasury")).accounts[0].netReturns;
    assert.deepEqual([december.status, november.status, november.month], ["pending", "charged", "2026-11-01"]);
    assert.equal(Math.round(balance * 100), 350_000_00 + Math.round(november.netAmount * 100));
  });

  test("the custodian's failures and returns send the money back, once", async () => {
    const { organization, treasuryId } = treasury;
    const undo = (id: string, verb: string) =>
      inject(treasury.world.app, organization.token, { url: `/sandbox/transactions/${id}/${verb}`, body: {} });
    const before = await agreed(treasury);
    const deposit = (await move(treasury, "in", 20_000)).body;
    const back = await undo(deposit.debitTransaction.id, "return");
    assert.deepEqual(
      [back.body.amount, back.body.accountId, back.body.kind, back.body.relatedTransactions[0].relationKind],
      [20_000, organization.accountId, "treasuryTransfer", "ReturnToOriginalTransaction"],
    );
    assert.equal(await agreed(treasury), before);
    for (const id of [deposit.debitTransaction.id, deposit.creditTransaction.id])
      assert.equal((await undo(id, "fail")).body.errors.errorCode, "alreadyReturned");
    assert.equal((await undo(back.body.id, "return")).body.errors.errorCode, "notPossibleNow");
    const withdrawal = (await move(treasury, "out", 500)).body;
    assert.equal((await undo(withdrawal.debitTransaction.id, "fail")).body.amount, 500);
    assert.equal(await agreed(treasury), before);
    const { transactions } = await get(treasury, `/treasury/${treasuryId}/transactions?limit=5`);
    assert.deepEqual(
      transactions.map(({ type, amount, balance }: Record<string, unknown>) => [type, amount, balance]),
      [
        ["revertTxn", 500, before],
        ["withdrawalFailed", -500, before - 500],
        ["withdrawalPosted", -500, before - 500],
        ["depositReturned", -20_000, before],
        ["depositComplete", 20_000, before + 20_000],
      ],
    );
    for (const { type, details } of transactions)
      assert.equal(
        type === "depositReturned" || type === "depositComplete"
          ? details.depositCounterpartyId
          : details.withdrawalCounterpartyId,
        organization.accountId,
      );
    // Money that has left cannot be returned.
    const spent = (await move(treasury, "in", 1_000)).body.creditTransaction.id;
    const rest = await agreed(treasury);
    assert.equal((await move(treasury, "out", rest - 10)).status, 200);
    assert.equal((await undo(spent, "return")).body.errors.errorCode, "insufficientFunds");
    assert.equal((await move(treasury, "in", rest - 10 - 1_000)).status, 200);
    const url = `/sandbox/accounts/${organization.accountId}/deposit`;
    const { body: outside } = await inject(treasury.world.app, organization.token, { url, body: { amount: 7 } });
    const { availableBalance } = await get(treasury, `/account/${organization.accountId}`);
    assert.equal((await move(treasury, "in", availableBalance)).status, 200);
    assert.equal((await undo(outside.id, "return")).body.errors.errorCode, "depositSpent");
    assert.equal((await move(treasury, "out", availableBalance)).status, 200);
    assert.equal(await agreed(treasury), before);
  });

  test("any sequence of transfers, failures, returns, and days", async () => {
    const random = seeded(testSeed("law 34"));
    const below = (count: number): number => Math.floor(random() * count);
    const made: string[] = [];
    const steps: readonly (() => Promise<unknown>)[] = [
      ...(["in", "in", "out"] as const).map((direction) => async () => {
        const { status, body } = await move(treasury, direction, 1 + below(9_000_000) / 100);
        if (status === 200) made.push(body.debitTransaction.id, body.creditTransaction.id);
      }),
      ...["fail", "return", "return"].map((verb) => async () => {
        const url = `/sandbox/transactions/${made[below(made.length)]}/${verb}`;
        const answers = await Promise.all(
          [1, 2].map(() => inject(treasury.world.app, treasury.organization.token, { url, body: {} })),
        );
        for (const { status, text } of answers) assert.ok(status === 200 || status === 400, text);
        assert.ok(answers.filter(({ status }) => status === 200).length <= 1, "returned once");
      }),
      () => advance(treasury, 3 + below(30)),
    ];
    await steps[0]?.();
    for (let turn = 0; turn < (long ? 200 : 8); turn += 1) {
      await steps[below(steps.length)]?.();
      await agreed(treasury);
    }
  });

  test("holdings that disagree with the ledger stop the account", async () => {
    const { world, organization, treasuryId } = treasury;
    const { organizationId } = organization;
    await shiftCash(world.owner(), organizationId, treasuryId, 1n);
    const { differences } = await acrossOrganizations(() => verifyLedger(world.service.database, organizationId));
    assert.deepEqual(
      differences.map(({ kind, ledgerAccountId }) => [kind, ledgerAccountId]),
      [["balance", treasuryId]],
    );
    await shiftCash(world.owner(), organizationId, treasuryId, -1n);
    await agreed(treasury);
  });

  test("withdrawals of everything at the same instant take it once", async () => {
    const balance = await agreed(treasury);
    const answers = await Promise.all(Array.from({ length: 6 }, () => move(treasury, "out", balance)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400, 400, 400, 400]);
    assert.equal(await agreed(treasury), 0);
    await advance(treasury, 10 * 24);
    await agreed(treasury);
  });

  test("pages forward through the same list in both orders while transactions are added", async () => {
    const url = `/treasury/${treasury.treasuryId}/transactions`;
    const all = (await get(treasury, `${url}?limit=1000`)).transactions.map(({ id }: { id: string }) => id);
    for (const order of ["asc", "desc"]) {
      const seen: string[] = [];
      for (let cursor: number | null | undefined; cursor !== null; ) {
        const page = await get(
          treasury,
          `${url}?limit=3&order=${order}${cursor === undefined ? "" : `&cursor=${cursor}`}`,
        );
        seen.push(...page.transactions.map(({ id }: { id: string }) => id));
        cursor = page.cursor;
        if (order === "desc" && seen.length === 3) assert.equal((await move(treasury, "in", 1)).status, 200);
      }
      assert.deepEqual(seen, order === "asc" ? all.toReversed() : all);
    }
    await agreed(treasury);
  });
});

test("law 34: after a pause of 75 days, the custodian records what it would have recorded day by day", async (t) => {
  const [daily, paused] = await Promise.all([openTreasury(), openTreasury()]);
  t.after(() => Promise.all([daily.world.close(), paused.world.close()]));
  const historyOf = async (treasury: Treasury) => {
    const { transactions } = await get(treasury, `/treasury/${treasury.treasuryId}/transactions?limit=1000&order=asc`);
    // IDs are random; everything else must be the same.
    return JSON.parse(
      JSON.stringify(transactions, (name, value) =>
        ["id", "accountId", "depositCounterpartyId"].includes(name) ? undefined : value,
      ),
    );
  };
  for (const treasury of [daily, paused]) assert.equal((await move(treasury, "in", 777_777.77)).status, 200);
  for (let day = 0; day < 75; day += 1) {
    daily.world.clock.set(plusMs(daily.world.clock.now(), DAY_MS));
    while ((await acrossOrganizations(() => runCustodian(daily.world.service))) > 0);
  }
  paused.world.clock.set(plusMs(paused.world.clock.now(), 75 * DAY_MS));
  while ((await acrossOrganizations(() => runCustodian(paused.world.service))) > 0);
  const history = await historyOf(daily);
  assert.ok(history.length >= 8, "the story has dividends and fees");
  assert.deepEqual(await historyOf(paused), history);
  assert.equal(await agreed(paused), await agreed(daily));
});
