import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { decodeRecord, encodeRecord, type Layout, RECORD_LENGTH, type Values } from "../fields/layout.ts";
import { batchControlLayout, batchHeaderLayout, iatBatchHeaderLayout } from "./batch-records.ts";
import {
  cardEntryLayout,
  companyEntryLayout,
  corporateEntryLayout,
  iatEntryLayout,
  individualEntryLayout,
  itemEntryLayout,
  nameFirstEntryLayout,
} from "./entry-records.ts";
import { fileControlLayout, fileHeaderLayout } from "./file-records.ts";
import { addendaLayouts } from "./model.ts";

const entryLayouts: readonly Layout[] = [
  individualEntryLayout,
  companyEntryLayout,
  corporateEntryLayout,
  nameFirstEntryLayout,
  cardEntryLayout,
  itemEntryLayout,
  iatEntryLayout,
];
const layouts: readonly Layout[] = [
  fileHeaderLayout,
  fileControlLayout,
  batchHeaderLayout,
  iatBatchHeaderLayout,
  batchControlLayout,
  ...entryLayouts,
  ...Object.values(addendaLayouts),
];

describe("record layouts", () => {
  for (const [at, layout] of layouts.entries()) {
    test(`${at + 1}: ${layout.record} has ${RECORD_LENGTH} characters without gaps or overlaps`, () => {
      let next = 1;
      for (const [key, { from, to }] of layout.list) {
        assert.equal(from, next, key);
        assert.ok(to >= from, key);
        next = to + 1;
      }
      assert.equal(next, RECORD_LENGTH + 1);
    });

    test(`${at + 1}: ${layout.record} has fixed texts of the fields' lengths`, () => {
      for (const [key, field] of layout.list)
        if ("fixed" in field) assert.equal(field.fixed.length, field.to - field.from + 1, key);
    });
  }

  test("entries of all classes use the same keys for what they have in common", () => {
    const common = ["transactionCode", "receivingDfiIdentification", "checkDigit", "dfiAccountNumber", "amountMinor"];
    for (const layout of entryLayouts)
      for (const key of [...common, "addendaRecordIndicator", "traceNumber"])
        assert.ok(Object.hasOwn(layout.fields, key), `${layout.record}: ${key}`);
  });

  test("account numbers are masked wherever they have a field", () => {
    for (const layout of entryLayouts) assert.equal(layout.fields["dfiAccountNumber"]?.isSensitive, true);
    for (const kind of ["change", "iatChange", "refusedChange"] as const)
      assert.equal(addendaLayouts[kind].fields.correctedData.isSensitive, true);
  });

  test("values that are too long, not printable, or unknown are reported, and nothing is cut", () => {
    const layout: Layout = batchHeaderLayout;
    const good: Values = {
      serviceClassCode: "220",
      companyName: "NORTHWIND INC",
      companyIdentification: "1231231230",
      standardEntryClassCode: "PPD",
      companyEntryDescription: "PAYMENT",
      effectiveEntryDate: "2026-11-23",
      originatorStatusCode: "1",
      odfiIdentification: "12104288",
      batchNumber: 1,
    };
    const rulesFor = (changes: Values): readonly string[] => {
      const rules: string[] = [];
      encodeRecord(layout, { ...good, ...changes }, { line: 1, report: ({ rule }) => rules.push(rule) });
      return rules;
    };
    assert.deepEqual(rulesFor({}), []);
    assert.deepEqual(rulesFor({ companyName: "A".repeat(17) }), ["fieldLength"]);
    assert.deepEqual(rulesFor({ companyName: "CAFÉ" }), ["fieldCharacters"]);
    assert.deepEqual(rulesFor({ companyName: "TWO\nLINES" }), ["fieldCharacters"]);
    assert.deepEqual(rulesFor({ companyName: "   " }), ["fieldBlank"]);
    assert.deepEqual(rulesFor({ companyName: undefined }), ["fieldBlank"]);
    assert.deepEqual(rulesFor({ companyName: "BLANK AT END " }), ["fieldValue"]);
    assert.deepEqual(rulesFor({ effectiveEntryDate: "2026-02-30" }), ["fieldDate"]);
    assert.deepEqual(rulesFor({ effectiveEntryDate: "1999-12-31" }), ["fieldDate"]);
    assert.deepEqual(rulesFor({ odfiIdentification: "1210428" }), ["fieldDigits"]);
    assert.deepEqual(rulesFor({ batchNumber: 10_000_000 }), ["fieldLength"]);
    assert.deepEqual(rulesFor({ batchNumber: -1 }), ["fieldDigits"]);
    assert.deepEqual(rulesFor({ batchNumber: 1.5 }), ["fieldDigits"]);
    assert.deepEqual(rulesFor({ bachNumber: 1 }), ["fieldUnknown"]);
  });

  test("a record decodes to the values that it was encoded from", () => {
    const values = {
      immediateDestination: "121042882",
      immediateOrigin: "121000248",
      fileCreationDate: "2028-02-29",
      fileCreationTime: "23:59",
      fileIdModifier: "7",
      referenceCode: " LEADING",
    };
    const report = (finding: unknown) => assert.fail(JSON.stringify(finding));
    const text = encodeRecord(fileHeaderLayout, values, { line: 1, report });
    assert.equal(text.length, RECORD_LENGTH);
    assert.deepEqual(
      decodeRecord(fileHeaderLayout, text, { line: 1, report, leniency: { accepts: () => false } }),
      values,
    );
  });
});
