import { spawnSync } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { nachaText, readNachaSync } from "bursar-bank-formats/nacha";
import { randomFile, randomFileKinds } from "../../../packages/bank-formats/src/nacha/random-files.testkit.ts";
import { seeded } from "../../../server/test/kit/faults/random.ts";
import { differences, readSampleRows } from "./moov-samples.ts";

/**
 * Compares our Nacha library with github.com/moov-io/ach: that library reads 10,000 files of every kind that we write
 * and finds the same entries and totals; ours reads that library's sample files as samples.txt says.
 */
const MOOV_ACH = "github.com/moov-io/ach@v1.55.0";
const FILES = 10_000;
const FILES_AT_ONCE = 1_000;

interface Request {
  readonly name: string;
  readonly text?: string;
  readonly path?: string;
  readonly allowZero?: boolean;
  readonly unequalCounts?: boolean;
}

interface Verdict {
  readonly name: string;
  readonly error: string;
  readonly entries: number;
  readonly debits: number;
  readonly credits: number;
}

const isVerdict = (value: unknown): value is Verdict =>
  typeof value === "object" && value !== null && "name" in value && "error" in value && "entries" in value;

function run(folder: string, program: string, args: readonly string[], input = ""): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    input,
    maxBuffer: 256 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}\n${error?.message ?? ""}${stdout}${stderr}`);
  return stdout;
}

/** Builds the program of reader.go.txt; returns how to ask it, and where the other library's sources are. */
function prepareReader(folder: string) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(import.meta.dirname, "reader.go.txt"), join(folder, "main.go"));
  run(folder, "go", ["mod", "init", "interop"]);
  run(folder, "go", ["get", MOOV_ACH]);
  run(folder, "go", ["mod", "tidy"]);
  run(folder, "go", ["build", "-o", "reader", "."]);
  const ask = (requests: readonly Request[]): readonly Verdict[] =>
    run(folder, join(folder, "reader"), [], requests.map((request) => JSON.stringify(request)).join("\n"))
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => {
        const verdict: unknown = JSON.parse(line);
        if (!isVerdict(verdict)) throw new Error(`Not a verdict: ${line}`);
        return verdict;
      });
  return { ask, sources: run(folder, "go", ["list", "-m", "-f", "{{.Dir}}", "github.com/moov-io/ach"]).trim() };
}

/** What our own reader finds in the text. */
function countsOf(text: string): string {
  let entries = 0;
  let totals = "";
  for (const item of readNachaSync(text)) {
    if (item.kind === "entry") entries += 1;
    if (item.kind === "fileControl") totals = `${item.control.totalDebitMinor} ${item.control.totalCreditMinor}`;
  }
  return `${entries} ${totals}`;
}

function compareWritten(ask: (requests: readonly Request[]) => readonly Verdict[]): readonly string[] {
  const complaints: string[] = [];
  for (let from = 0; from < FILES; from += FILES_AT_ONCE) {
    const requests = Array.from({ length: FILES_AT_ONCE }, (_, at): Required<Omit<Request, "path">> => {
      const seed = from + at;
      const kind = randomFileKinds[seed % randomFileKinds.length] ?? "forward";
      const lineEnding = (["lf", "crlf", "none"] as const)[seed % 3] ?? "lf";
      return {
        name: `${kind}, seed ${seed}`,
        text: nachaText(randomFile(seeded(seed), kind), { lineEnding }),
        // That library knows zero-dollar entries of ACK and ATX only, and does not count the addenda record of
        // dishonored and contested returns of CTX entries.
        allowZero: kind === "zeroDollar",
        unequalCounts: kind === "dishonored" || kind === "contested",
      };
    });
    for (const [at, { name, error, entries, debits, credits }] of ask(requests).entries()) {
      const ours = countsOf(requests[at]?.text ?? "");
      if (error !== "") complaints.push(`${name}: ${error}`);
      else if (`${entries} ${debits} ${credits}` !== ours)
        complaints.push(`${name}: ${entries} entries, ${debits} ${credits}; ours are ${ours}`);
    }
  }
  return complaints;
}

function compareSamples(ask: (requests: readonly Request[]) => readonly Verdict[], sources: string): readonly string[] {
  const rows = readSampleRows();
  const verdicts = new Map(
    ask(rows.map(({ path }) => ({ name: path, path: join(sources, path) }))).map(({ name, error }) => [name, error]),
  );
  const listed = new Set(rows.map(({ path }) => path));
  const missing = globSync("{test,examples}/**/*.{ach,txt}", { cwd: sources })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !listed.has(path))
    .map((path) => `${path}: is not in samples.txt`);
  return [
    ...missing,
    ...rows.flatMap((row) => differences(row, readFileSync(join(sources, row.path)), verdicts.get(row.path) === "")),
  ];
}

/** Returns what to print; throws an error with the complaints. */
export function compareNacha(workFolder: string): string {
  const startedAt = performance.now();
  const { ask, sources } = prepareReader(workFolder);
  const complaints = [...compareWritten(ask), ...compareSamples(ask, sources)];
  if (complaints.length > 0) throw new Error(`${complaints.slice(0, 20).join("\n")}\n${complaints.length} complaints`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  return `${MOOV_ACH} reads ${FILES} files of ours, and we read its ${readSampleRows().length} samples as expected (${seconds} s)`;
}
