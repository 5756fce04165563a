import { newYorkInstant } from "bursar-banking/calendar/new-york";
import { type BankFileId, fileOfEachPayment, paymentsOfFiles } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { inBatches } from "#kernel/values/in-batches.ts";
import type { LedgerSide, MovementId, OpenMovement, ReconciledAccount } from "../movement.ts";
import { endedBeforeSettling, type RefusedPayment, unmatchedPostsBetween } from "./matches.queries.ts";
import { type SameMoney, sumOf } from "./record-match.ts";

/** ISO 20022: issued ACH credits. BAI2: ACH disbursement funding, preauthorized debits, ACH settlement. */
const BATCH_CODES: ReadonlySet<string> = new Set(["PMNT/ICDT/ATXN", "BAI/447", "BAI/455", "BAI/466"]);
const ENTRIES_MAX = 20_000;
/** The ledger may settle a payment some days before or after the bank books it, over a weekend. */
const DAYS_BEFORE_MAX = 4;
const DAYS_AFTER_MAX = 4;

export interface FoundBatches {
  readonly found: readonly SameMoney[];
  /** Debits of whole files, whose refused payments the bank credits later, with all payments of the file. */
  readonly withRefused: ReadonlyMap<MovementId, readonly TransactionId[]>;
}

/**
 * ACH batches that the bank books as one amount, without details: a debit that is the sum of the payments of one file
 * that settled near its day; otherwise, all such debits of a day together, if they are the sum of all such payments. What
 * fits in two ways is left to a person.
 */
export async function findBatches(
  tx: Tx,
  account: ReconciledAccount,
  open: readonly OpenMovement[],
): Promise<FoundBatches> {
  const batches = open.filter(
    ({ amountMinor, code, isReturn }) => amountMinor < 0n && !isReturn && BATCH_CODES.has(code),
  );
  const found: SameMoney[] = [];
  const withRefused = new Map<MovementId, readonly TransactionId[]>();
  for (const [day, movements] of Map.groupBy(batches, ({ bookedOn }) => bookedOn)) {
    const files = await filesNear(tx, account, day);
    const ofDay = batchesOfDay(movements, files);
    found.push(...ofDay.found);
    for (const refusedBatch of await refusedBatchesOf(tx, account, ofDay))
      withRefused.set(refusedBatch.movementId, refusedBatch.payments);
  }
  return { found, withRefused };
}

/** The unmatched payments of a file that settled near a day. */
interface FileNear {
  readonly fileId: BankFileId;
  readonly entries: readonly LedgerSide[];
}

async function filesNear(tx: Tx, account: ReconciledAccount, day: string): Promise<readonly FileNear[]> {
  const date = Temporal.PlainDate.from(day);
  const midnight = Temporal.PlainTime.from("00:00");
  const entries = await unmatchedPostsBetween(tx, account, {
    from: newYorkInstant(date.subtract({ days: DAYS_BEFORE_MAX }), midnight),
    to: newYorkInstant(date.add({ days: DAYS_AFTER_MAX }), midnight),
    limit: ENTRIES_MAX + 1,
  });
  if (entries.length === 0 || entries.length > ENTRIES_MAX) return [];
  for (const { amountMinor } of entries)
    assert(amountMinor < 0n, "a payment that settled takes money from its account");
  const byPayment = Map.groupBy(entries, ({ transactionId }) => transactionId);
  const rows = await fileOfEachPayment(tx, account.organizationId, [...byPayment.keys()]);
  const files = Map.groupBy(rows, ({ fileId }) => fileId);
  return [...files].map(([fileId, payments]) => ({
    fileId,
    entries: payments.flatMap(({ transactionId }) => byPayment.get(transactionId) ?? []),
  }));
}

interface BatchesOfDay {
  readonly found: readonly SameMoney[];
  /** What is left. */
  readonly movements: readonly OpenMovement[];
  readonly files: readonly FileNear[];
}

function batchesOfDay(movements: readonly OpenMovement[], files: readonly FileNear[]): BatchesOfDay {
  const pairs = pairsOf(movements, files, ({ entries }) => sumOf(entries));
  if (pairs.length > 0)
    return {
      found: pairs.map(({ movement, file }) => ({ movements: [movement], entries: file.entries })),
      movements: movements.filter((candidate) => !pairs.some(({ movement }) => movement === candidate)),
      files: files.filter((candidate) => !pairs.some(({ file }) => file === candidate)),
    };
  const entries = files.flatMap((file) => file.entries);
  return entries.length > 0 && sumOf(movements) === sumOf(entries)
    ? { found: [{ movements, entries }], movements: [], files: [] }
    : { found: [], movements, files };
}

/** Movements and files of the same amount, where neither side has another one of it. */
function pairsOf<File extends FileNear>(
  movements: readonly OpenMovement[],
  files: readonly File[],
  amountOf: (file: File) => bigint,
): readonly { readonly movement: OpenMovement; readonly file: File }[] {
  const byAmount = Map.groupBy(files, amountOf);
  const rivals = Map.groupBy(movements, ({ amountMinor }) => amountMinor);
  return movements.flatMap((movement) => {
    const [file, another] = byAmount.get(movement.amountMinor) ?? [];
    const isOnly = another === undefined && rivals.get(movement.amountMinor)?.length === 1;
    return file !== undefined && isOnly ? [{ movement, file }] : [];
  });
}

/** Debits of whole files, of which some payments were refused later. */
async function refusedBatchesOf(
  tx: Tx,
  account: ReconciledAccount,
  { movements, files }: Pick<BatchesOfDay, "movements" | "files">,
) {
  if (movements.length === 0 || files.length === 0) return [];
  const payments = await paymentsOfFiles(tx, account.organizationId, {
    fileIds: files.map(({ fileId }) => fileId),
    limit: ENTRIES_MAX + 1,
  });
  if (payments.length > ENTRIES_MAX) return [];
  const ofFile = Map.groupBy(payments, ({ fileId }) => fileId);
  const refused = new Map<TransactionId, RefusedPayment>();
  for (const part of inBatches(payments.map(({ transactionId }) => transactionId)))
    for (const row of await endedBeforeSettling(tx, account, part)) refused.set(row.transactionId, row);
  const whole = files.flatMap((file) => {
    const lost = ofFile.get(file.fileId)?.flatMap(({ transactionId }) => refused.get(transactionId) ?? []) ?? [];
    return lost.length === 0 ? [] : [{ ...file, lost }];
  });
  const pairs = pairsOf(movements, whole, ({ entries, lost }) => sumOf(entries) + sumOf(lost));
  return pairs.map(({ movement: { movementId }, file: { entries, lost } }) => ({
    movementId,
    payments: [...entries, ...lost].map(({ transactionId }) => transactionId),
  }));
}
