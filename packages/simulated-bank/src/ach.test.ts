import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  accountEntry,
  noEntries,
  paymentAnswers,
  readMessage,
  statementProblems,
  withEntry,
} from "bursar-bank-formats/iso20022";
import { answerAddendaOf, readNachaFile } from "bursar-bank-formats/nacha";
import { agreementOf } from "./agreement/bank-agreement.ts";
import { ACCOUNT, achEntry, achFile, agreementText, BANK, FRIDAY, named, openTestBank } from "./file-bank.testkit.ts";

const IDENTITY = "1231231230-121042882-2611201400A";
const answersIn = (content: string | undefined) =>
  paymentAnswers(readMessage(content ?? "", ["pain.002.001.10"]).message);
/** What returning banks do: their own trace numbers. */
const tolerant = { foreignTraceNumbers: true, missingEffectiveEntryDate: true } as const;

describe("ACH files at the bank", () => {
  test("a file is acknowledged by its five identifying values, and settles on its effective entry date", async () => {
    const { post, until } = await openTestBank();
    await post("a.ach", achFile([achEntry("12345678", 100_00n), achEntry("87654321", 50_25n)]));
    const acknowledged = await until("2026-11-20T20:00:00Z");
    assert.equal(acknowledged.length, 1);
    const [answer] = answersIn(acknowledged[0]?.content);
    assert.deepEqual([answer?.about, answer?.originalMessageId, answer?.status], ["file", IDENTITY, "ACCP"]);

    const settled = named(await until("2026-11-23T14:00:00Z"), "camt054");
    assert.equal(settled.length, 1);
    const notification = readMessage(settled[0] ?? "", ["camt.054.001.08"]).message.content;
    const [entry] = notification.Ntfctn[0]?.Ntry ?? [];
    assert.equal(entry?.Amt.amountMinor, 150_25n);
    assert.equal(entry?.CdtDbtInd, "DBIT");
    assert.deepEqual(
      (entry === undefined ? [] : accountEntry(entry).transactions).map(({ amount }) => amount?.amountMinor),
      [100_00n, 50_25n],
    );
  });

  test("a return comes back on its banking day with its code, the trace number, and the money", async () => {
    const { post, until } = await openTestBank();
    await post("a.ach", achFile([achEntry("9902000002", 75_00n), achEntry("12345678", 1_00n)]));
    await until("2026-11-25T14:59:00Z");
    // Two banking days after Monday, November 23, at 10:00 in New York.
    const answers = await until("2026-11-25T15:00:00Z");
    const [returns] = named(answers, "returns");
    const file = readNachaFile(returns ?? "", { tolerant });
    const [entry, ...others] = file.batches.flatMap(({ entries }) => entries);
    assert.ok(entry !== undefined && others.length === 0);
    const addenda = answerAddendaOf(entry, "return");
    assert.equal(addenda?.returnReasonCode, "R02");
    assert.equal(addenda?.originalEntryTraceNumber, `${BANK.slice(0, 8)}0000001`);
    assert.equal(entry.amountMinor, 75_00n);
    const [booked] = named(answers, "camt054");
    const back = readMessage(booked ?? "", ["camt.054.001.08"]).message.content.Ntfctn[0]?.Ntry?.[0];
    assert.deepEqual([back?.CdtDbtInd, back?.Amt.amountMinor, back?.RvslInd], ["CRDT", 75_00n, true]);
  });

  test("a notification of change corrects the account number one banking day after settlement", async () => {
    const { post, until } = await openTestBank();
    await post("a.ach", achFile([achEntry("9908000001", 75_00n)]));
    const [changes] = named(await until("2026-11-24T15:00:00Z"), "changes");
    const [entry] = readNachaFile(changes ?? "", { tolerant }).batches.flatMap(({ entries }) => entries);
    assert.ok(entry !== undefined);
    assert.equal(entry.amountMinor, 0n);
    assert.equal(answerAddendaOf(entry, "change")?.changeCode, "C01");
  });

  test("a prenote moves no money; one to an account with a problem is returned or corrected", async () => {
    const { post, until } = await openTestBank();
    const prenote = (number: string) => achEntry(number, 0n, { transactionCode: "23" });
    await post("a.ach", achFile([prenote("12345678"), prenote("9902000003"), prenote("9908000001")]));
    const answers = await until("2026-11-26T23:00:00Z");
    assert.equal(answersIn(named(answers, "pain002")[0])[0]?.status, "ACCP");
    const found = ["returns", "changes"].map((prefix) => {
      const [entry] = readNachaFile(named(answers, prefix)[0] ?? "", { tolerant }).batches.flatMap(
        ({ entries }) => entries,
      );
      assert.ok(entry !== undefined && entry.amountMinor === 0n);
      return answerAddendaOf(entry, "return")?.returnReasonCode ?? answerAddendaOf(entry, "change")?.changeCode;
    });
    assert.deepEqual(found, ["R03", "C01"]);
    assert.deepEqual(named(answers, "camt054"), []);
  });

  test("entries that the bank rejects or blocks are named in the acknowledgment and never booked", async () => {
    const { post, until } = await openTestBank();
    await post(
      "a.ach",
      achFile([achEntry("9901000003", 10_00n), achEntry("9903000001", 20_00n), achEntry("1234", 1_00n)]),
    );
    const [report] = named(await until("2026-11-20T20:00:00Z"), "pain002");
    const answers = answersIn(report);
    assert.equal(answers[0]?.status, "PART");
    assert.deepEqual(
      answers
        .slice(1)
        .map(({ status, reasons, original }) => [status, reasons[0]?.code, original.instructionId?.slice(-1)]),
      [
        ["RJCT", "R03", "1"],
        ["BLCK", "RR04", "2"],
      ],
    );
    const [statement] = named(await until("2026-11-24T12:00:00Z"), "camt053").slice(-1);
    assert.match(statement ?? "", /999999\.00/);
  });

  test("repeats itself, returns early, comes late, or stays silent where the magic numbers say so", async () => {
    const entries = ["9905000001", "9906000002", "9904000001", "9907000001"].map((number) => achEntry(number, 10_00n));
    const { post, until } = await openTestBank();
    await post("a.ach", achFile(entries));
    const early = await until("2026-11-23T13:00:00Z");
    assert.equal(named(early, "pain002").length, 2);
    const [first, second] = named(early, "pain002").map((content) => answersIn(content));
    assert.deepEqual(first, second);
    assert.equal(named(early, "returns").length, 1);
    assert.equal(named(early, "camt054").length, 1, "the early return is booked before the payment");
    assert.deepEqual(
      (first ?? []).map(({ status }) => status),
      ["PART", "PDNG", "PDNG"],
      "what settles late or never is pending",
    );
    const settled = named(await until("2026-11-23T23:00:00Z"), "camt054");
    assert.equal(settled.length, 2, "the booking of the batch is notified twice");
    assert.match(settled[0] ?? "", /20\.00/);
    const late = await until("2026-11-24T23:00:00Z");
    assert.match(named(late, "camt054")[0] ?? "", /10\.00/);
    assert.deepEqual(
      named(late, "pain002").flatMap((content) => answersIn(content).map(({ status }) => status)),
      ["ACSC"],
    );
    const silent = await openTestBank();
    await silent.post("b.ach", achFile([achEntry("9907000001", 5_00n)]));
    assert.deepEqual(named(await silent.until("2026-12-20T12:00:00Z"), "pain002"), []);
  });

  test("rejects what was not agreed, and says why", async () => {
    const entries = [achEntry("12345678", 1_00n)];
    const good = achFile(entries);
    const cases: readonly (readonly [why: string, content: string, code: string])[] = [
      ["another company", achFile(entries, { companyIdentification: "9999999999" }), "BE05"],
      ["an effective entry date in the past", good.replace("261123", "261119"), "DT01"],
      ["an effective entry date too far ahead", achFile(entries, { effective: "2026-12-24" }), "DT01"],
      ["an old file", achFile(entries, { created: "2026-11-02", effective: "2026-11-23" }), "DT01"],
      ["a total above the limit", achFile(Array.from({ length: 30 }, () => achEntry("1", 240_000_00n))), "AM02"],
      ["a wrong entry hash", good.replace(/^(9.{20})\d/m, "$17"), "FF01"],
      ["a file that is cut off", good.slice(0, 300), "FF01"],
      [
        "a mixed batch",
        achFile([...entries, achEntry("2", 5_00n, { transactionCode: "27" })], { serviceClassCode: "200" }),
        "AG03",
      ],
    ];
    for (const [why, content, code] of cases) {
      const { post, until } = await openTestBank();
      await post("a.ach", content);
      const [answer, ...others] = answersIn(named(await until("2026-11-20T23:00:00Z"), "pain002")[0]);
      assert.deepEqual([answer?.status, answer?.reasons[0]?.code, others.length], ["RJCT", code, 0], why);
    }
  });

  test("the same content changes nothing; a used name, and a used identity with other content, are rejected", async () => {
    const { post, until } = await openTestBank();
    const content = achFile([achEntry("12345678", 1_00n)]);
    for (const name of ["a.ach", "a.ach", "b.ach"]) await post(name, content);
    assert.equal((await until("2026-11-20T20:00:00Z")).length, 1);
    await post("a.ach", achFile([achEntry("12345678", 2_00n)], { modifier: "B" }));
    await post("c.ach", achFile([achEntry("12345678", 3_00n)]));
    const rejections = named(await until("2026-11-20T21:00:00Z"), "pain002").flatMap((each) => answersIn(each));
    assert.deepEqual(
      rejections.map(({ status, reasons, originalMessageId }) => [status, reasons[0]?.code, originalMessageId]),
      [
        ["RJCT", "DUPL", "a.ach"],
        ["RJCT", "DUPL", IDENTITY],
      ],
    );
  });

  test("settles the same day in the window that the file reaches", async () => {
    const at = new Date("2026-11-20T15:10:00Z");
    const { post, until } = await openTestBank({ at });
    await post("a.ach", achFile([achEntry("12345678", 1_00n)], { effective: "2026-11-20", at: "10:05" }));
    assert.equal(named(await until("2026-11-20T17:59:59Z"), "camt054").length, 0);
    assert.equal(named(await until("2026-11-20T18:00:00Z"), "camt054").length, 1);
  });

  test("in balanced files, the offset entry is the booking, and rejected entries are given back", async () => {
    const changed: { ach: Record<string, unknown>[] } = JSON.parse(agreementText());
    const balanced = agreementOf(
      agreementText({ ach: changed.ach.map((ach) => ({ ...ach, balance: "required", acceptsMixedBatches: true })) }),
    );
    const { post, until } = await openTestBank({ agreement: balanced });
    const offset = achEntry(ACCOUNT, 30_00n, {
      transactionCode: "27",
      receivingDfiIdentification: BANK.slice(0, 8),
      checkDigit: BANK.slice(8),
    });
    const entries = [achEntry("9901000003", 10_00n), achEntry("12345678", 20_00n), offset];
    await post("a.ach", achFile(entries, { serviceClassCode: "200" }));
    const statement = named(await until("2026-11-24T12:00:00Z"), "camt053").at(-1);
    assert.match(statement ?? "", /999980\.00/);
  });

  test("a large batch is booked in parts, each with a notification that has its payments", async () => {
    const { post, until } = await openTestBank();
    await post("a.ach", achFile(Array.from({ length: 10_001 }, (_, index) => achEntry(String(50_000 + index), 1_00n))));
    // Ten thousand payments are found, not read: that would take longer than the bank takes.
    const booked = named(await until("2026-11-23T14:00:00Z"), "camt054").map((content) => [
      /<Ntry>.*?<Amt Ccy="USD">([0-9.]+)</s.exec(content)?.[1],
      content.split("<TxDtls>").length - 1,
    ]);
    assert.deepEqual(booked, [
      ["10000.00", 10_000],
      ["1.00", 1],
    ]);
  });

  test("law: each statement's opening balance and bookings are its closing balance, which opens the next", async () => {
    const { post, until } = await openTestBank({ seed: 7 });
    const numbers = ["9902000001", "9902000010", "9904000002", "9906000003", "12345678", "9905000001"];
    await post("a.ach", achFile(numbers.map((number, index) => achEntry(number, BigInt(index + 1) * 11_11n))));
    const statements = named(await until("2026-12-10T23:00:00Z"), "camt053").map(
      (content) => readMessage(content, ["camt.053.001.08"]).message.content.Stmt[0],
    );
    assert.equal(statements.length, 13);
    let previous: bigint | undefined;
    for (const statement of statements) {
      assert.ok(statement !== undefined);
      const totals = (statement.Ntry ?? []).reduce(withEntry, noEntries);
      assert.deepEqual(statementProblems(statement, totals), []);
      const balance = (code: string) => statement.Bal.find(({ Tp }) => Tp.CdOrPrtry.Cd === code)?.Amt.amountMinor;
      if (previous !== undefined) assert.equal(balance("OPBD"), previous);
      previous = balance("CLBD");
    }
    // Three entries came back, the others were paid: 33.33 + 55.55 + 66.66.
    assert.equal(previous, 1_000_000_00n - 155_54n);
    assert.ok(FRIDAY < new Date("2026-12-10"));
  });
});
