import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type NachaError, NachaFileError } from "./errors.ts";
import { readNachaFile, readNachaSync } from "./read/read-nacha.ts";
import type { NachaReadOptions } from "./read/reader.ts";
import { edited, plain, ruleCases } from "./rule-cases.testkit.ts";
import { type NachaTolerance, nachaRules, toleranceFor } from "./rules.ts";
import { nachaText } from "./write/write-nacha.ts";

const errorsOf = (work: () => unknown): readonly NachaError[] => {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof NachaFileError) return error.errors;
    throw error;
  }
};
const reading = (text: string, options: NachaReadOptions = {}) => errorsOf(() => [...readNachaSync(text, options)]);
const isRule = (name: string): name is keyof typeof nachaRules => Object.hasOwn(nachaRules, name);
const rules = Object.keys(nachaRules).filter(isRule);

describe("each rule of Nacha files", () => {
  test("starts from a file without errors", () => assert.deepEqual(reading(plain), []));

  for (const rule of rules) {
    const violating = ruleCases[rule];
    test(`${rule} is violated alone, with the place and the source`, () => {
      const errors =
        "text" in violating ? reading(violating.text) : errorsOf(() => nachaText(violating.file, violating.options));
      assert.deepEqual([...new Set(errors.map((error) => error.rule))], [rule], JSON.stringify(errors, undefined, 2));
      for (const error of errors) {
        assert.ok(error.line >= 1);
        assert.match(error.message, /^Line \d+[^:]*: .+\.$/);
        assert.equal(error.source, nachaRules[rule].source);
      }
    });

    const tolerance = toleranceFor(rule);
    if (tolerance === undefined || !("text" in violating)) continue;
    test(`${rule} is skipped with "${tolerance}", and only with it`, () => {
      assert.deepEqual(reading(violating.text, { tolerant: { [tolerance]: true } }), []);
      const others = rules
        .map((each) => toleranceFor(each))
        .filter((each): each is NachaTolerance => each !== undefined && each !== tolerance);
      const tolerant = Object.fromEntries(others.map((each) => [each, true]));
      assert.deepEqual([...new Set(reading(violating.text, { tolerant }).map((error) => error.rule))], [rule]);
    });
  }

  test("tolerances belong to one rule each, so that none skips more than it says", () => {
    const tolerances = rules.map(toleranceFor).filter((each) => each !== undefined);
    assert.equal(new Set(tolerances).size, tolerances.length);
    assert.ok(tolerances.length >= 20);
  });
});

describe("errors of Nacha files", () => {
  test("name line, record, field, value, what was expected, and the source", () => {
    const violating = ruleCases.entryCheckDigit;
    assert.ok("text" in violating);
    assert.deepEqual(reading(violating.text), [
      {
        rule: "entryCheckDigit",
        line: 3,
        record: "Entry Detail Record",
        field: "Check Digit",
        value: "2",
        message:
          'Line 3, Entry Detail Record, Check Digit "2": must be the check digit of the routing number (expected 1).',
        source: "ORF 3.2.2 (Check Digit)",
      },
    ]);
  });

  test("show only the last four characters of an account number", () => {
    const [error] = reading(plain.replace("1234567890", "12345\u00017890"));
    assert.equal(error?.field, "DFI Account Number");
    assert.equal(error?.value, "****7890");
  });

  test("show no account number that a shifted record has in another field", () => {
    const [error] = reading(edited(plain, [3, 80, "1234567890     "]));
    assert.equal(error?.field, "Trace Number");
    assert.equal(error?.value, "****7890");
  });

  test("name one more block of nines than needed", () => {
    const errors = reading(plain + `${"9".repeat(94)}\n`.repeat(10));
    assert.deepEqual([...new Set(errors.map(({ rule }) => rule))], ["fileBlockCount", "filePadding"]);
    assert.equal(errors.find(({ rule }) => rule === "filePadding")?.line, 11);
  });

  test("are sorted by line and end at the limit", () => {
    const text = plain.replaceAll(/^9{94}$/gm, "8".repeat(94));
    const errors = reading(text);
    assert.deepEqual(
      errors.map(({ line }) => line),
      errors.map(({ line }) => line).toSorted((left, right) => left - right),
    );
    try {
      readNachaFile(text, { errorsMax: 3 });
      assert.fail("the file has errors");
    } catch (error) {
      assert.ok(error instanceof NachaFileError);
      assert.equal(error.errors.length, 3);
      assert.equal(error.isTruncated, true);
    }
  });
});
