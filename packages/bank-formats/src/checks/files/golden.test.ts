import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { CheckRecord, CheckStatus } from "./check-record.ts";
import { parseCheckFile } from "./read/read-check-file.ts";
import type { CheckFileTemplate } from "./template/check-template.ts";
import { checkTemplateFrom } from "./template/template-from-data.ts";
import { checkFileTemplates } from "./templates/check-templates.ts";
import { writeCheckFile } from "./write-check-file.ts";

const ACCOUNT = "0123456789";
const FILE_DATE = "2026-11-20";
const settings = { bankId: "00259" };

const check = (checkNumber: number, status: CheckStatus, amountMinor: bigint, payee: string): CheckRecord => ({
  status,
  accountNumber: ACCOUNT,
  checkNumber,
  amountMinor,
  issueDate: "2026-11-19",
  payee,
  ...(status === "void" ? { voidDate: FILE_DATE } : {}),
  ...(status.startsWith("paid") ? { paidDate: "2026-11-18" } : {}),
});

const issued = [
  check(1042, "issued", 123_456n, "Tern Packaging LLC"),
  check(1043, "issued", 5n, "North Pier Co."),
  check(1044, "issued", 98_765_43n, "Müller & Söhne"),
];
const voided = [check(1040, "void", 70_000n, "Acme Freight")];
const paid = [check(1038, "paid", 250_000n, "Harbor Supply"), check(1039, "stopped", 1_200n, "Wren Studio")];
const undelivered = { ...check(1041, "returned", 7_550n, "Elm Street Press"), reason: "CK-MAIL" };

/** What each template's golden file contains: issued and void checks where they fit in one file. */
function contentsOf({ purpose, detail, statusesWithoutCode }: CheckFileTemplate): readonly CheckRecord[] {
  const hasReasons = detail.some((field) => field.kind === "text" && field.of === "reason");
  if (purpose === "paid") return hasReasons ? [...paid, undelivered] : paid;
  return statusesWithoutCode === undefined ? [...issued, ...voided] : issued;
}

const golden = (name: string): string => readFileSync(join(import.meta.dirname, "testdata", `${name}.txt`), "utf8");

/** What a file of the template can say about a check. */
function expectedFrom(template: CheckFileTemplate, { status, ...facts }: CheckRecord) {
  const has = (kind: string, of: string) =>
    template.detail.some((field) => field.kind === kind && "of" in field && field.of === of);
  const eventDate = has("date", "eventDate");
  const isVoid = status === "void";
  return {
    status,
    accountNumber: facts.accountNumber,
    checkNumber: facts.checkNumber,
    amountMinor: facts.amountMinor,
    issueDate: has("date", "issueDate") || (eventDate && !isVoid) ? facts.issueDate : undefined,
    voidDate: has("date", "voidDate") || eventDate ? facts.voidDate : undefined,
    paidDate: has("date", "paidDate") ? facts.paidDate : undefined,
    reason: has("text", "reason") ? facts.reason : undefined,
    payee: has("text", "payee") ? facts.payee?.replaceAll("ü", "u").replaceAll("ö", "o") : undefined,
  };
}

function readBack(template: CheckFileTemplate, text: string, status?: CheckStatus) {
  const { checks, totalMinor } = parseCheckFile(template, text, { accounts: [ACCOUNT], ...(status ? { status } : {}) });
  return {
    totalMinor,
    checks: checks.map(
      ({ status: found, accountNumber, checkNumber, amountMinor, issueDate, voidDate, paidDate, reason, payee }) => ({
        status: found,
        accountNumber,
        checkNumber,
        amountMinor,
        issueDate,
        voidDate,
        paidDate,
        reason,
        payee,
      }),
    ),
  };
}

const byNumber = (a: CheckRecord, b: CheckRecord): number => a.checkNumber - b.checkNumber;

describe("golden check files", () => {
  for (const template of checkFileTemplates) {
    const contents = contentsOf(template);

    test(`${template.id} is written byte for byte`, () => {
      const written = writeCheckFile(template, contents, { fileDate: FILE_DATE, settings });
      assert.equal(written.text.replaceAll("\r\n", "\n"), golden(template.id));
      assert.equal(written.records, contents.length);
    });

    test(`${template.id} is read back`, () => {
      const sorted = template.order === "checkNumber" ? contents.toSorted(byNumber) : contents;
      const { checks, totalMinor } = readBack(template, golden(template.id));
      assert.deepEqual(
        checks,
        sorted.map((check) => expectedFrom(template, check)),
      );
      assert.equal(
        totalMinor,
        contents.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
      );
    });

    test(`${template.id} survives JSON`, () => {
      assert.deepEqual(checkTemplateFrom(JSON.parse(JSON.stringify(template))), template);
    });
  }

  test("PNC receives void checks in a file of their own, with the date of the file", () => {
    for (const id of ["pnc-fixed", "pnc-csv"]) {
      const template = checkFileTemplates.find((candidate) => candidate.id === id);
      assert.ok(template);
      const { text } = writeCheckFile(template, voided, { fileDate: FILE_DATE });
      assert.match(text, /11202026/);
      assert.deepEqual(
        readBack(template, text, "void").checks,
        voided.map((check) => expectedFrom(template, check)),
      );
    }
  });

  test("names that are written differently are reported", () => {
    const [template] = checkFileTemplates;
    assert.ok(template);
    const { changes } = writeCheckFile(template, issued, { fileDate: FILE_DATE });
    assert.deepEqual(changes, [{ checkNumber: 1044, field: "Payee", written: "Muller & Sohne" }]);
  });

  test("each template states its source", () => {
    for (const { id, source } of checkFileTemplates) {
      assert.ok(source.document.length > 10, id);
      assert.equal(source.basis === "own", source.url === "", id);
      assert.ok(source.unverified.length > 0, id);
    }
    assert.equal(new Set(checkFileTemplates.map(({ id }) => id)).size, checkFileTemplates.length);
  });
});
