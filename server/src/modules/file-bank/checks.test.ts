import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type CheckRecord, parseCheckFile, writeCheckFile } from "../../formats/checks/index.ts";
import { paymentAnswers, readMessage } from "../../formats/iso20022/index.ts";
import { present } from "../../kernel/assert.ts";
import { templateOf } from "./agreement/bank-agreement.ts";
import { ACCOUNT, named, openTestBank } from "./file-bank.testkit.ts";

const issue = present(templateOf("generic-csv", "issue"), "the template exists");
const paid = present(templateOf("generic-paid-csv", "paid"), "the template exists");

const check = (checkNumber: number, amountMinor: bigint, changes: Partial<CheckRecord> = {}): CheckRecord => ({
  ...{ status: "issued", accountNumber: ACCOUNT, checkNumber, amountMinor, issueDate: "2026-11-20" },
  ...{ payee: "Ada Lovelace", ...changes },
});
const issueFile = (...checks: readonly CheckRecord[]): string =>
  writeCheckFile(issue, checks, { fileDate: "2026-11-20" }).text;
const answersIn = (contents: readonly string[]) =>
  contents.flatMap((content) => paymentAnswers(readMessage(content, ["pain.002.001.10"]).message));
const reportsIn = (contents: readonly string[]) =>
  contents.flatMap((content) =>
    parseCheckFile(paid, content).checks.map(({ checkNumber, status, amountMinor }) => [
      checkNumber,
      status,
      amountMinor,
    ]),
  );

describe("checks at the bank", () => {
  test("an issued check is acknowledged by the file's name, reported as issued, and paid five banking days later", async () => {
    const { post, until } = await openTestBank();
    await post("issue-1.csv", issueFile(check(1001, 75_50n)));
    const [file, ...others] = answersIn(named(await until("2026-11-20T20:00:00Z"), "pain002"));
    assert.deepEqual(
      [file?.about, file?.originalMessageId, file?.status, others.length],
      ["file", "issue-1.csv", "ACCP", 0],
    );
    const [issued] = answersIn(named(await until("2026-11-20T22:00:00Z"), "pain002"));
    assert.deepEqual([issued?.status, issued?.original.instructionId], ["ACIS", `${ACCOUNT}-1001`]);
    // Thanksgiving is between.
    assert.deepEqual(named(await until("2026-11-30T09:59:00Z"), "checks"), []);
    const answers = await until("2026-12-01T12:00:00Z");
    assert.deepEqual(reportsIn(named(answers, "checks")), [[1001, "paid", 75_50n]]);
    assert.match(named(answers, "camt054")[0] ?? "", /<ChqNb>1001<\/ChqNb>/);
    assert.match(named(await until("2026-12-02T12:00:00Z"), "camt053").at(-1) ?? "", /999924\.50/);
  });

  test("the amounts of the magic numbers decide", async () => {
    const amounts = [9_901_01n, 9_902_01n, 9_902_02n, 9_902_03n, 9_903_01n, 9_905_01n, 9_906_01n, 9_907_01n];
    const { post, until } = await openTestBank();
    await post("issue.csv", issueFile(...amounts.map((amountMinor, index) => check(1001 + index, amountMinor))));
    const answers = await until("2026-12-31T12:00:00Z");
    const statuses = answersIn(named(answers, "pain002")).flatMap(({ about, status, original }) =>
      about === "payment" ? [[original.instructionId?.slice(-4), status]] : [],
    );
    assert.deepEqual(statuses.toSorted(), [
      ...[
        ["1001", "RJCT"],
        ["1002", "ACIS"],
        ["1003", "ACIS"],
        ["1004", "ACIS"],
      ],
      ...[
        ["1005", "BLCK"],
        ["1006", "ACIS"],
        ["1007", "ACIS"],
      ],
    ]);
    assert.deepEqual(reportsIn(named(answers, "checks")).toSorted(), [
      [1002, "stopped", 9_902_01n],
      [1003, "returned", 9_902_02n],
      [1004, "amountMismatch", 10_902_03n],
      [1006, "paid", 9_905_01n],
      [1006, "paid", 9_905_01n],
      [1007, "returned", 9_906_01n],
    ]);
    assert.match(named(answers, "camt053").at(-1) ?? "", /990094\.99/, "the check that is reported twice is paid once");
  });

  test("a voided check is never paid; a void after payment, a used number, and an unknown check are rejected", async () => {
    const { post, until } = await openTestBank();
    await post("a.csv", issueFile(check(1, 10_00n), check(2, 20_00n)));
    const voided = { status: "void", voidDate: "2026-11-23" } as const;
    await until("2026-11-23T12:00:00Z");
    await post("b.csv", issueFile(check(1, 10_00n, voided), check(2, 21_00n), check(3, 1_00n, voided)));
    const problems = answersIn(named(await until("2026-11-23T13:00:00Z"), "pain002"));
    assert.deepEqual(
      problems.map(({ about, status, original }) => [about, status, original.instructionId?.slice(-1)]),
      [
        ["file", "PART", undefined],
        ["payment", "RJCT", "2"],
        ["payment", "RJCT", "3"],
      ],
    );
    assert.deepEqual(reportsIn(named(await until("2026-12-05T12:00:00Z"), "checks")), [[2, "paid", 20_00n]]);
    await post("c.csv", issueFile(check(2, 20_00n, voided)));
    assert.equal(answersIn(named(await until("2026-12-05T13:00:00Z"), "pain002"))[0]?.status, "RJCT");
  });

  test("checks to print are accepted as a whole PDF", async () => {
    const { post, until } = await openTestBank();
    await post("whole.pdf", "%PDF-1.7\n...\n%%EOF\n");
    await post("cut.pdf", "%PDF-1.7\n...");
    const answers = answersIn(named(await until("2026-11-20T20:00:00Z"), "pain002"));
    assert.deepEqual(
      answers.map(({ originalMessageId, status }) => [originalMessageId, status]),
      [
        ["whole.pdf", "ACCP"],
        ["cut.pdf", "RJCT"],
      ],
    );
  });
});
