import { newYorkInstant } from "bursar-banking/calendar/new-york";
import { acrossOrganizations } from "../../server/src/kernel/sql/scope.ts";
import type { OrganizationId } from "../../server/src/kernel/values/ids.ts";
import { listFiles } from "../../server/src/modules/3-bank/exchange/index.ts";
import { openRails, type RailsProcess } from "./open-rails.ts";
import type { Received, ReceiveStep } from "./steps.ts";

const NEXT_DAY = Temporal.PlainDate.from("2026-11-24");
const SAMPLE_EVERY_MS = 10;
const MEGABYTE = 1024 ** 2;

export async function receiveReturns({ organizationId, name, time }: ReceiveStep): Promise<Received> {
  const rails = await openRails(newYorkInstant(NEXT_DAY, Temporal.PlainTime.from(time)));
  try {
    // Idle: nothing is due for these jobs, and their code is loaded.
    await rails.run("hand-over", "file-rails");
    globalThis.gc?.();
    const idle = process.memoryUsage.rss();
    let highest = idle;
    const sampler = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage.rss());
    }, SAMPLE_EVERY_MS);
    const seconds = await rails.run("bank-files");
    clearInterval(sampler);
    const { bytes, transactions } = await receivedFile(rails, organizationId, name);
    return { entries: transactions, bytes, seconds, extraMb: (highest - idle) / MEGABYTE };
  } finally {
    await rails.close();
  }
}

async function receivedFile({ service }: RailsProcess, organizationId: string, name: string) {
  const { files } = await acrossOrganizations(() =>
    // The service's own ID, through JSON.
    listFiles(service, organizationId as OrganizationId, { filter: { direction: "in" } }),
  );
  const file = files.find((received) => received.name === name);
  // So many returns of unknown payments are more likely another company's, and are set aside.
  if (file?.state !== "processed" && file?.state !== "quarantined")
    throw new Error(`The file of returns is ${file?.state}: ${file?.reason}`);
  return { bytes: file.bytes ?? 0, transactions: file.transactions };
}
