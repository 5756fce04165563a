import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import { writeCheckFile } from "bursar-bank-formats/checks";
import { cancellationRequest, writeMessage } from "bursar-bank-formats/iso20022";
import { present } from "bursar-banking/assert";
import {
  hasSchema,
  openSchema,
  whyNoSchemas,
} from "../../../bank-formats/src/iso20022/documents/official-schemas.testkit.ts";
import { templateOf } from "../agreement/bank-agreement.ts";
import type { AnswerFile } from "../answers/answer-file.ts";
import { ACCOUNT, achEntry, achFile, instantFile, openTestBank, printFile, wireFile } from "../file-bank.testkit.ts";

/** `BURSAR_WRITE_GOLDEN=1` writes the files again; review the difference before committing it. */
const isWriting = process.env["BURSAR_WRITE_GOLDEN"] === "1";

const FOLDER = new URL("testdata/", import.meta.url);

/** What a file is, by the first part of its name; the schema of those in XML. */
const MESSAGES: Readonly<Record<string, string>> = {
  pain002: "pain.002.001.10",
  pacs002: "pacs.002.001.10",
  pacs004: "pacs.004.001.10",
  camt029: "camt.029.001.09",
  camt052: "camt.052.001.08",
  camt053: "camt.053.001.08",
  camt054: "camt.054.001.08",
};
const kindOf = ({ name }: Pick<AnswerFile, "name">): string => name.split("-")[0] ?? "";

/** Two weeks of a company and its bank: payments of every method, most of which go well. */
async function twoWeeks(): Promise<readonly AnswerFile[]> {
  const { bank, post, until } = await openTestBank();
  const answers: AnswerFile[] = [];
  const pass = async (instant: string) => void answers.push(...(await until(instant)));
  const transfer = (creditorAccount: string, endToEndId: string) => ({
    creditorAccount,
    endToEndId,
    amountMinor: 500_00n,
  });
  const traced = (sequence: number) => ({ traceNumber: `12104288${String(sequence).padStart(7, "0")}` });
  const entries = ["12345678", "9902000001", "9901000002", "9908000001"];
  await post(
    "payments.ach",
    achFile(entries.map((number, index) => achEntry(number, 100_00n + BigInt(index), traced(index + 1)))),
  );
  const wires = { W1: "12345678", W2: "9901000002", W3: "9903000003", W4: "9906000002" };
  await post(
    "wires.xml",
    wireFile(
      "M1",
      Object.entries(wires).map(([id, number]) => transfer(number, id)),
    ),
  );
  await post("instant-1.xml", instantFile(transfer("12345678", "R1"), 1));
  await post("instant-2.xml", instantFile(transfer("9901000003", "R2"), 2));
  const issued = { status: "issued", accountNumber: ACCOUNT, issueDate: "2026-11-20", payee: "Ada Lovelace" } as const;
  const template = present(templateOf("generic-csv", "issue"), "the template exists");
  const check = { ...issued, checkNumber: 1001, amountMinor: 75_50n };
  await post("checks.csv", writeCheckFile(template, [check], { fileDate: "2026-11-20" }).text);
  await bank.deposit({
    depositId: "D1",
    accountNumber: ACCOUNT,
    amountMinor: 1_250_00n,
    kind: "wire",
    payer: "Tern Packaging",
    remittance: "Invoice 1187",
  });
  await post("checks.pdf", printFile("checks.csv"));
  await pass("2026-11-20T19:30:00Z");
  await post(
    "cancel.xml",
    writeMessage(
      cancellationRequest({
        assignmentId: "C1",
        createdAt: "2026-11-20T19:30:00Z",
        transaction: { endToEndId: "W1" },
        assigner: { bic: "NORTUS33" },
        assignee: { bic: "FIRSUS33" },
        reason: { code: "DUPL" },
        original: { messageId: "M1", messageName: "pain.001" },
        amount: { Ccy: "USD", amountMinor: 500_00n },
      }),
    ),
  );
  await pass("2026-12-04T12:00:00Z");
  return answers;
}

describe("files of the simulated bank", () => {
  let answers: readonly AnswerFile[];
  before(async () => {
    answers = await twoWeeks();
  });

  test("are of every kind that a bank sends", () => {
    const kinds = new Set(answers.map(kindOf));
    assert.deepEqual([...kinds].toSorted(), [...Object.keys(MESSAGES), "changes", "checks", "returns"].toSorted());
  });

  test("are written byte for byte as before", () => {
    const golden = [...Map.groupBy(answers, kindOf).values()].map(longest);
    if (isWriting) for (const { name, content } of golden) writeFileSync(new URL(name, FOLDER), content);
    assert.deepEqual(golden.map(({ name }) => name).toSorted(), readdirSync(FOLDER).toSorted());
    for (const { name, content } of golden) assert.equal(content, readFileSync(new URL(name, FOLDER), "utf8"), name);
  });

  describe("are valid by the official schemas", { skip: whyNoSchemas }, () => {
    for (const [kind, message] of Object.entries(MESSAGES).filter(([, name]) => hasSchema(name)))
      test(message, () => {
        using schema = openSchema(message);
        const files = answers.filter((answer) => kindOf(answer) === kind);
        assert.ok(files.length > 0);
        for (const { name, content } of files) {
          assert.equal(schema.problem(content), undefined, name);
          assert.notEqual(
            schema.problem(content.replace("<Amt ", "<Amount ").replace(/<(Org|Msg|)Id>/, "<ID>")),
            undefined,
          );
        }
      });
  });
});

/** One of each kind is enough to read: the one that says the most. */
const longest = (files: readonly AnswerFile[]): AnswerFile =>
  files.reduce((a, b) => (b.content.length > a.content.length ? b : a));
