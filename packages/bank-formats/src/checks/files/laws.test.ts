import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import fc from "fast-check";
import { long, testSeed } from "../../../../../server/test/kit/faults/random.ts";
import { CheckFileError } from "./check-file-error.ts";
import type { CheckRecord, CheckStatus } from "./check-record.ts";
import { parseCheckFile, readCheckFile } from "./read/read-check-file.ts";
import type { CheckDateField, CheckFileTemplate } from "./template/check-template.ts";
import { checkTemplateFrom } from "./template/template-from-data.ts";
import { checkFileTemplates } from "./templates/check-templates.ts";
import { writeCheckFile } from "./write-check-file.ts";

const RUNS = long ? 5_000 : 20;
const parameters = { numRuns: RUNS, seed: testSeed("check files") };

const ACCOUNT = "0012345670";
const settings = { bankId: "00259" };
const date = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2069-12-31"), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));
const name = fc.stringMatching(/^[A-Z][A-Za-z0-9 .&'-]{0,27}[A-Za-z0-9.]$/);

/** The statuses that the template can write in one file. */
const statusesOf = ({ detail, statusesWithoutCode }: CheckFileTemplate): readonly CheckStatus[] => {
  const code = detail.find((field) => field.kind === "code");
  return statusesWithoutCode ? statusesWithoutCode.slice(0, 1) : (Object.keys(code?.codes ?? {}) as CheckStatus[]);
};

/** The dates that the template writes for a check with a status. */
function datesFor({ detail }: CheckFileTemplate, status: CheckStatus, day: string): Partial<CheckRecord> {
  const dates = detail.filter((field): field is CheckDateField => field.kind === "date");
  const written = dates.filter(({ onlyFor }) => onlyFor === undefined || onlyFor.includes(status));
  return Object.fromEntries(
    written.map(({ of }) => [of === "eventDate" ? (status === "void" ? "voidDate" : "issueDate") : of, day]),
  );
}

const checksFor = (template: CheckFileTemplate): fc.Arbitrary<readonly CheckRecord[]> => {
  const check = fc.record({
    status: fc.constantFrom(...statusesOf(template)),
    checkNumber: fc.integer({ min: 1, max: 99_999 }),
    amountMinor: fc.bigInt({ min: 1n, max: 9_999_999n }),
    day: date,
    payee: name,
  });
  const hasPayee = template.detail.some((field) => field.kind === "text" && field.of === "payee");
  return fc.uniqueArray(check, { minLength: 1, maxLength: 12, selector: ({ checkNumber }) => checkNumber }).map((all) =>
    all.map(({ day, payee, ...facts }) => ({
      ...facts,
      accountNumber: ACCOUNT,
      ...datesFor(template, facts.status, day),
      ...(hasPayee ? { payee } : {}),
    })),
  );
};

const present = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([key, found]) => key !== "line" && found !== undefined));
const golden = (id: string): string => readFileSync(join(import.meta.dirname, "testdata", `${id}.txt`), "utf8");
const piecesOf = (text: string, size: number): readonly string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));

describe("laws of check files", () => {
  for (const template of checkFileTemplates)
    test(`${template.id}: what is written is read, and written again, byte for byte`, async () => {
      await fc.assert(
        fc.asyncProperty(checksFor(template), fc.integer({ min: 1, max: 300 }), async (checks, size) => {
          const options = { fileDate: "2026-11-20", settings };
          const { text, totalMinor } = writeCheckFile(template, checks, options);
          const reading = { accounts: [ACCOUNT] };
          const read = parseCheckFile(template, text, reading);
          const sorted =
            template.order === "checkNumber" ? checks.toSorted((a, b) => a.checkNumber - b.checkNumber) : checks;
          assert.deepEqual(read.checks.map(present), sorted.map(present));
          assert.equal(read.totalMinor, totalMinor);
          assert.equal(writeCheckFile(template, read.checks, options).text, text);
          assert.deepEqual(await Array.fromAsync(readCheckFile(template, piecesOf(text, size), reading)), read.checks);
        }),
        parameters,
      );
    });

  test("damaged files cause errors of this library and nothing else", () => {
    const damage = fc.array(
      fc.record({
        at: fc.nat(400),
        remove: fc.nat(4),
        insert: fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom(",", '"', "\n", "-", "0")),
      }),
      { minLength: 1, maxLength: 3 },
    );
    const tolerances = fc.record({
      shortLines: fc.boolean(),
      blankLines: fc.boolean(),
      anyFiller: fc.boolean(),
      unknownCodes: fc.boolean(),
      wrongTotals: fc.boolean(),
    });
    let failures = 0;
    const runs = RUNS * 10;
    fc.assert(
      fc.property(fc.constantFrom(...checkFileTemplates), damage, tolerances, (template, changes, tolerant) => {
        const text = changes.reduce(
          (all, { at, remove, insert }) => `${all.slice(0, at)}${insert}${all.slice(at + remove)}`,
          golden(template.id),
        );
        try {
          parseCheckFile(template, text, { tolerant });
        } catch (error) {
          failures += 1;
          assert.ok(error instanceof CheckFileError, String(error));
        }
      }),
      { ...parameters, numRuns: runs },
    );
    assert.ok(failures > runs / 4, `only ${failures} of ${runs} damaged files were rejected`);
  });

  test("any data is a template or refused", () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    const keys = Object.keys(checkFileTemplates[0] ?? {});
    fc.assert(
      fc.property(fc.constantFrom(...checkFileTemplates), fc.constantFrom(...keys), json, (template, key, value) => {
        try {
          checkTemplateFrom({ ...template, [key]: value });
        } catch (error) {
          assert.ok(error instanceof CheckFileError, String(error));
        }
      }),
      { ...parameters, numRuns: RUNS * 5 },
    );
  });

  test("a line without an end is rejected without being collected", async () => {
    let pieces = 0;
    function* endless() {
      for (; pieces < 1_000_000; pieces += 1) yield "0".repeat(100);
    }
    const [template] = checkFileTemplates;
    assert.ok(template);
    await assert.rejects(Array.fromAsync(readCheckFile(template, endless())), CheckFileError);
    assert.ok(pieces < 100, `${pieces} pieces were read`);
  });
});
