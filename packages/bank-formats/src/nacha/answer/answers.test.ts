import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { offsetEntry, prenoteOf, reversalOf } from "../originate/derived-entries.ts";
import { entriesOf, entry, goldenFiles, ODFI, RDFI } from "../samples.testkit.ts";
import { answerAddendaOf, type EntryInBatch } from "./answered-entry.ts";
import { changeNoticeOf, refusedChangeOf } from "./changes.ts";
import { contestedReturnOf, dishonoredReturnOf, returnOf } from "./returns.ts";

const first = (name: string): EntryInBatch => {
  const file = goldenFiles[name];
  const [found] = file === undefined ? [] : entriesOf(file);
  assert.ok(found !== undefined);
  return found;
};

describe("answers to entries", () => {
  test("a return goes back to the originator's bank with the fields of the entry", () => {
    const original = first("ppd-credits");
    const returned = returnOf(original, { returnReasonCode: "R03" });
    assert.equal(returned.transactionCode, "21");
    assert.equal(returned.receivingDfiIdentification, ODFI);
    assert.equal(returned.checkDigit, "2");
    for (const key of ["dfiAccountNumber", "amountMinor", "identificationNumber", "receiverName"] as const)
      assert.equal(returned[key], original.entry[key]);
    const [addenda] = returned.addenda ?? [];
    assert.ok(addenda?.kind === "return");
    assert.equal(addenda.originalEntryTraceNumber, original.entry.traceNumber);
    assert.equal(addenda.originalReceivingDfiIdentification, RDFI);
  });

  test("a return names the payment through dishonor and contest", () => {
    const originals = ["returns", "dishonored-returns", "contested-return"].map(first);
    const traces = originals.map(
      ({ entry: read }) =>
        answerAddendaOf(read, "return", "dishonoredReturn", "contestedReturn")?.originalEntryTraceNumber,
    );
    assert.deepEqual(new Set(traces), new Set([first("ppd-credits").entry.traceNumber]));
  });

  test("each answer needs a code of its kind and the answer before it", () => {
    const payment = first("ppd-credits");
    assert.throws(() => returnOf(payment, { returnReasonCode: "R68" }), RangeError);
    assert.throws(() => returnOf(payment, { returnReasonCode: "R99" }), RangeError);
    const dishonor = { returnReasonCode: "R68", returnSettlementDate: "328" };
    assert.throws(() => dishonoredReturnOf(payment, dishonor), RangeError);
    assert.throws(() => dishonoredReturnOf(first("returns"), { ...dishonor, returnReasonCode: "R02" }), RangeError);
    const contest = { returnReasonCode: "R73", dishonoredReturnSettlementDate: "330" };
    assert.throws(() => contestedReturnOf(first("returns"), contest), RangeError);
    assert.throws(
      () => contestedReturnOf(first("dishonored-returns"), { ...contest, returnReasonCode: "R68" }),
      RangeError,
    );
    assert.throws(() => changeNoticeOf(payment, { changeCode: "C01", corrections: {} }), RangeError);
    assert.throws(() => refusedChangeOf(payment, { refusedChangeCode: "C61" }), RangeError);
    assert.throws(() => refusedChangeOf(first("changes"), { refusedChangeCode: "C01" }), RangeError);
  });
});

describe("entries derived from entries", () => {
  test("a prenote has the receiver and amount zero", () => {
    assert.deepEqual(prenoteOf(entry({ traceNumber: "121042880000009" })), {
      ...entry(),
      transactionCode: "23",
      amountMinor: 0n,
      traceNumber: undefined,
    });
    assert.throws(() => prenoteOf(entry({ transactionCode: "55" })), RangeError);
  });

  test("a reversal goes the other way, also for loans", () => {
    const reversed = (transactionCode: Parameters<typeof reversalOf>[0]["transactionCode"]) =>
      reversalOf(entry({ transactionCode })).transactionCode;
    assert.deepEqual([reversed("22"), reversed("27"), reversed("32"), reversed("52")], ["27", "22", "37", "55"]);
    assert.throws(() => reversed("23"), RangeError);
  });

  test("the offsetting entry balances a sum, and there is none for zero", () => {
    const account = {
      routingNumber: "121042882",
      accountNumber: "555000111",
      account: "checking",
      name: "NORTHWIND",
    } as const;
    const found = offsetEntry(account, { direction: "credit", amountMinor: 500n });
    assert.equal(found?.transactionCode, "27");
    assert.equal(found.amountMinor, 500n);
    assert.equal(offsetEntry(account, { direction: "debit", amountMinor: 500n })?.transactionCode, "22");
    assert.equal(offsetEntry(account, { direction: "credit", amountMinor: 0n }), undefined);
  });
});
