import { newYorkTimeText } from "bursar-banking/calendar/new-york";
import { alertAdministrators, type BankFileId, type BankRail, type ConnectionId } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { formatUsd } from "#kernel/values/money.ts";
import {
  countLateOrders,
  type NewOrder,
  type Postponed,
  postponeOrders,
  sumOfFile,
  takeLateOrders,
} from "./orders.queries.ts";

/**
 * Payments that should have left in a file and did not: the service was down, or nothing could write the file. They leave
 * in a later one. Administrators get an email in the transaction that finds it, and until the payments leave, they count
 * as late (countLateOrders).
 */

type AlertService = Pick<Service, "clock" | "newId" | "vault" | "config" | "log">;

export interface MissedCutOff {
  readonly rail: BankRail;
  readonly connectionId: ConnectionId;
  /** The time of the file that was not written. */
  readonly missedAt: Date;
  /** The time of the next file; undefined if it is not known when one can be written. */
  readonly leavesAt: Date | undefined;
}

const railNames: Readonly<Record<BankRail, { readonly singular: string; readonly plural: string }>> = {
  ach: { singular: "An ACH payment", plural: "ACH payments" },
  check: { singular: "A check", plural: "checks" },
  wire: { singular: "A wire", plural: "wires" },
  internationalWire: { singular: "An international wire", plural: "international wires" },
  realTime: { singular: "A real-time payment", plural: "real-time payments" },
};

async function alert(
  service: AlertService,
  tx: Tx,
  organizationId: OrganizationId,
  { missed, sum }: { readonly missed: MissedCutOff; readonly sum: Postponed },
): Promise<void> {
  const { payments, total_minor: totalMinor } = sum;
  if (payments === 0) return;
  assert(totalMinor > 0n, "payments that are late move money");
  const { rail, missedAt, leavesAt, connectionId } = missed;
  assert(leavesAt === undefined || leavesAt > missedAt, "what is late leaves later");
  const { singular, plural } = railNames[rail];
  await alertAdministrators(service, tx, {
    organizationId,
    subject: { type: "bankFiles" },
    letter: {
      subject: `${payments === 1 ? singular : `${payments} ${plural}`} missed the bank's cut-off`,
      paragraphs: [
        "No file was written in time: the service or its database was stopped, or the payments were handed over too late. Nothing is lost, and nothing is paid twice.",
        leavesAt === undefined
          ? "The payments leave as soon as a file can be written. Run `bursar doctor`, which says what fails."
          : "The payments leave in the next file. Tell recipients who count on the day; a payment that must arrive earlier can be canceled and made by another method.",
      ],
      facts: [
        ["Payments", String(payments)],
        ["Total", `$${formatUsd(totalMinor)}`],
        ["Should have left", newYorkTimeText(missedAt)],
        ...(leavesAt === undefined ? [] : ([["Leave", newYorkTimeText(leavesAt)]] as const)),
      ],
      link: { label: "View bank files", url: `${service.config.publicUrl}/dashboard/bank-files` },
      footer: "You receive this email because you are an administrator.",
    },
  });
  tx.afterCommit(() =>
    service.log.error(
      { organizationId, rail, connectionId, payments, missedAt, leavesAt },
      "payments missed the bank's cut-off",
    ),
  );
}

/** The open payments of a window go into the file of a later one. Returns their number. */
export const postpone = (
  service: AlertService & Pick<Service, "database">,
  organizationId: OrganizationId,
  missed: MissedCutOff & { readonly leavesAt: Date },
): Promise<number> =>
  service.database.transaction(async (tx) => {
    const { connectionId, missedAt: from, leavesAt: to } = missed;
    const sum = await postponeOrders(tx, organizationId, { connectionId, from, to });
    await alert(service, tx, organizationId, { missed, sum });
    return sum.payments;
  });

/** A file that was planned in time, and is written for a later window. */
export const alertMissedFile = async (
  service: AlertService,
  tx: Tx,
  {
    organizationId,
    fileId,
    missed,
  }: { readonly organizationId: OrganizationId; readonly fileId: BankFileId; readonly missed: MissedCutOff },
): Promise<void> => alert(service, tx, organizationId, { missed, sum: await sumOfFile(tx, organizationId, fileId) });

/** Payments that were handed over after the time of their file. */
export async function alertMissedOrders(
  service: AlertService,
  tx: Tx,
  organizationId: OrganizationId,
  orders: readonly NewOrder[],
): Promise<void> {
  const late = orders.flatMap(({ rail, connectionId, missedAt, windowAt, amountMinor }) =>
    missedAt === undefined || connectionId === undefined || windowAt === undefined
      ? []
      : [{ missed: { rail, connectionId, missedAt, leavesAt: windowAt }, amountMinor }],
  );
  const windows = Map.groupBy(late, ({ missed }) => `${missed.connectionId} ${missed.missedAt.getTime()}`);
  for (const [first, ...others] of windows.values()) {
    if (first === undefined) continue;
    const total = others.reduce((sum, { amountMinor }) => sum + amountMinor, first.amountMinor);
    const sum = { payments: 1 + others.length, total_minor: total };
    await alert(service, tx, organizationId, { missed: first.missed, sum });
  }
}

/** Files wait a minute or two for payments; later than this, a cut-off was missed. */
const LATE_MS = 15 * MINUTE_MS;

/** Of one organization, or of all. */
export const countLatePayments = async (
  db: Queryable,
  { organizationId, now }: { readonly organizationId?: OrganizationId | undefined; readonly now: Date },
): Promise<number> => (await countLateOrders(db, { organizationId, writtenBefore: plusMs(now, -LATE_MS) })).count;

/** Open payments whose file cannot be written, although the service runs. Returns how many were not known. */
export const alertLateOrders = (
  service: AlertService & Pick<Service, "database">,
  organizationId: OrganizationId,
): Promise<number> =>
  service.database.transaction(async (tx) => {
    const late = await takeLateOrders(tx, organizationId, plusMs(service.clock.now(), -LATE_MS));
    for (const { payments } of late) assert(payments > 0, "a window that was missed has payments");
    for (const { rail, connection_id: connectionId, window_at: missedAt, ...sum } of late)
      await alert(service, tx, organizationId, {
        missed: { rail, connectionId, missedAt, leavesAt: undefined },
        sum,
      });
    return late.reduce((total, { payments }) => total + payments, 0);
  });
