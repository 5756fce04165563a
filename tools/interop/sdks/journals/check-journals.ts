import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, type PaymentRow } from "@bursar/sdk";
import { fileJournal } from "@bursar/sdk/node";
import { run, talk } from "../../run-program.ts";
import { emptyFolder, goModule, pythonWithSdk, type Service, withService } from "../check-sdks.ts";

/** A run that the SDK of one language began is continued by those of the others, and pays each row once. */
interface Run {
  readonly rows: readonly PaymentRow[];
  readonly journal: string;
  /** Ends when this many rows are done. */
  readonly stopAfter: number;
  readonly service: Service;
}

/** What happened to a row; in the order of the rows. */
interface Row {
  readonly key: string;
  readonly status: string;
  readonly id?: string | null;
}

type Step = (run: Run) => Promise<readonly Row[]>;

const clientOf = (service: Service) =>
  createClient({ baseUrl: service["BURSAR_URL"] ?? "", token: service["BURSAR_TOKEN"] ?? "" });

async function inTypeScript({ rows, journal, stopAfter, service }: Run): Promise<readonly Row[]> {
  const ending = new AbortController();
  const { results } = await clientOf(service).payMany(rows, {
    journal: fileJournal(journal),
    signal: ending.signal,
    onProgress: ({ done }) => {
      if (done >= stopAfter) ending.abort();
    },
  });
  return results.map((row) => ({ key: row.key, status: row.status, ...("id" in row ? { id: row.id } : {}) }));
}

/** A program that does the same, and prints the rows as JSON. */
const inProgram =
  (folder: string, command: readonly [string, ...string[]], environment: Readonly<Record<string, string>> = {}): Step =>
  async ({ rows, journal, stopAfter, service }) => {
    const run = { RUN_ROWS: JSON.stringify(rows), RUN_JOURNAL: journal, RUN_STOP_AFTER: String(stopAfter) };
    return JSON.parse(await talk(folder, command, { ...environment, ...service, ...run }));
  };

function pythonStep(work: string): Step {
  const { python, environment } = pythonWithSdk(work);
  const folder = emptyFolder(work, "python-journal");
  copyFileSync(join(import.meta.dirname, "continue.py.txt"), join(folder, "continue.py"));
  return inProgram(folder, [python, "continue.py"], environment);
}

function goStep(work: string): Step {
  const folder = goModule(emptyFolder(work, "go-journal"));
  copyFileSync(join(import.meta.dirname, "continue.go.txt"), join(folder, "main.go"));
  run(folder, "go", "mod", "tidy");
  run(folder, "go", "build", "-o", "program", ".");
  return inProgram(folder, [join(folder, "program")]);
}

export async function checkJournals(work: string): Promise<string> {
  const steps: ReadonlyMap<string, Step> = new Map([
    ["TypeScript", inTypeScript],
    ["Python", pythonStep(work)],
    ["Go", goStep(work)],
  ]);
  const folder = emptyFolder(work, "journals");
  return withService(async (service) => {
    const names = [...steps.keys()];
    for (const first of names.keys()) {
      const order = [...names.slice(first), ...names.slice(0, first)];
      const journal = join(folder, `${order[0]}.journal`);
      await checkOrder(
        order.map((name) => steps.get(name) ?? inTypeScript),
        { journal, service, memo: order.join(", ") },
      );
    }
    return `runs of ${names.join(", ")} are continued by each other, and pay each row once`;
  });
}

async function checkOrder(
  steps: readonly Step[],
  { journal, service, memo }: { readonly journal: string; readonly service: Service; readonly memo: string },
): Promise<void> {
  const rows = rowsFor(service, memo);
  // Two rows each, and the last one pays all that are left.
  for (const [at, step] of steps.entries())
    await step({ rows, journal, service, stopAfter: at === steps.length - 1 ? rows.length : 2 * (at + 1) });
  const read = await Promise.all(steps.map((step) => step({ rows, journal, service, stopAfter: rows.length })));
  const [expected = []] = read;
  if (expected.length !== rows.length || expected.some(({ status }) => status !== "accepted"))
    throw new Error(`${memo}: ${JSON.stringify(expected)}`);
  if (new Set(read.map((each) => JSON.stringify(each.map(({ key, id }) => [key, id])))).size > 1)
    throw new Error(`${memo}: the SDKs read one journal differently: ${JSON.stringify(read)}`);
  // The journal is not all: with none of its entries, the same keys lead to the same requests.
  const made: string[] = [];
  for await (const request of clientOf(service).approvalRequests.listSendMoney({ status: "all" }))
    if (request.memo === memo) made.push(request.requestId);
  if (made.length !== rows.length) throw new Error(`${memo}: ${made.length} requests for ${rows.length} rows`);
}

/** With what is written differently by the languages: whole numbers, other scripts, HTML, nested members, nulls. */
function rowsFor(service: Service, memo: string): readonly PaymentRow[] {
  const { accounts, recipients } = JSON.parse(service["BURSAR_TEST_SERVICE"] ?? "{}");
  const row = {
    accountId: accounts[0].id,
    recipientId: recipients[0].id,
    paymentMethod: "ach",
    externalMemo: memo,
  } as const;
  return [
    { ...row, amount: 1200 },
    { ...row, amount: 2.5, note: 'é "quoted" <b>&amp;</b>\nβ\u2028' },
    { ...row, amount: 2.5, note: 'é "quoted" <b>&amp;</b>\nβ\u2028' },
    { ...row, amount: 0.01, note: null },
    { ...row, amount: 19.99, purpose: { simple: { category: "vendor", additionalInfo: "Paper" } } },
    { ...row, amount: 3, idempotencyKey: `own ${memo}` },
    { ...row, amount: 4.1, sendOn: null },
  ];
}
