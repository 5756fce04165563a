import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { asBanksSend } from "bursar-bank-formats/nacha";
import { Refusal } from "#kernel/refusal.ts";
import { readingOf, toleratedAmong } from "./reading-settings.ts";
import { validSettings } from "./validate-settings.ts";

describe("how a connection reads the bank's files", () => {
  test("accepts what cannot change a payment, only texts, or nothing, and never what is named", () => {
    const of = (settings: Parameters<typeof readingOf>[0]) => {
      const { tolerates } = readingOf(settings);
      return ["shortLines", "otherServiceClasses"].map(tolerates);
    };
    assert.deepEqual(of({}), [true, true]);
    assert.deepEqual(of({ readingProfile: "textOnly" }), [true, false]);
    assert.deepEqual(of({ readingProfile: "strict" }), [false, false]);
    assert.deepEqual(of({ notTolerated: ["shortLines"] }), [false, true]);
    const everything = toleratedAmong(asBanksSend.tolerant);
    assert.ok(Object.values(everything).every((accepted) => accepted === true));
    const { shortLines, blankLines } = toleratedAmong(
      asBanksSend.tolerant,
      readingOf({ notTolerated: ["shortLines"] }).tolerates,
    );
    assert.deepEqual([shortLines, blankLines], [false, true]);
  });

  test("knows files by their names, in any case", () => {
    const { ignoredAs, isOwn, formatOf } = readingOf({
      fileNames: ["payroll-*.txt"],
      readAs: ["*.ret=nacha", "*=bai2"],
    });
    assert.equal(ignoredAs("Report.PDF"), "*.pdf");
    assert.equal(ignoredAs("report.txt"), undefined);
    assert.deepEqual(["PAYROLL-1.TXT", "payroll.txt", "ach-1.txt"].map(isOwn), [true, false, false]);
    assert.deepEqual(["A.RET", "a.txt"].map(formatOf), ["nacha", "bai2"]);
    const usual = readingOf({});
    assert.equal(usual.isOwn("anything"), undefined);
    assert.deepEqual(["returns-1.ach", "ACK-7.txt", "ach.txt"].map(usual.formatOf), [
      "nacha",
      "acknowledgment",
      undefined,
    ]);
  });

  const problemsOf = (channel: object, railSettings: object = {}): string[] => {
    try {
      validSettings({
        rail: "ach",
        kind: "folder",
        channel: { folder: "/bank", ...channel },
        firstDays: null,
        railSettings: {
          immediateDestination: "021000021",
          immediateDestinationName: "First Example Bank",
          immediateOrigin: "1123456789",
          immediateOriginName: "Acme",
          companyName: "Acme",
          companyIdentification: "1123456789",
          odfiRoutingNumber: "021000021",
          ...railSettings,
        },
      });
      return [];
    } catch (error) {
      assert.ok(error instanceof Refusal);
      const { fields } = error.details as { readonly fields: readonly { readonly path: string }[] };
      return fields.map(({ path }) => path);
    }
  };

  test("is checked when it is entered", () => {
    assert.deepEqual(problemsOf({ readAs: ["*.ret=nacha"], notTolerated: ["shortLines"], fileNames: ["a-*"] }), []);
    assert.deepEqual(problemsOf({ readAs: ["*.ret=pain.001"] }), ["channel.readAs.0"]);
    assert.deepEqual(problemsOf({ readAs: ["nacha"] }), ["channel.readAs.0"]);
    assert.deepEqual(problemsOf({ fileNames: ["../a"] }), ["channel.fileNames.0"]);
    assert.deepEqual(problemsOf({ notTolerated: ["wrongAmounts"] }), ["channel.notTolerated.0"]);
    assert.deepEqual(problemsOf({ readingProfile: "lenient" }), ["channel.readingProfile"]);
    const template = {
      name: "first",
      title: "First Example's receipt",
      kind: "text",
      titles: ["RECEIPT"],
      labels: { fileName: ["FILE"], status: ["RESULT"] },
      statusWords: { accepted: ["OK"], rejected: ["BAD"] },
      dates: "monthDayYear",
      amounts: "dollars",
    };
    assert.deepEqual(problemsOf({}, { acknowledgmentTemplates: [template] }), []);
    assert.deepEqual(problemsOf({}, { acknowledgmentTemplates: [{ ...template, dates: "x", colour: 1 }] }), [
      "railSettings.acknowledgmentTemplates.0.dates",
      "railSettings.acknowledgmentTemplates.0.colour",
    ]);
  });
});
