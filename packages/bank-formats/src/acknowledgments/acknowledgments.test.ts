import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { AcknowledgmentError } from "./acknowledgment.ts";
import type { AcknowledgmentTemplate } from "./acknowledgment-template.ts";
import { findAcknowledgmentTemplate, readAcknowledgments } from "./read-acknowledgments.ts";
import { acknowledgmentTemplateFromData } from "./template-from-data.ts";
import { acknowledgmentTemplates, confirmationTemplate, csvTemplate } from "./templates.ts";

const readAny = async (content: string | Uint8Array) => {
  const template = findAcknowledgmentTemplate(content);
  assert.ok(template !== undefined, "the form is known");
  return readAcknowledgments(content, template);
};
const errorOf = async (content: string, template: AcknowledgmentTemplate = confirmationTemplate): Promise<string> => {
  try {
    await readAcknowledgments(content, template);
    return "";
  } catch (error) {
    assert.ok(error instanceof AcknowledgmentError);
    return error.message;
  }
};

const confirmation = (...lines: readonly string[]): string =>
  ["                    ACH FILE CONFIRMATION", "", ...lines, ""].join("\r\n");

describe("acknowledgments as text", () => {
  test("say which file was accepted", async () => {
    const text = confirmation(
      "Confirmation Number: 7788   File Name: ACH-20261127-A.ach",
      "IMMEDIATE ORIGIN ......: 1210002482      FILE ID MODIFIER: A",
      "FILE CREATION DATE.....: 11/27/2026 04:52 PM ET",
      "BATCHES: 2   ENTRIES: 1,204",
      "TOTAL DEBITS:          $0.00",
      "TOTAL CREDITS:    $125,050.00",
      "",
      "STATUS: ACCEPTED",
      "If your file was rejected, call us at 555-0100.",
    );
    for (const content of [text, new TextEncoder().encode(`\u{feff}${text}\u{1a}`), text.toLowerCase()]) {
      const [acknowledgment, ...others] = await readAny(content);
      assert.equal(others.length, 0);
      assert.equal(acknowledgment?.file.fileName?.toUpperCase(), "ACH-20261127-A.ACH");
      assert.deepEqual(
        { ...acknowledgment, file: { ...acknowledgment.file, fileName: "" } },
        {
          line: 1,
          file: {
            bankReference: "7788",
            fileName: "",
            immediateOrigin: "1210002482",
            fileIdModifier: "A",
            creationDate: "2026-11-27",
            creationTime: "16:52",
            batchCount: 2,
            entryCount: 1204,
            totalDebitMinor: 0n,
            totalCreditMinor: 12_505_000n,
          },
          status: "accepted",
          rejects: [],
          problems: [],
        },
      );
    }
  });

  test("may have the verdict alone in a line or in the title", async () => {
    for (const [line, status] of [
      ["*** ACCEPTED ***", "accepted"],
      ["File REJECTED", "rejected"],
      ["NOT ACCEPTED", "rejected"],
      ["PARTIALLY ACCEPTED", "partlyAccepted"],
      ["Your file has been received.", "received"],
      ["Your file has not been accepted.", "rejected"],
    ] as const)
      assert.equal((await readAny(confirmation(line)))[0]?.status, status, line);
    assert.equal(
      (await readAny("ACH FILE CONFIRMATION - ACCEPTED\n\nIf it is rejected later, we call you."))[0]?.status,
      "accepted",
    );
  });

  test("list rejected entries in a table or in lines", async () => {
    const table = confirmation(
      "STATUS: ACCEPTED",
      "",
      "TRACE NUMBER       AMOUNT      REASON",
      "-----------------  ----------  -----------------",
      "091000010000007    $1,250.00   R03 NO ACCOUNT",
      "091000010000008        10.00   INVALID ROUTING",
      "what is this",
      "",
      "END OF REPORT",
    );
    const [first] = await readAny(table);
    assert.equal(first?.status, "partlyAccepted");
    assert.deepEqual(first.rejects, [
      { line: 7, traceNumber: "091000010000007", amountMinor: 125_000n, reason: "R03 NO ACCOUNT" },
      { line: 8, traceNumber: "091000010000008", amountMinor: 1_000n, reason: "INVALID ROUTING" },
    ]);
    assert.deepEqual(
      first.problems.map(({ line, rule }) => [line, rule]),
      [[9, "is not a row of its table"]],
    );
    const [second] = await readAny(
      confirmation("STATUS: ACCEPTED", "TRACE NUMBER: 091000010000007  REASON CODE: R03  AMOUNT: 12.50"),
    );
    assert.deepEqual(second?.rejects, [{ line: 4, traceNumber: "091000010000007", code: "R03", amountMinor: 1_250n }]);
    assert.equal(second.status, "partlyAccepted");
    const [third] = await readAny(confirmation("STATUS: ACCEPTED", "REJECTED ENTRIES: 3"));
    assert.deepEqual([third?.status, third?.rejectedCount], ["partlyAccepted", 3]);
    assert.equal((await readAny(confirmation("STATUS: ACCEPTED", "REJECTED ENTRIES: 0")))[0]?.status, "accepted");
  });

  test("about several files are several acknowledgments", async () => {
    const text =
      confirmation("FILE ID MODIFIER: A", "STATUS: ACCEPTED") +
      confirmation("FILE ID MODIFIER: B", "STATUS: REJECTED", "REASON: TOTALS");
    assert.deepEqual(
      (await readAny(text)).map(({ file, status, reason }) => [file.fileIdModifier, status, reason]),
      [
        ["A", "accepted", undefined],
        ["B", "rejected", "TOTALS"],
      ],
    );
  });

  test("that contradict themselves, or say nothing, are errors", async () => {
    assert.match(await errorOf(confirmation("FILE ID MODIFIER: A")), /does not say whether the file was accepted/);
    assert.match(await errorOf(confirmation("STATUS: ON HOLD")), /not one of the template's words/);
    assert.match(
      await errorOf(confirmation("STATUS: ACCEPTED", "FILE STATUS: REJECTED")),
      /contradicts the status above/,
    );
    assert.match(await errorOf(confirmation("ACCEPTED", "REJECTED")), /contradicts itself/);
    assert.match(
      await errorOf(confirmation("STATUS: ACCEPTED", "TOTAL DEBITS: 1.00", "TOTAL DEBITS: 2.00")),
      /different values/,
    );
  });

  test("a value that cannot be read is a problem, not a guess", async () => {
    const [acknowledgment] = await readAny(
      confirmation("STATUS: ACCEPTED", "TOTAL CREDITS: 1.250,00", "FILE DATE: 27/11/2026"),
    );
    assert.equal(acknowledgment?.file.totalCreditMinor, undefined);
    assert.equal(acknowledgment?.file.creationDate, undefined);
    assert.deepEqual(
      acknowledgment?.problems.map(({ line, field }) => [line, field]),
      [
        [4, "totalCredit"],
        [5, "creationDate"],
      ],
    );
  });

  test("a report for people is none of them", async () => {
    for (const text of [
      "",
      "Monthly account analysis\n\nFees: $12.00",
      "%PDF-1.7",
      "a,b\n1,2",
      "101 091000019 091000019",
    ])
      assert.equal(findAcknowledgmentTemplate(text), undefined, text);
  });
});

describe("acknowledgments as CSV", () => {
  test("have a row for each file", async () => {
    const text = [
      "File Name,File ID Modifier,File Creation Date,Status,Total Credits,Reason",
      'ACH-A.ach,A,11/27/2026,Accepted,"1,250.00",',
      'ACH-B.ach,B,11/27/2026,R,0.00,"Totals, batch 1"',
      "",
    ].join("\n");
    assert.deepEqual(
      (await readAny(text)).map(({ line, file, status, reason }) => [
        line,
        file.fileName,
        file.totalCreditMinor,
        status,
        reason,
      ]),
      [
        [2, "ACH-A.ach", 125_000n, "accepted", undefined],
        [3, "ACH-B.ach", 0n, "rejected", "Totals, batch 1"],
      ],
    );
  });

  test("may have a row for each entry", async () => {
    const text = [
      "File ID,Trace Number,Status,Reason Code,Amount",
      "A,,Accepted,,",
      "A,091000010000007,Rejected,R03,12.50",
      "A,091000010000008,Accepted,,1.00",
      "B,091000010000009,Rejected,R04,2.00",
      "B,091000010000010,?,,3.00",
    ].join("\n");
    const [first, second] = await readAny(text);
    assert.deepEqual(first?.rejects, [{ line: 3, traceNumber: "091000010000007", code: "R03", amountMinor: 1_250n }]);
    assert.equal(first.status, "partlyAccepted");
    assert.equal(second?.status, "partlyAccepted");
    assert.deepEqual(
      second.problems.map(({ line }) => line),
      [6, 6],
    );
  });

  test("with other columns or open quotes are errors", async () => {
    const start = "File Name,Status\n";
    assert.match(await errorOf(`${start}"a,Accepted`, csvTemplate), /Line 2: has other columns/);
    assert.match(await errorOf(`${start}a,Accepted,b`, csvTemplate), /has other columns/);
    assert.match(await errorOf(`${start}a,Maybe`, csvTemplate), /not one of the template's words/);
    assert.equal(findAcknowledgmentTemplate("Status,Status\na,b"), undefined);
  });
});

describe("a bank's own template", () => {
  const own = {
    name: "our-bank",
    title: "Our bank's receipt",
    kind: "text",
    titles: ["Empfangsbestätigung"],
    labels: { fileName: ["Datei"], status: ["Ergebnis"], totalCredit: ["Summe"], creationDate: ["Datum"] },
    statusWords: { accepted: ["angenommen"], rejected: ["abgelehnt"] },
    dates: "dayMonthYear",
    amounts: "cents",
  };

  test("is data in the bank's words", async () => {
    const template = acknowledgmentTemplateFromData(JSON.parse(JSON.stringify(own)));
    const text = "EMPFANGSBESTÄTIGUNG\nDatei: a.ach\nDatum: 27.11.2026 16:52\nSumme: 125000\nErgebnis: angenommen";
    const [acknowledgment] = await readAcknowledgments(Buffer.from(text, "latin1"), template);
    assert.deepEqual(acknowledgment?.file, {
      fileName: "a.ach",
      creationDate: "2026-11-27",
      creationTime: "16:52",
      totalCreditMinor: 125_000n,
    });
    assert.equal(acknowledgment.status, "accepted");
  });

  test("names everything that is wrong with it", async () => {
    try {
      acknowledgmentTemplateFromData({ ...own, kind: "csv", dates: "x", statusWords: { maybe: [] }, delimiter: "," });
      assert.fail("the template is wrong");
    } catch (error) {
      assert.ok(error instanceof AcknowledgmentError, String(error));
      assert.deepEqual(
        error.problems.map(({ field }) => field),
        ["statusWords.maybe", "dates", "titles", "labels", "columns", "required", "required"],
      );
    }
  });

  test("the built-in ones are data, too", async () => {
    for (const template of acknowledgmentTemplates)
      assert.deepEqual(acknowledgmentTemplateFromData(template), template);
  });
});
