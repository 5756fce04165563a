import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { run } from "../kit/child-process.ts";
import { measureTransfers, type TransferResults } from "../rails/build-transfers.ts";
import type { AnswerStep, RailsStep, Received, ReceiveStep, Sent } from "../rails/steps.ts";
import { makePayable } from "../service/payable.ts";
import { environmentOf, openOrganization, startService, type Target } from "../service/running-service.ts";
import { type Bench, newTarget } from "./bench.ts";

/** Payments in files, from pending to the outbox, and a large file of returns. */
export interface RailsResults {
  readonly payments: number;
  readonly sent: Sent;
  readonly received: Received;
  /** Of payments that nobody knows. Runs before November 29, 2026, did not measure it. */
  readonly unknown?: Received;
  readonly transfers: TransferResults;
}

/** Of docs/spec/performance.md: seconds per 100,000 payments, megabytes, and seconds per 5,000 transfers. */
export const RAILS_AIMS = { sendSeconds: 10, extraMb: 200, transferSeconds: 2 } as const;

const RECIPIENTS = 200;
const TRANSFERS = 5_000;
/** Returns per payment of the file that is timed. */
const RETURNS_EACH = 5;

export async function measureRails(bench: Bench): Promise<RailsResults> {
  const { railPayments: payments, rounds } = bench.options;
  const transfers = measureTransfers(TRANSFERS, rounds);
  bench.say(
    `${TRANSFERS} transfers: pain.001 ${shown(transfers.customerSeconds)}, pacs.008 ${shown(transfers.networkSeconds)}`,
  );
  const timed = await newBank(bench, "rails_sending");
  const sent = await timed.send(payments);
  bench.say(
    `${payments} payments: handed over in ${sent.handOverSeconds.toFixed(1)} s, written in ${sent.writeSeconds.toFixed(1)} s, sent in ${sent.sendSeconds.toFixed(1)} s`,
  );
  const returning = await newBank(bench, "rails_returns");
  await returning.send(payments * RETURNS_EACH);
  const received = await returning.receive({ name: "returns.ach", isUnknown: false, time: "10:00" });
  // The file is set aside, so that none of its entries is counted.
  const unknown = {
    ...(await returning.receive({ name: "unknown.ach", isUnknown: true, time: "11:00" })),
    entries: received.entries,
  };
  for (const [what, { entries, seconds, extraMb }] of [
    ["returns", received],
    ["returns of unknown payments", unknown],
  ] as const)
    bench.say(`${entries} ${what}: ${seconds.toFixed(1)} s, ${extraMb.toFixed(0)} MB above the idle process`);
  return { payments, sent, received, unknown, transfers };
}

const shown = (seconds: readonly number[]): string => seconds.map((value) => `${value.toFixed(2)} s`).join(", ");

/** An organization with a bank behind a folder, on a database of its own. */
async function newBank(bench: Bench, name: string) {
  const target = await newTarget(bench, name, "postgres");
  const organization = await openOrganization(target, { name: "Benchmark", accounts: 1 });
  const service = await startService(target);
  const { recipientIds } = await makePayable(service, organization, { recipients: RECIPIENTS, deposits: 1 });
  await service.stop();
  const folder = join(target.folder, "bank");
  mkdirSync(folder);
  const { organizationId, accountIds } = organization;
  const [accountId = ""] = accountIds;
  return {
    send: (payments: number) =>
      runStep<Sent>(target, { step: "send", organizationId, accountId, recipientIds, folder, payments }),
    receive: async ({ isUnknown, ...file }: Pick<AnswerStep, "isUnknown" | "name"> & Pick<ReceiveStep, "time">) => {
      await runStep<null>(target, { step: "answer", folder, name: file.name, isUnknown });
      return runStep<Received>(target, { step: "receive", organizationId, ...file });
    },
  };
}

/**
 * The heap of a process whose memory is measured may grow to this size. V8 collects garbage the later the more memory it may use, by default a
 * share of the machine's: what a process then occupies says nothing of what it needs.
 */
export const HEAP_MB = 512;

async function runStep<Result>(target: Target, step: RailsStep): Promise<Result> {
  const script = join(import.meta.dirname, "../rails/rails-step.ts");
  const limits = step.step === "receive" ? ["--expose-gc", `--max-old-space-size=${HEAP_MB}`] : [];
  const { stdout } = await run(process.execPath, [...limits, script], {
    input: JSON.stringify(step),
    environment: environmentOf(target, 0),
  });
  // Written by rails-step.ts with this type.
  return JSON.parse(stdout) as Result;
}
