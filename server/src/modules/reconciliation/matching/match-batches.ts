import { newYorkInstant } from "../../../banking/calendar/new-york.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import type { TransactionId } from "../../../kernel/values/ids.ts";
import { fileOfEachPayment } from "../../bank-files/index.ts";
import type { OpenMovement, ReconciledAccount } from "../movement.ts";
import { unmatchedPostsBetween } from "./matches.queries.ts";
import { type SameMoney, sumOf } from "./record-match.ts";

/** ISO 20022: issued ACH credits. BAI2: ACH disbursement funding, preauthorized debits, ACH settlement. */
const BATCH_CODES: ReadonlySet<string> = new Set(["PMNT/ICDT/ATXN", "BAI/447", "BAI/455", "BAI/466"]);
const ENTRIES_MAX = 20_000;
/** The ledger may settle a payment some days before or after the bank books it, over a weekend. */
const DAYS_BEFORE_MAX = 4;
const DAYS_AFTER_MAX = 4;

/**
 * ACH batches that the bank books as one amount, without details: a debit that is the sum of the payments of one file
 * that settled near its day; otherwise, all such debits of a day together, if they are the sum of all such payments. What
 * fits in two ways is left to a person.
 */
export async function findBatches(
  tx: Tx,
  account: ReconciledAccount,
  open: readonly OpenMovement[],
): Promise<readonly SameMoney[]> {
  const batches = open.filter(
    ({ amountMinor, code, isReturn }) => amountMinor < 0n && !isReturn && BATCH_CODES.has(code),
  );
  const found: SameMoney[] = [];
  for (const [day, movements] of Map.groupBy(batches, ({ bookedOn }) => bookedOn))
    found.push(...(await batchesOfDay(tx, account, { day, movements })));
  return found;
}

async function batchesOfDay(
  tx: Tx,
  account: ReconciledAccount,
  { day, movements }: { readonly day: string; readonly movements: readonly OpenMovement[] },
): Promise<readonly SameMoney[]> {
  const date = Temporal.PlainDate.from(day);
  const midnight = Temporal.PlainTime.from("00:00");
  const entries = await unmatchedPostsBetween(tx, account, {
    from: newYorkInstant(date.subtract({ days: DAYS_BEFORE_MAX }), midnight),
    to: newYorkInstant(date.add({ days: DAYS_AFTER_MAX }), midnight),
    limit: ENTRIES_MAX + 1,
  });
  if (entries.length === 0 || entries.length > ENTRIES_MAX) return [];
  const ids = entries.map(({ transactionId }) => transactionId as TransactionId);
  const files = new Map(
    (await fileOfEachPayment(tx, account.organizationId, ids)).map((row) => [row.transactionId as string, row.fileId]),
  );
  const inFiles = entries.filter(({ transactionId }) => files.has(transactionId));
  const groups = [...Map.groupBy(inFiles, ({ transactionId }) => files.get(transactionId)).values()];
  const single = movements.flatMap((movement) => {
    const fitting = groups.filter((group) => sumOf(group) === movement.amountMinor);
    const rivals = movements.filter(({ amountMinor }) => amountMinor === movement.amountMinor);
    const [only] = fitting;
    return only !== undefined && fitting.length === 1 && rivals.length === 1
      ? [{ movements: [movement], entries: only }]
      : [];
  });
  if (single.length > 0 || sumOf(movements) !== sumOf(inFiles)) return single;
  return [{ movements, entries: inFiles }];
}
