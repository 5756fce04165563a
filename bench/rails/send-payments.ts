import { createReadStream, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { readNacha } from "bursar-bank-formats/nacha";
import { newYorkDay, newYorkInstant } from "bursar-banking/calendar/new-york";
import { endRehearsalOf } from "../../server/src/administration/end-rehearsal.ts";
import { plusMs } from "../../server/src/kernel/clock/clock.ts";
import { acrossOrganizations } from "../../server/src/kernel/sql/scope.ts";
import type { AccountId, OrganizationId, RecipientId } from "../../server/src/kernel/values/ids.ts";
import {
  addConnection,
  countUnsentFiles,
  moveConnection,
  testConnection,
} from "../../server/src/modules/3-bank/exchange/index.ts";
import { createPayments } from "../../server/src/modules/4-payments/payments/send/create-payments.queries.ts";
import { withoutCaller } from "../../server/src/modules/4-payments/payments/send/payment.ts";
import { preparePayment } from "../../server/src/modules/4-payments/payments/send/prepare-payment.ts";
import { openRails, type RailsProcess } from "./open-rails.ts";
import type { SendStep, Sent } from "./steps.ts";

/** A Monday. */
const DAY = Temporal.PlainDate.from("2026-11-23");
const at = (time: string): Date => newYorkInstant(DAY, Temporal.PlainTime.from(time));
const CUT_OFF = "18:30";
const AT_ONCE = 500;
const actor = { type: "operator", id: "bench" } as const;

export async function sendPayments(step: SendStep): Promise<Sent> {
  const rails = await openRails(at("12:00"));
  try {
    await acrossOrganizations(() => connectBank(rails, step));
    await acrossOrganizations(() => createPending(rails, step));
    rails.setClock(at(CUT_OFF));
    const handOverSeconds = await rails.run("hand-over");
    const writeSeconds = await rails.run("file-rails");
    const sendSeconds = await rails.run("bank-files");
    const sent = await readOutbox(step.folder);
    if (sent.entries !== step.payments) throw new Error(`${sent.entries} of ${step.payments} payments are in files`);
    return { ...sent, handOverSeconds, writeSeconds, sendSeconds };
  } finally {
    await rails.close();
  }
}

async function connectBank({ service }: RailsProcess, { organizationId, accountId, folder }: SendStep): Promise<void> {
  const { connectionId } = await addConnection(service, {
    // The service's own IDs, through JSON.
    organizationId: organizationId as OrganizationId,
    accountIds: [accountId as AccountId],
    actor,
    name: "Benchmark",
    secrets: {},
    settings: {
      rail: "ach",
      railSettings: {
        immediateDestination: "021000021",
        immediateDestinationName: "First Example Bank",
        immediateOrigin: "1123456789",
        immediateOriginName: "Benchmark",
        companyName: "Benchmark",
        companyIdentification: "1123456789",
        odfiRoutingNumber: "021000021",
        nextDayCutOffs: [CUT_OFF],
      },
      kind: "folder",
      channel: { folder },
      firstDays: null,
    },
  });
  const key = { organizationId: organizationId as OrganizationId, connectionId, actor };
  await testConnection(service, key);
  for (const trigger of ["rehearse", "goLive"] as const)
    await moveConnection(service, {
      ...key,
      trigger,
      countUnsent: countUnsentFiles,
      endRehearsal: endRehearsalOf(service),
    });
}

/** Over some time, as in operation: the hand-over finds a payment's audit row by its time. */
async function createPending(
  { service, setClock }: RailsProcess,
  { organizationId, accountId, recipientIds, payments }: SendStep,
): Promise<void> {
  for (let made = 0; made < payments; made += AT_ONCE) {
    const prepared = Array.from({ length: Math.min(AT_ONCE, payments - made) }, (_, index) =>
      preparePayment(service, {
        // The service's own IDs, through JSON.
        organizationId: organizationId as OrganizationId,
        accountId: accountId as AccountId,
        recipientId: recipientIds[(made + index) % recipientIds.length] as RecipientId,
        amountMinor: BigInt(100 + ((made + index) % 1_000)),
        method: "ach",
        externalMemo: null,
        ...withoutCaller,
      }),
    );
    const decisions = await createPayments(service, service.database, prepared, newYorkDay(service.clock.now()));
    setClock(plusMs(service.clock.now(), AT_ONCE));
    for (const { outcome } of decisions)
      if (outcome !== "accepted") throw new Error(`A payment was not accepted: ${outcome}`);
  }
}

/** What the bank finds, read as strictly as the bank does. */
async function readOutbox(folder: string): Promise<Pick<Sent, "entries" | "files" | "bytes">> {
  const outbox = join(folder, "outbox");
  const names = readdirSync(outbox);
  let entries = 0;
  for (const name of names)
    for await (const { kind } of readNacha(createReadStream(join(outbox, name)))) entries += kind === "entry" ? 1 : 0;
  return {
    entries,
    files: names.length,
    bytes: names.reduce((sum, name) => sum + statSync(join(outbox, name)).size, 0),
  };
}
