import { liveEntriesAfterPrenote, traceNumberOf } from "bursar-bank-formats/nacha";
import { firstWindowAfter, settlementOf } from "bursar-banking/calendar/ach-windows";
import { isBankingDay } from "bursar-banking/calendar/business-day";
import { newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";
import { type BankFileId, filedAmong } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import { plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { beginPrenoteValidations, depositsTo, endPrenoteValidations } from "#money/recipients";
import { recordAnswers } from "../../answers/record-answers.ts";
import { refuseOrders } from "../../orders/orders.queries.ts";
import { orderRefusal } from "../../orders/place-orders.ts";
import type { FileToPlan } from "../ach-connection.ts";
import {
  type DetailsOfWindow,
  deletePrenotes,
  detailsOfWindow,
  holdOrders,
  insertPrenotes,
  openOrdersTo,
  type PrenoteState,
  prenoteStates,
} from "./prenotes.queries.ts";

type RecordingService = Pick<Service, "clock" | "newId" | "vault">;

/** Prenotes in one file; the payments to other bank details wait for the next one. */
export const PRENOTES_MAX = 10_000;

/** The first day of payments after a prenote in the file of this window. */
export const liveOnAfter = (windows: FileToPlan["connection"]["settings"]["windows"], windowAt: Date): string =>
  liveEntriesAfterPrenote(settlementOf(windows, windowAt).effectiveOn, (date) =>
    isBankingDay(Temporal.PlainDate.from(date)),
  );

/**
 * Moves the open payments of a window whose bank details no prenote has proven yet: to the first window that the rules
 * allow after the prenote. Payments to details whose prenote was returned or corrected fail. Returns the details that
 * need a prenote now, in this file, and how many payments moved. Nothing to do unless the connection sends prenotes.
 */
export async function holdForPrenotes(
  service: RecordingService,
  tx: Tx,
  { organizationId, connection, windowAt, now }: FileToPlan,
): Promise<{ readonly details: readonly DetailsOfWindow[]; readonly moved: number }> {
  const { connectionId, mode, settings } = connection;
  // A rehearsal proves nothing.
  if (!settings.prenotes || mode === "rehearsal") return { details: [], moved: 0 };
  const { windows } = settings;
  const day = newYorkDate(windowAt).toString();
  const all = await detailsOfWindow(tx, organizationId, { connectionId, windowAt, except: [] });
  // Deposits validate the details themselves.
  const except = (
    await depositsTo(
      tx,
      organizationId,
      all.map((payment) => payment.routing_id),
    )
  ).flatMap((row) => [row.first_transaction_id, row.second_transaction_id]);
  const found =
    except.length === 0 ? all : await detailsOfWindow(tx, organizationId, { connectionId, windowAt, except });
  const routingIds = found.map((detail) => detail.routing_id);
  const states = new Map<string, PrenoteState>(
    (await prenoteStates(tx, organizationId, { connectionId, routingIds, day })).map((row) => [row.routing_id, row]),
  );
  const live = [...states.values()].filter((state) => state.is_live).map((state) => state.routing_id);
  await endPrenoteValidations(service, tx, organizationId, { routingIds: live, trigger: "validate" });
  const missing = found.filter((detail) => !detail.has_prenote);
  const nextOnes = missing.slice(0, PRENOTES_MAX);
  const next = firstWindowAfter(windows, windowAt);
  const windowOn = (date: string): Date => {
    const begin = newYorkInstant(Temporal.PlainDate.from(date), new Temporal.PlainTime());
    const window = firstWindowAfter(windows, plusMs(begin, -1));
    return window > next ? window : next;
  };
  let moved = 0;
  const hold = async (details: readonly DetailsOfWindow[], to: Date) => {
    if (details.length === 0) return;
    const routingIds = details.map((detail) => detail.routing_id);
    moved += await holdOrders(tx, organizationId, { connectionId, windowAt, routingIds, except, to });
  };
  await hold(nextOnes, windowOn(liveOnAfter(windows, windowAt)));
  await hold(missing.slice(PRENOTES_MAX), next);
  // A prenote that was changed outside the service proves nothing: its payments wait for someone to look at it.
  await hold(
    found.filter((detail) => detail.has_prenote && !states.has(detail.routing_id)),
    next,
  );
  const young = Map.groupBy(
    found.filter(({ routing_id: id }) => states.get(id)?.state === "filed" && states.get(id)?.is_live === false),
    ({ routing_id: id }) => states.get(id)?.live_on ?? day,
  );
  for (const [liveOn, details] of young) await hold(details, windowOn(liveOn));
  for (const { state, routing_id: routingId, code } of states.values())
    if (state === "returned" || state === "corrected")
      moved += await refuseOrdersTo(tx, organizationId, {
        connectionId,
        routingId,
        now,
        code: state === "returned" ? (code ?? "BF-PRENOTE") : "BF-PRENOTE",
      });
  return { details: nextOnes, moved };
}

/** The waiting payments to bank details that their bank rejected fail. Returns how many. */
export async function refuseOrdersTo(
  tx: Tx,
  organizationId: OrganizationId,
  {
    now,
    code,
    outcome = "rejected",
    ...details
  }: Parameters<typeof openOrdersTo>[2] & {
    readonly now: Date;
    readonly code: string;
    readonly outcome?: "rejected" | "blocked";
  },
): Promise<number> {
  const open = await openOrdersTo(tx, organizationId, details);
  const ids = open.map((row) => row.transaction_id);
  // What a file contains already does not fail: it is reported when its file is written.
  const filed = new Set((await filedAmong(tx, organizationId, ids)).map((row) => row.transaction_id));
  const refused = await refuseOrders(
    tx,
    organizationId,
    ids.filter((id) => !filed.has(id)),
  );
  assert(refused.length <= ids.length, "only payments that wait for these details fail");
  const answers = refused.map((row) => ({ ...orderRefusal(row.transaction_id, code, now), outcome }));
  if (answers.length > 0) await recordAnswers(tx, organizationId, { answers, now });
  return refused.length;
}

/** Puts the prenotes into a planned file, after its payments. */
export async function filePrenotes(
  service: RecordingService,
  tx: Tx,
  { organizationId, connection, windowAt }: FileToPlan,
  {
    fileId,
    details,
    entries,
    firstSequence,
  }: {
    readonly fileId: BankFileId;
    readonly details: readonly DetailsOfWindow[];
    /** The payments of the file. */
    readonly entries: number;
    readonly firstSequence: number;
  },
): Promise<void> {
  if (details.length === 0) return;
  const { connectionId, settings } = connection;
  const { odfiIdentification } = settings;
  assert(details.length <= PRENOTES_MAX, "a file has a bounded number of prenotes");
  const inserted = await insertPrenotes(tx, organizationId, {
    connectionId,
    fileId,
    liveOn: liveOnAfter(settings.windows, windowAt),
    prenotes: details.map((detail, index) => ({
      routingId: detail.routing_id,
      recipientId: detail.recipient_id,
      accountId: detail.account_id,
      transactionId: detail.transaction_id,
      receivingBank: detail.receiving_bank,
      position: entries + index + 1,
      reference: traceNumberOf({ odfiIdentification, sequenceNumber: firstSequence + entries + index }),
    })),
  });
  assert(inserted === details.length, "bank details are tested once");
  const prenotes = details.map((detail) => ({ routingId: detail.routing_id, recipientId: detail.recipient_id }));
  await beginPrenoteValidations(service, tx, organizationId, prenotes);
}

/** Forgets the prenotes of a file except those of these payments: another file carries them. */
export async function forgetPrenotes(
  service: RecordingService,
  tx: Tx,
  organizationId: OrganizationId,
  file: Parameters<typeof deletePrenotes>[2],
): Promise<void> {
  const routingIds = (await deletePrenotes(tx, organizationId, file)).map((row) => row.routing_id);
  await endPrenoteValidations(service, tx, organizationId, { routingIds, trigger: "withdraw" });
}
