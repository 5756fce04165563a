import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { Bai2Error, bai2Statements, parseBai2 } from "bursar-bank-formats/bai2";
import { run } from "../run-program.ts";

/**
 * Compares our BAI2 reader with github.com/moov-io/bai2: both read that library's samples and our golden files, and find the
 * same accounts, transactions, and amounts, or differ as the table says.
 */
const MOOV_BAI2 = "github.com/moov-io/bai2@v0.4.0";
const GOLDEN = join(import.meta.dirname, "../../../packages/bank-formats/src/bai2/testdata");

/** Files that only one of the libraries reads, or neither. */
const readByOne: Readonly<Record<string, "ours" | "theirs" | "neither">> = {
  // Several records on a line, which no bank writes.
  "sample3.txt": "theirs",
  // A continuation that begins with `88:` instead of `88,`.
  "sample5-issue113.txt": "theirs",
  // A record of a type that BAI2 does not have.
  "sample-parseError.txt": "neither",
};

interface Verdict {
  readonly path: string;
  readonly error: string;
  readonly accounts: number;
  readonly details: number;
  readonly cents: number;
}

const isVerdict = (value: unknown): value is Verdict =>
  typeof value === "object" && value !== null && "path" in value && "error" in value && "details" in value;

/** As the connections of banks are set: everything that the reader tolerates. */
const tolerant = {
  missingSlash: true,
  slashAfterText: true,
  missingFields: true,
  negativeActivity: true,
  wrongControlTotals: true,
  wrongCounts: true,
  blankLines: true,
  nonAscii: true,
} as const;

/** What our reader finds, in the same words as the other's; undefined if it refuses the file. */
function foundByUs(path: string): string | undefined {
  try {
    const statements = [...bai2Statements(parseBai2(readFileSync(path, "utf8"), { tolerant }))];
    const transactions = statements.flatMap((statement) => statement.transactions);
    const cents = transactions.reduce((sum, { amountMinor = 0n }) => sum + amountMinor, 0n);
    return `${statements.length} accounts, ${transactions.length} transactions, ${cents} cents`;
  } catch (error) {
    if (error instanceof Bai2Error) return undefined;
    throw error;
  }
}

export function compareBai2(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(import.meta.dirname, "reader.go.txt"), join(folder, "main.go"));
  run(folder, "go", "mod", "init", "interop");
  run(folder, "go", "get", MOOV_BAI2);
  run(folder, "go", "mod", "tidy");
  run(folder, "go", "build", "-o", "reader", ".");
  const sources = run(folder, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/moov-io/bai2").trim();
  const paths = [...globSync(join(sources, "test/testdata/**/*.txt")), ...globSync(join(GOLDEN, "*.bai"))].toSorted();
  const complaints: string[] = [];
  let same = 0;
  for (const line of run(folder, join(folder, "reader"), ...paths)
    .trim()
    .split("\n")) {
    const verdict: unknown = JSON.parse(line);
    if (!isVerdict(verdict)) throw new Error(`Not a verdict: ${line}`);
    const name = basename(verdict.path);
    const ours = foundByUs(verdict.path);
    const moovFound =
      verdict.error === ""
        ? `${verdict.accounts} accounts, ${verdict.details} transactions, ${verdict.cents} cents`
        : undefined;
    if (ours !== undefined && ours === moovFound) same += 1;
    const reader =
      ours === undefined
        ? moovFound === undefined
          ? "neither"
          : "theirs"
        : moovFound === undefined
          ? "ours"
          : undefined;
    if (reader !== readByOne[name] || (reader === undefined && ours !== moovFound))
      complaints.push(`${name}: ours ${ours ?? "refuses it"}; theirs ${moovFound ?? verdict.error}`);
  }
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
  return `${same} files are read alike by moov-io/bai2, ${Object.keys(readByOne).length} by one library or neither, as listed`;
}
