import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type CheckRecord, parseCheckFile, writeCheckFile } from "bursar-bank-formats/checks";
import { paymentAnswers, readMessage } from "bursar-bank-formats/iso20022";
import { present } from "bursar-banking/assert";
import { agreementOf, templateOf } from "./agreement/bank-agreement.ts";
import { ACCOUNT, agreementText, named, openTestBank, printFile } from "./file-bank.testkit.ts";

const issue = present(templateOf("generic-csv", "issue"), "the template exists");
const paid = present(templateOf("generic-paid-csv", "paid"), "the template exists");

const check = (checkNumber: number, amountMinor: bigint, changes: Partial<CheckRecord> = {}): CheckRecord => ({
  status: "issued",
  accountNumber: ACCOUNT,
  checkNumber,
  amountMinor,
  issueDate: "2026-11-20",
  payee: "Ada Lovelace",
  ...changes,
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
  test("a check that the bank prints is reported as issued, and paid five banking days later", async () => {
    const { post, until } = await openTestBank();
    await post("issue-1.csv", issueFile(check(1001, 75_50n)));
    const [file, ...others] = answersIn(named(await until("2026-11-20T19:10:00Z"), "pain002"));
    assert.deepEqual(
      [file?.about, file?.originalMessageId, file?.status, others.length],
      ["file", "issue-1.csv", "ACCP", 0],
    );
    await post("print-1.pdf", printFile("issue-1.csv"));
    const [print, ...more] = answersIn(named(await until("2026-11-20T20:00:00Z"), "pain002"));
    assert.deepEqual([print?.originalMessageId, print?.status, more.length], ["print-1.pdf", "ACCP", 0]);
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
    await post("print.pdf", printFile("issue.csv"));
    const answers = await until("2026-12-31T12:00:00Z");
    const statuses = answersIn(named(answers, "pain002")).flatMap(({ about, status, original }) =>
      about === "payment" ? [[original.instructionId?.slice(-4), status]] : [],
    );
    assert.deepEqual(statuses.toSorted(), [
      ["1001", "RJCT"],
      ["1002", "ACIS"],
      ["1003", "ACIS"],
      ["1004", "ACIS"],
      ["1005", "BLCK"],
      ["1006", "ACIS"],
      ["1007", "ACIS"],
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
    await post("a.pdf", printFile("a.csv"));
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

  test("a PDF to print is accepted as a whole, once, and if the bank knows what is in it", async () => {
    const { post, until } = await openTestBank();
    await post("issue.csv", issueFile(check(1001, 75_50n)));
    await post("whole.pdf", printFile("issue.csv"));
    await post("again.pdf", `%PDF-1.6${printFile("issue.csv")}`);
    await post("cut.pdf", "%PDF-1.7\n...");
    await post("other.pdf", printFile("another.csv"));
    const answers = answersIn(named(await until("2026-11-20T20:00:00Z"), "pain002"));
    assert.deepEqual(
      answers.map(({ originalMessageId, status, reasons }) => [originalMessageId, status, reasons[0]?.code]),
      [
        ["issue.csv", "ACCP", undefined],
        ["whole.pdf", "ACCP", undefined],
        ["again.pdf", "RJCT", "DUPL"],
        ["cut.pdf", "RJCT", "FF01"],
        ["other.pdf", "RJCT", "FF01"],
      ],
    );
  });

  test("checks that the customer prints are paid or not, and their mailing is not reported", async () => {
    const checks = [{ issueTemplate: "generic-csv", paidTemplate: "sandbox-paid-csv", paidAfterBankingDays: 5 }];
    const agreed = agreementOf(agreementText({ checks: checks.map((check) => ({ ...check, printedBy: "customer" })) }));
    const { post, until } = await openTestBank({ agreement: agreed });
    await post("issue.csv", issueFile(check(1001, 75_50n), check(1002, 9_902_02n), check(1003, 9_902_03n)));
    await post("whole.pdf", printFile("issue.csv"));
    const answers = await until("2026-12-31T12:00:00Z");
    assert.deepEqual(
      answersIn(named(answers, "pain002")).map(({ originalMessageId, status }) => [originalMessageId, status]),
      [
        ["issue.csv", "ACCP"],
        ["whole.pdf", "RJCT"],
      ],
    );
    const withReasons = present(templateOf("sandbox-paid-csv", "paid"), "the template exists");
    assert.deepEqual(
      named(answers, "checks").flatMap((content) =>
        parseCheckFile(withReasons, content).checks.map(({ checkNumber, status, reason }) => [
          checkNumber,
          status,
          reason,
        ]),
      ),
      [
        [1001, "paid", undefined],
        [1002, "returned", "CK-MAIL"],
        [1003, "returned", "CK-N"],
      ],
    );
  });
});
