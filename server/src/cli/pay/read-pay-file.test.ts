import assert from "node:assert/strict";
import { test } from "node:test";
import { readPayFile } from "./read-pay-file.ts";

const problemsOf = (content: string) => readPayFile(content).problems.map(({ line, message }) => `${line}: ${message}`);

test("columns may be in any order, separated by commas, semicolons, or tabs, and quoted", () => {
  for (const content of [
    'recipient,amount,memo\nTern Packaging Co.,"$1,234.50","Invoice ""7"""\n',
    'memo;Amount;RECIPIENT\r\n"Invoice ""7""";1234.5;Tern Packaging Co.\r\n',
    '\uFEFFamount\trecipient\tmemo\n1234.50\tTern Packaging Co.\t"Invoice ""7"""',
  ]) {
    const { rows, problems } = readPayFile(content);
    assert.deepEqual(problems, [], content);
    const [row] = rows;
    assert.deepEqual(
      [row?.recipient, row?.amountMinor, row?.memo, row?.line],
      ["Tern Packaging Co.", 123_450n, 'Invoice "7"', 2],
    );
  }
});

test("every problem is named with its line, blank lines included", () => {
  const content = [
    "recipient,amount,method,date,purpose",
    "",
    "Globex,0,ach,,",
    "Globex,12.345,pigeon,11/27/2026,",
    ",5,internationalWire,,",
    "Globex,1000000000,,,",
    'Globex,"1,00.00",,,',
  ];
  assert.deepEqual(problemsOf(content.join("\n")), [
    '3: "0" is not a valid amount. Use dollars, such as 1234.50.',
    '4: "12.345" is not a valid amount. Use dollars, such as 1234.50.',
    '4: "pigeon" is not a payment method. Use ach, check, domesticWire, internationalWire, realTimePayment.',
    '4: "11/27/2026" is not a valid date. Use YYYY-MM-DD.',
    "5: Enter a recipient.",
    "5: An international wire needs a purpose.",
    '6: "1000000000" is not a valid amount. Use dollars, such as 1234.50.',
    '7: "1,00.00" is not a valid amount. Use dollars, such as 1234.50.',
  ]);
});

test("a file without payments, or with other columns, is rejected", () => {
  assert.deepEqual(problemsOf("recipient,amount\n"), ["2: The file has no payments."]);
  assert.deepEqual(problemsOf(""), ['1: The column "recipient" is missing.']);
  assert.deepEqual(problemsOf("recipient,memo\nGlobex,x"), ['1: The column "amount" is missing.']);
  assert.deepEqual(problemsOf("recipient,amount,Amount\nGlobex,5,7"), [
    "1: Two columns have the same name. Rename one.",
  ]);
  assert.match(problemsOf("recipient,amount,colour\nGlobex,5,red").join(), /^1: There is no column "colour"\./);
  assert.match(problemsOf("recipient,amount\nGlobex,5,red").join(), /^2: The line has 3 columns, and the header 2\./);
  assert.match(problemsOf('recipient,amount\n"Globex,5\n').join(), /^\d+: The file is not valid CSV\./);
});

test("a row keeps its key when other rows change, and equal rows have different keys", () => {
  const keysOf = (content: string) => readPayFile(content).rows.map(({ key }) => key);
  const [first, second, third] = keysOf("recipient,amount\nGlobex,5\nInitech,7\nGlobex,5\n");
  assert.equal(new Set([first, second, third]).size, 3);
  assert.deepEqual(keysOf("recipient,amount\nInitech,8\nGlobex,5\nGlobex,5\n").slice(1), [first, third]);
  assert.deepEqual(keysOf("recipient,amount,key\nGlobex,5,run-7\n"), ["run-7"]);
  assert.notEqual(readPayFile("recipient,amount\nGlobex,5\n", "2026-12").rows[0]?.key, first, "another run");
});
