import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readTextTable } from "#ui/files/tables/read-text.ts";
import { fileFields } from "../reading/columns/field-names.ts";
import { readLayout } from "../reading/layout/read-layout.ts";
import { indexRecipients } from "../reading/recipients/known-recipients.ts";
import { type FileChoices, firstChoices, understand } from "../reading/understand-table.ts";
import { type FileDecisions, type FileRecipient, noDecisions, repeatsIn, rowsOf } from "./file-rows.ts";
import type { RowTexts } from "./row-cells.ts";

const recipient = (id: string, name: string) =>
  // Only these members matter for rows.
  ({
    id,
    name,
    nickname: null,
    emails: [],
    accountNumbers: [],
    defaultPaymentMethod: "ach",
  }) as unknown as FileRecipient;
const index = indexRecipients([recipient("t", "Tern"), recipient("m", "Mina"), recipient("n", "Mina")]);

const noTexts = Object.fromEntries(fileFields.map(({ name }) => [name, ""])) as RowTexts;

function rows(text: string, decisions: Partial<FileDecisions> = {}, choices: Partial<FileChoices> = {}) {
  const table = readTextTable(new TextEncoder().encode(text), {});
  const understanding = understand(table, { ...firstChoices(table, () => undefined), ...choices });
  const layout = readLayout(understanding, (name) => index.byName.has(name.toLowerCase()));
  const made = { ...noDecisions, ...decisions };
  return rowsOf({ understanding, layout, decisions: made, index, today: "2026-01-15" });
}
const problems = (...args: Parameters<typeof rows>) => rows(...args).map((row) => row.problems.join(" "));

describe("rows of a payment file", () => {
  it("become payments with exact amounts and dates", () => {
    const [row] = rows("Empfänger;Betrag;Datum;Referenz\nTern;1.234,56;04.03.2026;R 1\n");
    assert.deepEqual(row?.body, {
      recipientId: "t",
      amount: 1234.56,
      paymentMethod: "ach",
      externalMemo: "R 1",
      note: null,
      purpose: null,
      sendOn: "2026-03-04",
    });
    assert.deepEqual([row?.number, row?.line], [1, 2]);
  });

  it("have all of their problems at once", () => {
    const [problem = ""] = problems("Recipient,Amount,Method,Date\nNobody,12.345,Pigeon,2026-02-30\nTern,1.50,,\n");
    for (const part of [
      /No recipient named “Nobody”/,
      /more than two decimals/,
      /“Pigeon” is not/,
      /“2026-02-30” is not/,
    ])
      assert.match(problem, part);
  });

  it("wait for a decision where the file can be read in two ways", () => {
    const file = 'Recipient,Amount,Date\nTern,"1,234",03/04/2026\nTern,5,2026-01-02\n';
    const [problem = "", clear] = problems(file);
    assert.match(problem, /Choose the decimal sign.*Choose the date format/);
    assert.equal(clear, "");
    const [row] = rows(file, {}, { decimal: ".", dateOrder: "dmy" });
    assert.deepEqual([row?.body?.amount, row?.body?.sendOn], [1234, "2026-04-03"]);
  });

  it("are not paid in dollars when they are marked with another currency", () => {
    const file = "Recipient;Amount;Currency\nTern;€ 5,00;\nTern;6,00;CHF\nTern;7,00;USD\n";
    assert.deepEqual(
      problems(file).map((problem) => /in (EUR|CHF)/.exec(problem)?.[1]),
      ["EUR", "CHF", undefined],
    );
    assert.deepEqual(problems(file, {}, { isDollars: true }), ["", "", ""]);
  });

  it("follow decisions about names, which same-named recipients need", () => {
    const file = "Recipient,Amount\nMina,1.00\nTern Co,2.00\n";
    assert.match(problems(file).join(), /2 recipients match “Mina”.*No recipient named “Tern Co”/);
    const decided = rows(file, { recipients: { mina: "n", "tern co": "t" } });
    assert.deepEqual(
      decided.map(({ body }) => body?.recipientId),
      ["n", "t"],
    );
  });

  it("that are totals are no payments unless the user says so", () => {
    const file = "Recipient,Amount\nTern,1.00\nTern,2.00\n,3.00\n";
    const [, , total] = rows(file);
    assert.equal(total?.kind, "subtotal");
    assert.equal(total?.reason, "The sum of 2 rows before it");
    assert.equal(total?.body, undefined);
    assert.deepEqual(total?.problems, []);
    assert.match(problems(file, { payments: [3] })[2] ?? "", /Enter a recipient/);
    assert.equal(rows(file, { excluded: [3] })[2]?.isExcluded, true);
  });

  const bills =
    "Vendor,Num,Due date,Open balance\nTern,B1,2026-02-01,100.00\nTern,B2,2026-01-01,50.00\nTern,C1,,(120.00)\n";

  it("are reduced by a credit only if the user says so", () => {
    const amounts = (decisions: Partial<FileDecisions> = {}) => rows(bills, decisions).map(({ body }) => body?.amount);
    assert.deepEqual(amounts(), [100, 50, undefined]);
    assert.deepEqual(amounts({ credits: { tern: "leave" } }), [100, 50, undefined]);
    assert.deepEqual(amounts({ credits: { tern: "deduct" } }), [undefined, 30, undefined]);
    const [covered, reduced, credit] = rows(bills, { credits: { tern: "deduct" } });
    assert.deepEqual([covered?.kind, covered?.reason], ["zero", "Paid by the credit on line 4"]);
    assert.equal(reduced?.body?.note, "Less a credit of $20.00");
    assert.deepEqual([credit?.kind, credit?.cents], ["credit", -12_000n]);
    assert.deepEqual(amounts({ credits: { tern: "deduct" }, excluded: [3] }), [100, 50, undefined]);
  });

  it("have the number of the invoice as memo, and overdue ones are sent on approval", () => {
    assert.deepEqual(
      rows(bills).map(({ body }) => body && [body.externalMemo, body.sendOn]),
      [["B1", "2026-02-01"], ["B2", null], undefined],
    );
  });

  it("ask once what a word for a payment method means", () => {
    const file = "Recipient,Amount,Method\nTern,1.00,ePayment\nTern,2.00,EPAYMENT\nTern,3.00,Check\n";
    assert.match(problems(file)[1] ?? "", /“EPAYMENT” is not a payment method\. Choose what it means\./);
    const methods = (meaning: "check" | "default") =>
      rows(file, { methods: { epayment: meaning } }).map(({ body }) => body?.paymentMethod);
    assert.deepEqual(methods("check"), ["check", "check", "check"]);
    assert.deepEqual(methods("default"), ["ach", "ach", "check"]);
  });

  it("use corrections as they are typed, whatever the file's format is", () => {
    const texts = { recipient: "t", amount: "1,234.50", currency: "EUR", paymentMethod: "check", externalMemo: "" };
    const edits = { 1: { ...noTexts, ...texts, sendOn: "2026-03-04" } };
    const [row] = rows("Recipient;Amount\nX;1.234,56\nTern;5,00\n", { edits });
    assert.deepEqual([row?.body?.amount, row?.body?.sendOn, row?.body?.paymentMethod], [1234.5, "2026-03-04", "check"]);
  });

  it("that repeat others are found among those that are included", () => {
    const file = "Recipient,Amount\nTern,1.00\nTern,1.0\nTern,1\n";
    assert.deepEqual([...repeatsIn(rows(file)).keys()], [2, 3]);
    assert.deepEqual([...repeatsIn(rows(file, { excluded: [1] })).keys()], [3]);
  });
});
