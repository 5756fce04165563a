import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { noEntries, paymentAnswers, readMessage, statementProblems, withEntry } from "bursar-bank-formats/iso20022";
import { answerAddendaOf, readNachaFile } from "bursar-bank-formats/nacha";
import { manualClock, plusMs } from "bursar-banking/clock";
import type { BankAgreement } from "./agreement/bank-agreement.ts";
import { achEntry, achFile, agreement, FRIDAY, named, wireFile } from "./file-bank.testkit.ts";
import { openFileBank } from "./file-bank.ts";
import { type BankState, memoryState } from "./state/bank-state.ts";

const connected: BankAgreement = {
  ...agreement,
  reports: { statements: "withBookings", intraday: false, notifications: true },
  reportsTo: "ACH",
};

/** A bank with two connections, ACH and WIRE, and an operator. */
async function openConnected(state: BankState = memoryState()) {
  const clock = manualClock(FRIDAY);
  const bank = await openFileBank({ state, agreement: async () => connected, clock });
  return {
    bank,
    clock,
    post: (connection: string, name: string, content: string) =>
      bank.receive({ connection, name, content: Buffer.from(content) }),
    /** What a connection gets now. */
    collect: async (connection: string) => {
      const { files, upTo } = await bank.answersDue(clock.now(), connection);
      await bank.markDelivered(upTo, connection);
      return files;
    },
  };
}

const answersIn = (content: string | undefined) =>
  paymentAnswers(readMessage(content ?? "", ["pain.002.001.10"]).message);
/** The trace number is given, so that requests can name the payment. */
const entry = (number: string, amountMinor: bigint, position = 1) =>
  achEntry(number, amountMinor, { identificationNumber: `ID-${position}` });
const request = (position: number, outcome: "confirmed" | "rejected" | "blocked" | "returned", code?: string) => ({
  references: ["endToEndId:unknown", `endToEndId:ID-${position}`],
  outcome,
  ...(code === undefined ? {} : { code }),
});

describe("a bank with several connections and an operator", () => {
  test("answers go to the connection of their file, and account reports to one of them", async () => {
    const { clock, post, collect } = await openConnected();
    await post("ACH", "a", achFile([entry("12345678", 10_00n)]));
    await post("WIRE", "a", wireFile("M1", [{ creditorAccount: "12345678", amountMinor: 5_00n, endToEndId: "W1" }]));
    clock.set(new Date("2026-11-25T12:00:00Z"));
    const ach = (await collect("ACH")).map(({ name }) => name.slice(0, 7));
    const wires = (await collect("WIRE")).map(({ name }) => name.slice(0, 7));
    assert.deepEqual(wires, ["pain002", "pain002"], "the same name over another connection is no repeat");
    assert.deepEqual(ach, ["pain002", "camt054", "camt054", "camt053", "camt053"]);
    assert.deepEqual([await collect("ACH"), await collect("WIRE")], [[], []], "nothing is delivered twice");
  });

  test("the operator's answers are due at once, also at an instant that was delivered, and replace what was planned", async () => {
    const { bank, clock, post, collect } = await openConnected();
    const numbers = ["12345678", "9901000002", "9902000002", "12345678"];
    await post("ACH", "a", achFile(numbers.map((number, index) => entry(number, 10_00n, index + 1))));
    await collect("ACH");
    assert.equal(await bank.answerNow({ references: ["endToEndId:unknown"], outcome: "confirmed" }), "notYet");

    for (const position of [1, 2]) {
      assert.equal(await bank.answerNow(request(position, "confirmed")), "answered");
      const [answer, ...others] = answersIn((await collect("ACH"))[0]?.content);
      assert.deepEqual([answer?.status, answer?.original.endToEndId], ["ACSC", `ID-${position}`]);
      assert.equal(others.length, 0);
    }
    await bank.answerNow(request(4, "blocked", "SC-LIMIT"));
    assert.equal(answersIn((await collect("ACH"))[0]?.content)[0]?.status, "BLCK");
    await bank.answerNow(request(1, "returned", "R10"));
    const [returns] = named(await collect("ACH"), "returns");
    const [returned] = readNachaFile(returns ?? "", {
      tolerant: { foreignTraceNumbers: true, missingEffectiveEntryDate: true },
    }).batches.flatMap(({ entries }) => entries);
    assert.ok(returned);
    assert.equal(answerAddendaOf(returned, "return")?.returnReasonCode, "R10");

    clock.set(new Date("2026-12-05T12:00:00Z"));
    const later = await collect("ACH");
    const statuses = named(later, "pain002").flatMap((content) => answersIn(content).map(({ status }) => status));
    assert.deepEqual(statuses, ["PART"], "the planned rejection is gone: the operator has settled that entry");
    assert.equal(named(later, "returns").length, 1, "the planned return of the third entry still comes");
  });

  test("the bank accepts or refuses a payment once, and a payment comes back once", async () => {
    const { bank, post } = await openConnected();
    await post("ACH", "a", achFile([1, 2, 3].map((index) => entry("12345678", 10_00n, index))));
    const outcomes = ["confirmed", "rejected", "blocked", "returned"] as const;
    const answered = async (position: number, outcome: (typeof outcomes)[number]) =>
      bank.answerNow(request(position, outcome, outcome === "returned" ? "R10" : "R03"));
    for (const [position, first] of [[1, "rejected"] as const, [2, "blocked"] as const]) {
      assert.equal(await answered(position, first), "answered");
      for (const outcome of outcomes)
        assert.equal(await answered(position, outcome), "impossible", `${first}, ${outcome}`);
    }
    assert.equal(await answered(3, "confirmed"), "answered");
    for (const outcome of ["confirmed", "rejected", "blocked"] as const)
      assert.equal(await answered(3, outcome), "impossible", outcome);
    assert.equal(await answered(3, "returned"), "answered");
    assert.equal(await answered(3, "returned"), "impossible");
  });

  test("what the operator leaves as it was planned happens once", async () => {
    const { bank, clock, post, collect } = await openConnected();
    await post("WIRE", "a", wireFile("M1", [{ creditorAccount: "9902000016", amountMinor: 5_00n, endToEndId: "W1" }]));
    assert.equal(await bank.answerNow({ references: ["endToEndId:W1"], outcome: "confirmed" }), "answered");
    clock.set(new Date("2026-12-05T12:00:00Z"));
    assert.equal(named(await collect("WIRE"), "pacs004").length, 1, "the return of the wire that was confirmed");
    const bookings =
      named(await collect("ACH"), "camt053")
        .join("")
        .split("<Ntry>").length - 1;
    assert.equal(bookings, 2, "it left, and came back");
  });

  test("in a hurry, everything planned happens now, once, and the books still add up", async () => {
    const { bank, clock, post, collect } = await openConnected();
    const numbers = ["12345678", "9901000002", "9902000002", "9904000005", "9907000001"];
    await post("ACH", "a", achFile(numbers.map((number, index) => entry(number, 10_00n, index + 1))));
    await bank.hurry();
    const now = await collect("ACH");
    const statuses = named(now, "pain002").map((content) => answersIn(content).map(({ status }) => status));
    assert.deepEqual(statuses, [["PART", "RJCT", "PDNG", "PDNG"], ["ACSC"], ["ACSC"]]);
    assert.equal(named(now, "returns").length, 1);
    await bank.hurry();
    assert.deepEqual(await collect("ACH"), []);

    clock.set(new Date("2026-12-05T12:00:00Z"));
    const [content, ...others] = named(await collect("ACH"), "camt053");
    assert.equal(others.length, 0);
    const [statement] = readMessage(content ?? "", ["camt.053.001.08"]).message.content.Stmt;
    assert.ok(statement);
    assert.deepEqual(statementProblems(statement, (statement.Ntry ?? []).reduce(withEntry, noEntries)), []);
    const closing = statement.Bal.find(({ Tp }) => Tp.CdOrPrtry.Cd === "CLBD")?.Amt.amountMinor;
    assert.equal(closing, 100_000_000n - 20_00n, "one was confirmed, one settled late; one was returned");
  });

  test("two processes share the bank: each knows what the other received, and answers are delivered once", async () => {
    const state = memoryState();
    const bank = await openConnected(state);
    const other = await openConnected(state);
    const content = achFile([entry("12345678", 10_00n)]);
    assert.equal(await bank.post("ACH", "a", content), true);
    assert.equal(await other.post("ACH", "a", content), false);
    assert.equal((await other.bank.lengthsOf(["a"], "ACH")).get("a"), content.length);
    for (const { clock } of [bank, other]) clock.set(plusMs(FRIDAY, 600_000));
    assert.equal((await other.collect("ACH")).length, 1);
    assert.equal((await bank.collect("ACH")).length, 0);
  });

  test("what a failed transaction has not stored, the bank does not know", async () => {
    const inner = memoryState();
    let fails = false;
    const state: BankState = {
      exclusively: (work) =>
        inner.exclusively((session) =>
          work({
            ...session,
            append: async (record) => {
              if (fails) throw new Error("the database is gone");
              await session.append(record);
            },
          }),
        ),
    };
    const { bank, post, clock, collect } = await openConnected(state);
    fails = true;
    await assert.rejects(post("ACH", "a", achFile([entry("12345678", 10_00n)])));
    assert.equal((await bank.lengthsOf(["a"], "ACH")).size, 0);
    fails = false;
    assert.equal(await post("ACH", "a", achFile([entry("12345678", 10_00n)])), true);
    clock.set(plusMs(FRIDAY, 600_000));
    assert.equal((await collect("ACH")).length, 1);
  });
});
