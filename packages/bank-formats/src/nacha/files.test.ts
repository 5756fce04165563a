import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { long, seeded, testSeed } from "../../../../server/test/kit/faults/random.ts";
import { watchMemory } from "../../../../tools/kit/held-memory.ts";
import { NachaFileError } from "./errors.ts";
import { randomFile, randomFileKinds } from "./random-files.testkit.ts";
import type { NachaItem } from "./read/file-state.ts";
import { readNacha, readNachaFile, readNachaSync } from "./read/read-nacha.ts";
import type { NachaReadOptions } from "./read/reader.ts";
import type { EntryInput } from "./records/model.ts";
import { batchHeader, entry, fileHeader, goldenFiles } from "./samples.testkit.ts";
import { nachaText, writeNacha } from "./write/write-nacha.ts";

const FILES = long ? 10_000 : 40;
/** More than the memory that the reader may hold. */
const MEGABYTES = long ? 100 : 48;
const MUTATIONS = long ? 50_000 : 800;

/** Every tolerance at once: the most that the reader can be made to accept. */
const everything: NachaReadOptions = {
  tolerant: {
    reservedFields: true,
    extendedCharacters: true,
    mixedLineBreaks: true,
    blankLines: true,
    shortLines: true,
    missingPadding: true,
    noBatches: true,
    unorderedBatchNumbers: true,
    unequalServiceClass: true,
    unequalCompanyIdentification: true,
    missingEffectiveEntryDate: true,
    wrongCheckDigits: true,
    zeroAmounts: true,
    blankNames: true,
    foreignTraceNumbers: true,
    unorderedTraceNumbers: true,
    wrongAddendaIndicators: true,
    wrongAddendaCounts: true,
    foreignAddendaSequence: true,
    foreignAddendaTrace: true,
    unknownReturnCodes: true,
    extraReturnAddenda: true,
    unknownChangeCodes: true,
  },
};

describe("law 22: what one side writes, the other reads back", () => {
  test("write, read, write is the identity for files of every kind", () => {
    const seed = testSeed("write, read, write");
    for (let at = 0; at < FILES; at += 1) {
      const kind = randomFileKinds[at % randomFileKinds.length] ?? "forward";
      const lineEnding = (["crlf", "lf", "none"] as const)[at % 3] ?? "crlf";
      const text = nachaText(randomFile(seeded(seed + at), kind), { lineEnding });
      assert.equal(nachaText(readNachaFile(text), { lineEnding }), text, `${kind}, seed ${seed + at}`);
    }
  });

  test("counts, hashes, and totals are what an independent addition finds", () => {
    const seed = testSeed("totals");
    for (let at = 0; at < FILES / 4; at += 1) {
      const text = nachaText(randomFile(seeded(seed + at), "forward"), { lineEnding: "lf" });
      const lines = text.split("\n");
      const entries = lines.filter((line) => line.startsWith("6"));
      const control = lines.find((line) => line.startsWith("9")) ?? "";
      const sum = (isDebit: boolean): bigint =>
        entries
          .filter((line) => ["7", "8", "9"].includes(line.charAt(2)) === isDebit)
          .reduce((total, line) => total + BigInt(line.slice(29, 39)), 0n);
      const hash = entries.reduce((total, line) => total + BigInt(line.slice(3, 11)), 0n) % 10_000_000_000n;
      assert.equal(lines.length - 1, Number(control.slice(7, 13)) * 10);
      assert.equal(Number(control.slice(1, 7)), lines.filter((line) => line.startsWith("5")).length);
      assert.equal(Number(control.slice(13, 21)), lines.filter((line) => /^[67]/.test(line)).length);
      assert.equal(BigInt(control.slice(21, 31)), hash);
      assert.equal(BigInt(control.slice(31, 43)), sum(true));
      assert.equal(BigInt(control.slice(43, 55)), sum(false));
    }
  });
});

/** Overwrites, removes, doubles, or inserts a few characters somewhere. */
function mutated(random: () => number, text: string): string {
  let changed = text;
  for (let edits = 1 + Math.floor(random() * 3); edits > 0; edits -= 1) {
    const at = Math.floor(random() * changed.length);
    const length = Math.floor(random() * 100);
    const character = String.fromCharCode(Math.floor(random() * (random() < 0.8 ? 128 : 0xffff)));
    const edit = Math.floor(random() * 5);
    const [before, after] = [changed.slice(0, at), changed.slice(at)];
    if (edit === 0) changed = before + character + after.slice(1);
    else if (edit === 1) changed = before + after.slice(length);
    else if (edit === 2) changed = before + after.slice(0, length) + after;
    else if (edit === 3) changed = before + character.repeat(length) + after;
    else
      changed =
        before + after.slice(0, 1).replace(/[0-9]/, (digit) => String((Number(digit) + 1) % 10)) + after.slice(1);
  }
  return changed;
}

describe("law 26: hostile files cause errors only", () => {
  test("any mutation of a file is read or refused with a NachaFileError that shows no account number", () => {
    const seed = testSeed("mutations");
    const random = seeded(seed);
    const texts = Object.values(goldenFiles).map((file) => nachaText(file, { lineEnding: "lf" }));
    for (let at = 0; at < MUTATIONS; at += 1) {
      const text = mutated(random, texts[at % texts.length] ?? "");
      for (const options of [{}, everything]) {
        try {
          readNachaFile(text, options);
        } catch (error) {
          assert.ok(error instanceof NachaFileError, `seed ${seed}, mutation ${at}: ${String(error)}`);
          assert.ok(error.errors.length >= 1 && error.errors.length <= 100);
          const shown = JSON.stringify(error.errors);
          assert.ok(shown.length < 64 * 1024);
          assert.doesNotMatch(shown, /1234567890|DE89370400440532013000/, `seed ${seed}, mutation ${at}`);
        }
      }
    }
  });

  test("a file that is accepted after a mutation is written again as it was", () => {
    const random = seeded(testSeed("accepted mutations"));
    const text = nachaText(goldenFiles["ppd-credits"] ?? { header: fileHeader, batches: [] }, { lineEnding: "lf" });
    let accepted = 0;
    for (let at = 0; at < (long ? 3_000 : 1_000); at += 1) {
      const position = Math.floor(random() * text.length);
      const character = String.fromCharCode(32 + Math.floor(random() * 95));
      const changed = text.slice(0, position) + character + text.slice(position + 1);
      let read: ReturnType<typeof readNachaFile>;
      try {
        read = readNachaFile(changed);
      } catch {
        continue;
      }
      // Dates that an originator may not choose are no errors for the reader.
      if (read.header.fileCreationDate !== "2026-11-20" || read.batches[0]?.header.effectiveEntryDate !== "2026-11-23")
        continue;
      accepted += 1;
      assert.equal(nachaText(read, { lineEnding: "lf" }), changed);
    }
    assert.ok(accepted > 30, `${accepted} accepted`);
  });

  test(`${MEGABYTES} MB without a line end, of NULs, or of one line are refused in bounded memory`, () => {
    const piece = "9".repeat(1024 * 1024);
    const shapes: readonly (readonly [start: string, piece: string])[] = [
      ["", piece],
      ["", piece.replaceAll("9", "\0")],
      [`${"1".repeat(94)}\n`, piece],
      ["", "\n".repeat(1024 * 1024)],
      ["", "é".repeat(1024 * 1024)],
    ];
    const memory = watchMemory();
    for (const [start, repeated] of shapes) {
      function* pieces() {
        yield start;
        for (let at = 0; at < MEGABYTES; at += 1) yield repeated;
        // What a reader holds, it holds now.
        memory.look();
      }
      assert.throws(() => Array.from(readNachaSync(pieces())), NachaFileError);
      assert.ok(memory.look() < 32 * 1024 * 1024);
    }
  });

  test("an entry with endless addenda records does not fill the memory", () => {
    const lines = nachaText(goldenFiles["ctx-remittance"] ?? { header: fileHeader, batches: [] }, {
      lineEnding: "lf",
    }).split("\n");
    function* pieces() {
      yield `${lines.slice(0, 3).join("\n")}\n`;
      for (let at = 0; at < 100_000; at += 1) yield `${lines[3]}\n`;
    }
    assert.throws(
      () => Array.from(readNachaSync(pieces())),
      (error) => error instanceof NachaFileError && error.errors.some(({ rule }) => rule === "entryAddendaMax"),
    );
  });
});

describe("large files", () => {
  const COUNT = long ? 500_000 : 8_000;
  const BATCHES = 4;
  function* returnedEntries(): Generator<EntryInput> {
    for (let at = 0; at < COUNT / BATCHES; at += 1)
      yield entry({
        transactionCode: "21",
        addenda: [
          {
            kind: "return",
            returnReasonCode: "R03",
            originalEntryTraceNumber: "121042880000001",
            originalReceivingDfiIdentification: "02100002",
          },
        ],
      });
  }

  test("are written and read piece by piece within 16 MB", async () => {
    const memory = watchMemory();
    const batches = Array.from({ length: BATCHES }, () => ({ header: batchHeader(), entries: returnedEntries() }));
    let entries = 0;
    for await (const item of readNacha(writeNacha({ header: fileHeader, batches })))
      if (item.kind === "entry") {
        entries += 1;
        if (entries % (COUNT / 2) === 0) memory.look();
      }
    assert.equal(entries, COUNT);
    const most = memory.look();
    assert.ok(most < 16 * 1024 * 1024, `${most} bytes`);
  });
});

describe("reading", () => {
  const text = nachaText(
    { header: fileHeader, batches: [{ header: batchHeader(), entries: [entry(), entry()] }] },
    { lineEnding: "lf" },
  );

  test("yields each record with its line, in order", () => {
    const items = [...readNachaSync(text)].map(({ kind, line }) => `${line} ${kind}`);
    const records = ["1 fileHeader", "2 batchHeader", "3 entry", "4 entry", "5 batchControl", "6 fileControl"];
    assert.deepEqual(items, [...records, "10 end"]);
  });

  test("reads bytes, pieces of bytes, and streams of them alike", async () => {
    const bytes = new TextEncoder().encode(text);
    const expected = [...readNachaSync(text)];
    assert.deepEqual([...readNachaSync(bytes)], expected);
    const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.slice(at * 7, at * 7 + 7));
    assert.deepEqual([...readNachaSync(pieces)], expected);
    async function* stream() {
      yield* pieces;
    }
    const streamed: NachaItem[] = [];
    for await (const item of readNacha(stream())) streamed.push(item);
    assert.deepEqual(streamed, expected);
  });

  test("yields nothing after the first error, and throws at the end", () => {
    const changed = text.replace("JANE DOE", "JANE\u0007DOE");
    const kinds: string[] = [];
    assert.throws(() => {
      for (const { kind } of readNachaSync([changed.slice(0, 250), changed.slice(250)])) kinds.push(kind);
    }, NachaFileError);
    assert.ok(!kinds.includes("entry") && !kinds.includes("fileControl"), kinds.join(" "));
  });

  test("characters outside ASCII are Latin-1 or UTF-8, as the caller says", () => {
    const named = text.replace("JANE DOE ", "JANÉ DOE ");
    const tolerant = { extendedCharacters: true };
    const nameIn = (bytes: Uint8Array, encoding: "latin1" | "utf8") =>
      readNachaFile(bytes, { tolerant, encoding }).batches[0]?.entries[0]?.receiverName;
    assert.equal(nameIn(new TextEncoder().encode(named), "utf8"), "JANÉ DOE");
    assert.equal(nameIn(Buffer.from(named, "latin1"), "latin1"), "JANÉ DOE");
  });
});
