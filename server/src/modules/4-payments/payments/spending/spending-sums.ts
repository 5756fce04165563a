import { assert } from "#kernel/assert.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { CategoryId, OrganizationId } from "#kernel/values/ids.ts";
import { type CountedTransaction, sumChange, utcMonth } from "./counted.ts";
import { changeMonths, type MonthSumChange, type SumRow } from "./spending-sums.queries.ts";

/**
 * Sums of spending, changed in the transaction that changes what they count (law 37). A payment enters the sum of its
 * account's day when it is created; months of categories change only with categories and with payments that are undone.
 * So a payment never waits for someone who categorizes.
 */

/** Takes transactions out of the sums of their categories: failed, blocked, canceled, or returned. */
export const uncount = (tx: Tx, organizationId: OrganizationId, undone: readonly CountedTransaction[]): Promise<void> =>
  addToMonths(
    tx,
    organizationId,
    undone.flatMap((change) => monthChange(change, change.categoryId, -1)),
  );

/** A counted transaction whose category changes from its present one. */
export interface Recategorized extends CountedTransaction {
  readonly nextCategoryId: CategoryId | null;
}

/** Moves transactions between categories. Their rows are locked. */
export const recount = (tx: Tx, organizationId: OrganizationId, changes: readonly Recategorized[]): Promise<void> =>
  addToMonths(
    tx,
    organizationId,
    changes.flatMap((change) => [
      ...monthChange(change, change.categoryId, -1),
      ...monthChange(change, change.nextCategoryId, 1),
    ]),
  );

const monthChange = (
  { accountId, createdAt, amountMinor }: CountedTransaction,
  categoryId: CategoryId | null,
  sign: 1 | -1,
): readonly MonthSumChange[] =>
  categoryId === null ? [] : [{ accountId, month: utcMonth(createdAt), categoryId, ...sumChange(amountMinor, sign) }];

async function addToMonths(tx: Tx, organizationId: OrganizationId, changes: readonly MonthSumChange[]): Promise<void> {
  if (changes.length > 0) assertSums(await changeMonths(tx, organizationId, changes));
}

/** No sum of money out or in is ever below zero. */
export function assertSums(rows: readonly SumRow[]): void {
  for (const row of rows) {
    assert(row.out_minor >= 0n && row.in_minor >= 0n, "a sum of spending is not negative");
    assert(row.out_transactions >= 0n && row.in_transactions >= 0n, "a count of spending is not negative");
  }
}
