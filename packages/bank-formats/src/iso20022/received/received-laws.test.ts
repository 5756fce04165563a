import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { long, seeded, testSeed } from "../../../../../server/test/kit/faults/random.ts";
import { mutatedFile } from "../../text/mutated-text.testkit.ts";
import { mutate } from "../documents/mutated-document.testkit.ts";
import { Iso20022Error } from "../schema/problems.ts";
import { type AccountReportPart, accountReportProblems, readAccountReports } from "./account-reports.ts";
import { readStatusReport } from "./status-reports.ts";

const FILES = long ? 2_000 : 200;
const golden = (name: string): string =>
  readFileSync(new URL(`../golden/testdata/${name}.xml`, import.meta.url), "utf8");
/** Without its declaration and blanks between elements, as the mutations need it. */
const compact = (text: string): string => text.replace(/^<\?xml[^>]*\?>\s*/, "").replaceAll(/>\s+</g, "><");

/** Undefined if it is an error of this library, which is fine. */
async function tried<T>(read: () => Promise<T>, text: string): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    assert.ok(error instanceof Iso20022Error, `${error}\n${text}`);
    assert.ok(error.problems.length > 0, text);
    return undefined;
  }
}

const netOf = (parts: readonly AccountReportPart[]): bigint =>
  parts.reduce((sum, part) => {
    if (part.kind !== "entry" || part.entry.status !== "BOOK") return sum;
    const { amountMinor } = part.entry.amount;
    return part.entry.direction === "credit" ? sum + amountMinor : sum - amountMinor;
  }, 0n);

describe("laws of reading messages that banks send", () => {
  test("a damaged statement is an error, has items or problems, or books the same", async () => {
    const statement = compact(golden("camt.053.001.08-statement"));
    const read = (pieces: readonly Uint8Array[]) => Array.fromAsync(readAccountReports(pieces));
    const expected = netOf(await read([new TextEncoder().encode(statement)]));
    const random = seeded(testSeed("received statements"));
    const seen = { errors: 0, visible: 0, same: 0 };
    for (let round = 0; round < FILES; round += 1) {
      const text = round % 2 === 0 ? mutate(statement, random) : statement;
      const damaged = round % 2 === 0 ? { text, pieces: [new TextEncoder().encode(text)] } : mutatedFile(text, random);
      const parts = await tried(() => read(damaged.pieces), damaged.text);
      if (parts === undefined) {
        seen.errors += 1;
        continue;
      }
      const end = parts.at(-1);
      assert.ok(end?.kind === "end", damaged.text);
      const isVisible =
        parts.some(({ kind }) => kind === "problemEntry") ||
        end.file.reports.length !== 1 ||
        end.file.reports.some(
          (report) => report.problems.length > 0 || accountReportProblems(report, report.totals).length > 0,
        );
      if (isVisible) seen.visible += 1;
      else {
        // Balances that were damaged themselves prove nothing.
        const [report] = end.file.reports;
        const codes = report?.balances.map(({ code }) => code) ?? [];
        if (codes.includes("OPBD") && codes.includes("CLBD"))
          assert.equal(netOf(parts), netOfBalances(report?.balances ?? []), damaged.text);
        if (netOf(parts) === expected) seen.same += 1;
      }
    }
    for (const count of Object.values(seen)) assert.ok(count > FILES / 20, JSON.stringify(seen));
  });

  test("a damaged status report is an error, or answers with their places", async () => {
    const report = compact(golden("pain.002.001.10-rejected-payment"));
    const random = seeded(testSeed("received status reports"));
    let errors = 0;
    for (let round = 0; round < FILES; round += 1) {
      const text = round % 2 === 0 ? mutate(report, random) : report;
      const damaged = round % 2 === 0 ? { text, pieces: [new TextEncoder().encode(text)] } : mutatedFile(text, random);
      const read = await tried(() => readStatusReport(damaged.pieces), damaged.text);
      if (read === undefined) errors += 1;
      else for (const { problems, line } of read.problems) assert.ok(problems.length > 0 && line > 0);
    }
    assert.ok(errors > FILES / 20, `${errors}`);
  });
});

function netOfBalances(balances: readonly { code: string; amount: { amountMinor: bigint }; direction: string }[]) {
  const signed = (code: string): bigint => {
    const found = balances.find((balance) => balance.code === code);
    const minor = found?.amount.amountMinor ?? 0n;
    return found?.direction === "debit" ? -minor : minor;
  };
  return signed("CLBD") - signed("OPBD");
}
