import { copyFileSync, globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeFolder, startServer, temporaryFolder } from "../../../server/test/kit/servers/server-process.ts";
import { isInstalled, run } from "../run-program.ts";

/**
 * Other programs read the statements of the demo company in every format for bookkeeping, and find as many lines and the
 * same sum and closing balance as the JSON has: ofxtools, ofxparse, bankstatementparser, Beancount, and, if it is
 * installed, hledger. bankstatementparser also reads our golden BAI2 files.
 */
const PACKAGES = ["ofxtools==1.1.1", "ofxparse==0.21", "bankstatementparser==0.0.29", "beancount==3.2.3"];
const GOLDEN_BAI2 = join(import.meta.dirname, "../../../packages/bank-formats/src/bai2/testdata");

const files: Readonly<Record<string, string>> = {
  ofx: "statement.ofx",
  qbo: "statement.qbo",
  camt053: "statement.xml",
  "quickbooks-csv": "statement.quickbooks.csv",
  "xero-csv": "statement.xero.csv",
  beancount: "statement.beancount",
  hledger: "statement.journal",
};

interface Reading {
  readonly library: string;
  readonly file: string;
  readonly lines: number;
  readonly cents: number;
  readonly closingCents: number | null;
  readonly problems: readonly string[];
}

const isReading = (value: unknown): value is Reading =>
  typeof value === "object" && value !== null && "library" in value && "problems" in value;

interface StatementDocument {
  readonly startingBalance: number;
  readonly endingBalance: number;
  readonly lines: readonly { readonly amount: number }[];
}

const centsOf = (dollars: number): number => Math.round(dollars * 100);

export async function compareAccounting(folder: string): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const expected = await downloadStatement(folder);
  for (const path of globSync(join(GOLDEN_BAI2, "*.bai")))
    copyFileSync(path, join(folder, path.split("/").at(-1) ?? ""));
  run(folder, "python3", "-m", "venv", "venv");
  const python = join(folder, "venv/bin/python");
  run(folder, python, "-m", "pip", "install", "--quiet", ...PACKAGES);
  copyFileSync(join(import.meta.dirname, "readers.py.txt"), join(folder, "readers.py"));
  const readings = run(folder, python, "readers.py", folder)
    .trim()
    .split("\n")
    .map((line): Reading => {
      const reading: unknown = JSON.parse(line);
      if (!isReading(reading)) throw new Error(`Not a reading: ${line}`);
      return reading;
    });
  const lines = expected.lines.length;
  const cents = expected.lines.reduce((sum, { amount }) => sum + centsOf(amount), 0);
  const closing = centsOf(expected.endingBalance);
  const complaints = readings
    .filter(
      (reading) =>
        reading.problems.length > 0 ||
        (reading.file.endsWith(".bai")
          ? reading.lines === 0
          : reading.lines !== lines || reading.cents !== cents || (reading.closingCents ?? closing) !== closing),
    )
    .map((reading) => `not ${lines} lines of ${cents}, closing ${closing}: ${JSON.stringify(reading)}`);
  const hledger = isInstalled("hledger")
    ? checkWithHledger(folder, complaints)
    : "hledger: skipped, because it is not installed";
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
  return `${lines} lines are read alike in ${readings.length} ways by ${[...new Set(readings.map(({ library }) => library))].join(", ")}; ${hledger}`;
}

/** A statement of the months before today, in every format; returns what is in it. */
async function downloadStatement(folder: string): Promise<StatementDocument> {
  const dataDir = await temporaryFolder();
  const server = await startServer({ dataDir });
  try {
    const { tokens, accounts } = await server.demo();
    const call = async (path: string, body?: object): Promise<string> => {
      const answer = await fetch(`${server.url}${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${tokens.readWrite}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
      return text;
    };
    const account = accounts.find(({ kind }) => kind === "checking")?.id ?? "";
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    const { id }: { id: string } = JSON.parse(
      await call(`/account/${account}/statements`, { startsOn: daysAgo(300), endsOn: daysAgo(2) }),
    );
    for (const [format, name] of Object.entries(files))
      writeFileSync(join(folder, name), await call(`/statements/${id}/${format}`));
    return JSON.parse(await call(`/statements/${id}/json`));
  } finally {
    await server.stop();
    await removeFolder(dataDir);
  }
}

/** The entries are balanced, the assertion of the closing balance holds, and all names are declared. */
function checkWithHledger(folder: string, complaints: string[]): string {
  try {
    run(folder, "hledger", "-f", "statement.journal", "check", "--strict");
  } catch (error) {
    complaints.push(error instanceof Error ? error.message : String(error));
  }
  return "hledger: checked";
}
