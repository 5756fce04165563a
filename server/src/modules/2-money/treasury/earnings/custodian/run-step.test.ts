import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type AccountId, createIdSource, type OrganizationId } from "#kernel/values/ids.ts";
import { freeCash, openOrders, takeCash } from "#money/treasury";
import { type Custody, runStep } from "./run-step.ts";

/** Monday, July 6, 2026, 14:00 in New York: an hour before the sweep. */
const START = new Date("2026-07-06T19:00:00Z");
const newId = createIdSource(() => START);

const custodyWith = (more: Partial<Custody["book"]>, isSimulated: boolean): Custody => ({
  book: {
    organizationId: "o" as OrganizationId,
    accountId: "a" as AccountId,
    lastNumber: 0n,
    cashMinor: 0n,
    investedMinor: 0n,
    sharesE4: 0n,
    priceE4: 10_000n,
    security: undefined,
    nextRunAt: START,
    orders: [],
    entries: [],
    changed: new Set(),
    ...more,
  },
  settings: { sweep: true, targetCashMinor: 1_000_00n, minimumSweepMinor: 100_00n },
  isSimulated,
  yields: [],
  days: [],
  monthDividendMicro: 0n,
  monthFeeMicro: 0n,
  carriedMicro: 0n,
  months: [],
  gains: [],
  documents: [],
});

const runUntil = (custody: Custody, until: string): void => {
  while (custody.book.nextRunAt < new Date(until)) runStep(custody, newId);
};

describe("the custodian's steps", () => {
  test("orders wait for a real custodian, and the sweep does not repeat them", () => {
    const custody = custodyWith({ cashMinor: 5_000_00n, security: { id: "990000AA9", name: "Fund" } }, false);
    runUntil(custody, "2026-07-10T12:00:00Z");
    const orders = openOrders(custody.book);
    assert.deepEqual(
      orders.map(({ status, action, amountMinor }) => [status, action, amountMinor]),
      [["placed", "buy", 4_000_00n]],
    );
    assert.deepEqual([custody.book.cashMinor, custody.book.entries], [5_000_00n, []]);
    assert.ok(custody.days.every(({ yieldPpm, dividendMicro }) => yieldPpm === 0 && dividendMicro === 0n));
  });

  test("no order is placed before a real custodian's fund is known", () => {
    const custody = custodyWith({ cashMinor: 5_000_00n }, false);
    runUntil(custody, "2026-07-08T12:00:00Z");
    assert.deepEqual(custody.book.orders, []);
  });

  test("shares earn from the day on which their purchase settles, weekends included", () => {
    const custody = custodyWith({ cashMinor: 5_000_00n }, true);
    runUntil(custody, "2026-07-13T12:00:00Z");
    assert.deepEqual(
      custody.days.map(({ day, investedMinor }) => [day, investedMinor]),
      [
        ["2026-07-06", 0n],
        ["2026-07-07", 4_000_00n],
        ["2026-07-08", 4_000_00n],
        ["2026-07-09", 4_000_00n],
        ["2026-07-10", 4_000_00n],
        ["2026-07-11", 4_000_00n],
        ["2026-07-12", 4_000_00n],
      ],
    );
  });

  test("a fee that the account does not cover fails once, and is charged when the money is there", () => {
    const month = {
      month: "2026-06-01",
      feeMinor: 9_00n,
      carriedMicro: 0n,
      status: "processing",
      chargedAt: null,
    } as const;
    const custody = custodyWith({ cashMinor: 5_00n }, true);
    custody.months.push(month);
    runUntil(custody, "2026-07-09T12:00:00Z");
    assert.deepEqual(
      custody.book.entries.map(({ type, amountMinor, balanceMinor }) => [type, amountMinor, balanceMinor]),
      [["mercuryFeeFailed", -9_00n, 5_00n]],
    );
    custody.book.cashMinor += 100_00n;
    runUntil(custody, "2026-07-10T12:00:00Z");
    assert.deepEqual(
      custody.months.map(({ status }) => status),
      ["charged"],
    );
    assert.equal(custody.book.cashMinor, 96_00n);
    assert.equal(custody.gains.length, 1, "only the charge reaches the ledger");
  });

  test("a withdrawal cancels only as many purchases as it needs, and sells the rest", () => {
    const custody = custodyWith({ cashMinor: 5_000_00n, investedMinor: 3_000_00n, sharesE4: 30_000_000n }, true);
    runStep(custody, newId);
    const moment = { newId, at: START, day: "2026-07-06" };
    takeCash(custody.book, moment, 500_00n, "withdrawal");
    assert.deepEqual(
      openOrders(custody.book).map(({ action }) => action),
      ["buy"],
      "cash was enough",
    );
    takeCash(custody.book, moment, 6_000_00n, "withdrawal");
    assert.deepEqual(
      openOrders(custody.book).map(({ action, amountMinor }) => [action, amountMinor]),
      [["sell", 1_500_00n]],
    );
    assert.equal(freeCash(custody.book), 0n);
    runUntil(custody, "2026-07-08T12:00:00Z");
    assert.deepEqual([custody.book.cashMinor, custody.book.investedMinor], [0n, 1_500_00n]);
  });
});
