import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import fc from "fast-check";
import { long, testSeed } from "../../../../server/test/kit/faults/random.ts";
import { Bai2Error } from "./bai2-error.ts";
import { parseBai2, readBai2 } from "./read-bai2.ts";
import { bai2Statements } from "./statements.ts";

const RUNS = long ? 20_000 : 100;
const parameters = { numRuns: RUNS, seed: testSeed("BAI2") };

/** A transaction as fields, its continuation, and what the reader should find. */
interface WrittenTransaction {
  readonly amountMinor: bigint;
  readonly credit: boolean;
  readonly funds: readonly string[];
  readonly bankReference: string;
  readonly customerReference: string;
  readonly text: readonly string[];
  /** The field before which the record is continued; undefined writes one record. */
  readonly cut: number | undefined;
}

interface WrittenAccount {
  readonly number: string;
  readonly ledgerMinor: bigint;
  readonly totalMinor: bigint;
  readonly transactions: readonly WrittenTransaction[];
}

const reference = fc.stringMatching(/^[A-Z0-9 .:-]{0,20}$/).map((text) => text.trim());
const funds = fc.oneof(
  fc.constantFrom(["Z"], [""], ["0"], ["1"], ["2"], ["V", "261120", ""], ["V", "261120", "9999"]),
  fc.array(fc.nat(1_000_000), { minLength: 3, maxLength: 3 }).map((parts) => ["S", ...parts.map(String)]),
  fc
    .array(fc.nat(1_000_000), { minLength: 1, maxLength: 5 })
    .map((parts) => ["D", String(parts.length), ...parts.flatMap((part, days) => [String(days), String(part)])]),
);
const transaction: fc.Arbitrary<WrittenTransaction> = fc.record({
  amountMinor: fc.bigInt({ min: 0n, max: 10n ** 14n }),
  credit: fc.boolean(),
  funds,
  bankReference: reference,
  customerReference: reference,
  text: fc.array(
    fc.stringMatching(/^[A-Z0-9][A-Z0-9 ,/:.-]{0,40}$/).map((text) => text.trimEnd()),
    { maxLength: 4 },
  ),
  cut: fc.option(fc.nat(), { nil: undefined }),
});
const account: fc.Arbitrary<WrittenAccount> = fc.record({
  number: fc.stringMatching(/^[0-9]{4,17}$/),
  ledgerMinor: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
  totalMinor: fc.bigInt({ min: 0n, max: 10n ** 15n }),
  transactions: fc.array(transaction, { maxLength: 5 }),
});
const groups = fc.array(fc.array(account, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });
const layout = fc.record({
  lineEnd: fc.constantFrom("\n", "\r\n"),
  width: fc.constantFrom(0, 80, 120),
  piece: fc.integer({ min: 1, max: 200 }),
});

function linesOfTransaction({
  amountMinor,
  credit,
  funds: type,
  bankReference,
  customerReference,
  text,
  cut,
}: WrittenTransaction) {
  const fields = ["16", credit ? "142" : "475", String(amountMinor), ...type, bankReference, customerReference];
  const [first = "/", ...others] = text;
  const more = others.map((line) => `88,${line}`);
  if (cut === undefined || text.length === 0) return [`${fields.join(",")},${first}`, ...more];
  // The slash replaces the comma before the continuation.
  const at = 2 + (cut % (fields.length - 1));
  return [`${fields.slice(0, at).join(",")}/`, `88,${[...fields.slice(at), first].join(",")}`, ...more];
}

function linesOfAccount({ number, ledgerMinor, totalMinor, transactions }: WrittenAccount) {
  const total = transactions.reduce((sum, { amountMinor }) => sum + amountMinor, ledgerMinor + totalMinor);
  const body = [
    `03,${number},,015,${ledgerMinor},,/`,
    `88,100,+${totalMinor},7,1/`,
    ...transactions.flatMap(linesOfTransaction),
  ];
  return { total, lines: [...body, `49,${total},${body.length + 1}/`] };
}

function fileOf(written: readonly (readonly WrittenAccount[])[]): readonly string[] {
  const parts = written.map((accounts) => {
    const made = accounts.map(linesOfAccount);
    const total = made.reduce((sum, part) => sum + part.total, 0n);
    const lines = ["02,,091000019,1,261119,2400,,2/", ...made.flatMap((part) => part.lines)];
    return { total, lines: [...lines, `98,${total},${accounts.length},${lines.length + 1}/`] };
  });
  const lines = ["01,091000019,BURSAR,261120,0600,7,,,2/", ...parts.flatMap((part) => part.lines)];
  const total = parts.reduce((sum, part) => sum + part.total, 0n);
  return [...lines, `99,${total},${parts.length},${lines.length + 1}/`];
}

const golden = (name: string): string => readFileSync(join(import.meta.dirname, "testdata", name), "utf8");

describe("laws of reading BAI2", () => {
  test("whatever a bank writes, in any layout and any pieces, is what is read", async () => {
    await fc.assert(
      fc.asyncProperty(groups, layout, async (written, { lineEnd, width, piece }) => {
        const text = fileOf(written)
          .map((line) => `${line.padEnd(width)}${lineEnd}`)
          .join("");
        const pieces = Array.from({ length: Math.ceil(text.length / piece) }, (_, at) =>
          text.slice(at * piece, (at + 1) * piece),
        );
        const items = await Array.fromAsync(readBai2(pieces));
        const read = [...bai2Statements(items)].map(
          ({ account: { customerAccountNumber, balances }, transactions }) => ({
            number: customerAccountNumber,
            ledgerMinor: balances[0]?.amountMinor,
            totalMinor: balances[1]?.amountMinor,
            transactions: transactions.map((found) => ({
              amountMinor: found.amountMinor,
              credit: found.direction === "credit",
              bankReference: found.bankReferenceNumber ?? "",
              customerReference: found.customerReferenceNumber ?? "",
              text: found.text,
            })),
          }),
        );
        const expected = written.flat().map((item) => ({
          ...item,
          transactions: item.transactions.map(({ funds: _, cut: __, ...facts }) => facts),
        }));
        assert.deepEqual(read, expected);
      }),
      parameters,
    );
  });

  test("a changed digit of any amount, total, or count is noticed", () => {
    const text = golden("manual-appendix-d.bai");
    // Not every digit is an amount: dates and references have no checksum.
    const lines = text.split("\n");
    for (const [index, line] of lines.entries()) {
      if (!/^(49|98|99),/.test(line)) continue;
      for (const match of line.slice(3).matchAll(/[0-9]/g)) {
        const at = match.index + 3;
        const changed = `${line.slice(0, at)}${(Number(match[0]) + 1) % 10}${line.slice(at + 1)}`;
        assert.throws(() => parseBai2(lines.with(index, changed).join("\n")), Bai2Error, changed);
      }
    }
  });

  test("damaged files cause errors of this library and nothing else", () => {
    const originals = ["manual-appendix-d.bai", "padded-to-80.bai"].map(golden);
    const damage = fc.array(
      fc.record({
        at: fc.nat(3_000),
        remove: fc.nat(5),
        insert: fc.oneof(
          fc.string({ maxLength: 4 }),
          fc.constantFrom(",", "/", "\n", "88,", "-", "\u0000", "99999999999999999999"),
        ),
      }),
      { minLength: 1, maxLength: 4 },
    );
    const tolerances = fc.record({
      missingSlash: fc.boolean(),
      slashAfterText: fc.boolean(),
      missingFields: fc.boolean(),
      lowerCaseCodes: fc.boolean(),
      slashBeforeText: fc.boolean(),
      nonAscii: fc.boolean(),
      blankLines: fc.boolean(),
    });
    let failures = 0;
    fc.assert(
      fc.property(fc.constantFrom(...originals), damage, tolerances, (original, changes, tolerant) => {
        const text = changes.reduce(
          (all, { at, remove, insert }) => `${all.slice(0, at)}${insert}${all.slice(at + remove)}`,
          original,
        );
        try {
          parseBai2(text, { tolerant });
        } catch (error) {
          failures += 1;
          assert.ok(error instanceof Bai2Error, String(error));
          assert.ok(error.problems.length > 0 && error.problems.length <= 50);
        }
      }),
      parameters,
    );
    assert.ok(failures > RUNS / 10, `only ${failures} of ${RUNS} damaged files were rejected`);
  });

  test("a line without an end and a record without an end are rejected without being collected", async () => {
    for (const [start, piece] of [
      ["", "0".repeat(1_000)],
      ["01,A,B,261120,0600,7,,,2/\n", "88,1/\n".repeat(100)],
    ] as const) {
      let pieces = 0;
      function* endless() {
        yield start;
        for (; pieces < 1_000_000; pieces += 1) yield piece;
      }
      await assert.rejects(Array.fromAsync(readBai2(endless())), Bai2Error);
      assert.ok(pieces < 1_000, `${pieces} pieces were read`);
    }
  });
});
