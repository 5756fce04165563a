import { residentBytesOf } from "../kit/proc.ts";
import type { RunningService } from "../service/running-service.ts";
import { untilQuiet } from "../service/scrape.ts";
import { type Bench, newTarget, type Payer, pay, REFERENCE_CONNECTIONS, startPayers, untilCompiled } from "./bench.ts";

/** A long statement as PDF: its time and memory, and what it costs payments. */
export interface StatementResults {
  readonly lines: number;
  readonly pdfMs: readonly number[];
  readonly pdfBytes: number;
  /** Undefined where the system does not report memory. */
  readonly extraMb: number | undefined;
  /** Payments per second, by round: without PDFs, and while one is made after another. */
  readonly alone: readonly number[];
  readonly during: readonly number[];
}

const LINES = 10_000;
const AT_ONCE = 16;
const PDFS = 5;
const MEMORY_EVERY_MS = 20;

export async function measureStatements(bench: Bench): Promise<StatementResults> {
  const target = await newTarget(bench, "statements", "postgres");
  const { payers } = await startPayers(target, [{ accounts: 2, recipients: 50, deposits: 100, emptyAccounts: 1 }]);
  const [payer] = payers;
  const [paying, received] = payer?.payable.accountIds ?? [];
  if (payer === undefined || paying === undefined || received === undefined)
    throw new Error("The organization needs two accounts");
  const side: Payer = { ...payer, payable: { ...payer.payable, accountIds: [paying] } };
  const call = caller(payer.service, payer.payable.token);
  const path = await makeLongStatement(call, received);
  await untilCompiled(side);
  const drawn = await measurePdf(call, path, payer.service);
  const [alone, during]: [number[], number[]] = [[], []];
  for (let round = 1; round <= bench.options.rounds; round += 1) {
    alone.push(await paymentsPerSecond(bench, side));
    during.push(await whileDrawing(call, path, () => paymentsPerSecond(bench, side)));
    bench.say(`round ${round}: ${alone.at(-1)?.toFixed(0)}/s alone, ${during.at(-1)?.toFixed(0)}/s with PDFs`);
  }
  await payer.service.stop();
  return { lines: LINES, ...drawn, alone, during };
}

const residentMbOf = (pid: number): number | undefined => {
  const bytes = residentBytesOf(pid);
  return bytes === undefined ? undefined : bytes / 1024 ** 2;
};

type Call = (path: string, body?: object) => Promise<Buffer>;

const caller =
  ({ url }: RunningService, token: string): Call =>
  async (path, body) => {
    const response = await fetch(url + path, {
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
    const answer = Buffer.from(await response.arrayBuffer());
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${answer.toString().slice(0, 300)}`);
    return answer;
  };

/** Deposits of one day, and its statement after the day is over. Returns the path of the PDF. */
async function makeLongStatement(call: Call, accountId: string): Promise<string> {
  const { now } = JSON.parse((await call("/sandbox/clock")).toString()) as { now: string };
  let next = 0;
  const deposit = async () => {
    while (next++ < LINES) {
      const body = { amount: 1 + (next % 9_000) + 0.25, name: `Customer ${next % 500}` };
      await call(`/sandbox/accounts/${accountId}/deposit`, body);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, deposit));
  await call("/sandbox/clock/advance", { hours: 72 });
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const start = Date.parse(now);
  const body = { startsOn: dayOf(start - 86_400_000), endsOn: dayOf(start + 86_400_000) };
  const { id } = JSON.parse((await call(`/account/${accountId}/statements`, body)).toString()) as { id: string };
  return `/statements/${id}/pdf`;
}

async function measurePdf(call: Call, path: string, service: RunningService) {
  await untilQuiet(service);
  const before = residentMbOf(service.pid);
  let highest = before ?? 0;
  const watch = setInterval(() => {
    highest = Math.max(highest, residentMbOf(service.pid) ?? 0);
  }, MEMORY_EVERY_MS);
  const pdfMs: number[] = [];
  let pdfBytes = 0;
  for (let count = 0; count < PDFS; count += 1) {
    const startedAt = performance.now();
    pdfBytes = (await call(path)).length;
    pdfMs.push(performance.now() - startedAt);
  }
  clearInterval(watch);
  return { pdfMs, pdfBytes, extraMb: before === undefined ? undefined : highest - before };
}

async function paymentsPerSecond(bench: Bench, payer: Payer): Promise<number> {
  const { perSecond } = await pay(payer, { connections: REFERENCE_CONNECTIONS, seconds: bench.options.seconds });
  await untilQuiet(payer.service);
  return perSecond;
}

/** Makes one PDF after another while the work runs. */
async function whileDrawing<T>(call: Call, path: string, work: () => Promise<T>): Promise<T> {
  let done = false;
  const draw = async () => {
    while (!done) await call(path);
  };
  const drawing = draw();
  try {
    return await work();
  } finally {
    done = true;
    await drawing;
  }
}
