import assert from "node:assert/strict";
import { it } from "node:test";
import { workbookFile } from "#ui/files/workbook/workbook-file.ts";
import { readFile } from "../read-file.ts";

it("a workbook that a table was exported to is read as it was written", async () => {
  const texts = ["Tern & Co. <x>", "Müller\u0000 GmbH\ud800", "=1+1", "two\nlines"];
  const workbook = workbookFile([
    ["Recipient", "Amount"],
    ...texts.map((text, row) => [text, { dollars: 1234.5 + row }] as const),
  ]);
  const { records } = (await readFile(workbook, {})).table;
  assert.deepEqual(
    records.map(({ cells }) => cells),
    [
      ["Recipient", "Amount"],
      ["Tern & Co. <x>", { kind: "number", value: "1234.5" }],
      ["Müller GmbH", { kind: "number", value: "1235.5" }],
      ["=1+1", { kind: "number", value: "1236.5" }],
      ["two\nlines", { kind: "number", value: "1237.5" }],
    ],
  );
});
