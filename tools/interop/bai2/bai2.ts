import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { asBanksSend, Bai2Error, parseBai2 } from "bursar-bank-formats/bai2";
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

/** Files whose totals or counts do not agree: the other library does not compare them, and we have a person decide. */
const forAPerson: ReadonlySet<string> = new Set(["sample4-continuations-newline-delimited.txt"]);

interface Verdict {
  readonly path: string;
  readonly error: string;
  readonly accounts: number;
  readonly details: number;
  readonly cents: number;
}

const isVerdict = (value: unknown): value is Verdict =>
  typeof value === "object" && value !== null && "path" in value && "error" in value && "details" in value;

/**
 * What our reader finds as it reads a bank's file, in the same words as the other's, and whether totals or counts differ: a
 * person then decides. Undefined if it refuses the file.
 */
function foundByUs(path: string): { readonly found: string; readonly differs: boolean } | undefined {
  let [accounts, transactions, cents, differs] = [0, 0, 0n, false];
  try {
    for (const item of parseBai2(readFileSync(path, "utf8"), asBanksSend)) {
      if (item.kind === "account") accounts += 1;
      if (item.kind === "difference") differs = true;
      if (item.kind === "problemTransaction") return undefined;
      if (item.kind !== "transaction") continue;
      transactions += 1;
      cents += item.amountMinor ?? 0n;
    }
  } catch (error) {
    if (error instanceof Bai2Error) return undefined;
    throw error;
  }
  return { found: `${accounts} accounts, ${transactions} transactions, ${cents} cents`, differs };
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
    const read = foundByUs(verdict.path);
    const ours = read?.found;
    if (read !== undefined && read.differs !== forAPerson.has(name))
      complaints.push(`${name}: its totals ${read.differs ? "differ" : "agree"}`);
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
