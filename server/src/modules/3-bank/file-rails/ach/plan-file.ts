import { settlementOf, windowAfter } from "bursar-banking/calendar/ach-windows";
import type { BankFileId } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { bankFileNameOf } from "../orders/file-name.ts";
import { lockSequence, setSequence } from "../orders/sequences.queries.ts";
import type { AchConnection, FileToPlan } from "./ach-connection.ts";
import {
  type AchFileRow,
  countFilesOn,
  insertAchFile,
  lastCreationTime,
  lockOrigin,
  replanAchFile,
} from "./ach-files.queries.ts";
import { fileOrders } from "./ach-orders.queries.ts";
import { fileCreationOf, modifierAt, timeAfter } from "./file-identity.ts";
import { filePrenotes, holdForPrenotes, liveOnAfter, PRENOTES_MAX } from "./prenotes/hold-for-prenotes.ts";
import { movePrenotes } from "./prenotes/prenotes.queries.ts";

/** A batch has at most 999,999 entry and addenda records, and each entry at most one addenda record. */
const ENTRIES_MAX = 400_000;
/** Twelve digits of cents (Nacha Operating Rules, Appendix Three, "Total Credit Entry Dollar Amount in File"). */
const TOTAL_MAX_MINOR = 999_999_999_999n;
/** Trace numbers kept for the offset entries of a balanced file: one or more for each batch. */
export const OFFSETS_MAX = 11_000;
/** In a balanced file, no more than this many offset entries of the same-day limit are needed. */
const FULL_OFFSETS_MAX = 10_000n;
/** The offset entries of a balanced file leave room for this many batches; batch numbers have seven digits. */
const BALANCED_BATCHES_MAX = OFFSETS_MAX - Number(FULL_OFFSETS_MAX);
export const SEQUENCE_MAX = 9_999_999;

const totalMaxMinor = ({ offsetOf, sameDayMaxMinor }: AchConnection["settings"]): bigint => {
  const balanced = sameDayMaxMinor * FULL_OFFSETS_MAX;
  return offsetOf !== undefined && balanced < TOTAL_MAX_MINOR ? balanced : TOTAL_MAX_MINOR;
};

/** The connection has used all creation times with the modifier of the day. */
export class NoModifierLeft extends Error {
  override readonly name = "NoModifierLeft";
}

/**
 * Puts the open payments of a window into a new file and assigns all numbers, in the caller's transaction: trace
 * numbers, file ID modifier, name. From then on, building the file always gives the same bytes. Returns how many payments
 * moved: 0 if none is open.
 */
export async function planFile(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  plan: FileToPlan,
): Promise<number> {
  const { organizationId, connection, windowAt } = plan;
  const { connectionId, settings } = connection;
  const numbers = await lockSequence(tx, organizationId, connectionId);
  const isNearEnd = numbers.next_sequence + ENTRIES_MAX + PRENOTES_MAX + OFFSETS_MAX > SEQUENCE_MAX;
  const firstSequence = isNearEnd ? 1 : numbers.next_sequence;
  const fileId = service.newId<BankFileId>();
  const { details: prenotes, moved } = await holdForPrenotes(service, tx, plan);
  const { entries: payments, total_minor: totalMinor } = await fileOrders(tx, organizationId, {
    fileId,
    connectionId,
    windowAt,
    firstSequence,
    odfiIdentification: settings.odfiIdentification,
    sameDayMaxMinor: settings.sameDayMaxMinor,
    identification: settings.individualIdentificationNumber,
    batchesMax: settings.offsetOf === undefined ? ENTRIES_MAX : BALANCED_BATCHES_MAX,
    entriesMax: ENTRIES_MAX,
    totalMaxMinor: totalMaxMinor(settings),
  });
  const entries = payments + prenotes.length;
  if (entries === 0) return moved;
  assert(payments === 0 || totalMinor > 0n, "a file of payments moves money");
  assert(entries <= ENTRIES_MAX + PRENOTES_MAX, "a file has a bounded number of entries");
  assert(firstSequence > 0, "trace numbers are counted from 1");
  assert(firstSequence + entries <= SEQUENCE_MAX, "trace numbers have seven digits");
  await filePrenotes(service, tx, plan, { fileId, details: prenotes, entries: payments, firstSequence });
  const number = numbers.next_file;
  await recordPlanned(tx, { ...plan, number, fileId, firstSequence, entries, totalMinor, reverses: null });
  await setSequence(tx, organizationId, connectionId, {
    next_sequence: firstSequence + entries + (settings.offsetOf === undefined ? 0 : OFFSETS_MAX),
    next_file: numbers.next_file + 1,
  });
  return moved + entries;
}

/** Records a file that will be written at its window. */
export async function recordPlanned(
  tx: Tx,
  {
    fileId,
    firstSequence,
    entries,
    totalMinor,
    reverses,
    ...plan
  }: FileToPlan & {
    readonly number: number;
    readonly fileId: BankFileId;
    readonly firstSequence: number;
    readonly entries: number;
    readonly totalMinor: bigint;
    readonly reverses: AchFileRow["reverses"];
  },
): Promise<void> {
  const { settings, connectionId } = plan.connection;
  const file: Omit<AchFileRow, "state"> = {
    ...(await datesOf(tx, plan)),
    file_id: fileId,
    connection_id: connectionId,
    immediate_origin: settings.immediateOrigin,
    immediate_destination: settings.immediateDestination,
    odfi_identification: settings.odfiIdentification,
    first_sequence: firstSequence,
    entries,
    total_minor: totalMinor,
    same_day_max_minor: settings.sameDayMaxMinor,
    reverses,
  };
  assert(entries > 0, "a file is planned for entries");
  assert(totalMinor >= 0n && totalMinor <= totalMaxMinor(settings), "a control record can carry what a file moves");
  assert(file.later_on >= file.effective_on, "what settles later does not settle before the rest of its file");
  const inserted = await insertAchFile(tx, plan.organizationId, { file, at: plan.now });
  assert(inserted === 1, "a file is planned once");
}

/** A planned file that missed its cut-off gets the dates, modifier, and name of the next window, which it returns. */
export async function replanFile(
  tx: Tx,
  { organizationId, connection, file, now }: Omit<FileToPlan, "windowAt"> & { readonly file: AchFileRow },
): Promise<Date> {
  const numbers = await lockSequence(tx, organizationId, connection.connectionId);
  const windowAt = windowAfter(connection.settings.windows, now);
  const dated = await datesOf(tx, { organizationId, connection, windowAt, now, number: numbers.next_file });
  const replanned = await replanAchFile(tx, organizationId, { ...file, ...dated });
  assert(replanned <= 1, "one file gets the dates of the next window");
  await movePrenotes(tx, organizationId, {
    fileId: file.file_id,
    liveOn: liveOnAfter(connection.settings.windows, windowAt),
  });
  await setSequence(tx, organizationId, connection.connectionId, { ...numbers, next_file: numbers.next_file + 1 });
  return windowAt;
}

/** What depends on when the file is written. */
async function datesOf(
  tx: Tx,
  { organizationId, connection, windowAt, now, number }: FileToPlan & { readonly number: number },
) {
  const { settings } = connection;
  const { isSameDay, effectiveOn, settlesAt, laterOn, laterSettlesAt } = settlementOf(settings.windows, windowAt);
  // The file is created when it is written: a replanned one at its new window, which may be on another day.
  const createdAt = windowAt > now ? windowAt : now;
  const creation = fileCreationOf(createdAt);
  const { creationDate } = creation;
  await lockOrigin(tx, organizationId, settings);
  const { files } = await countFilesOn(tx, organizationId, settings, creationDate);
  const modifier = modifierAt(files, settings.fileIdModifier);
  const { last } = await lastCreationTime(tx, organizationId, { ...settings, creationDate, modifier });
  const creationTime = timeAfter(last, creation.creationTime);
  if (creationTime === undefined) throw new NoModifierLeft(`No identification is left for a file on ${creationDate}`);
  return {
    window_at: windowAt,
    name: bankFileNameOf(settings.fileName, { at: createdAt, number }),
    creation_date: creationDate,
    creation_time: creationTime,
    modifier,
    is_same_day: isSameDay,
    effective_on: effectiveOn,
    settles_at: settlesAt,
    later_on: laterOn,
    later_settles_at: laterSettlesAt,
  };
}
