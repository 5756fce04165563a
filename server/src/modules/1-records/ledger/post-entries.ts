import { assert, present } from "#kernel/assert.ts";
import { type Tx, violatedConstraint } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { assertEarlierEntries } from "./earlier-entries.ts";
import { addToDays, applyChanges, insertEntries, lockBalanceRows } from "./ledger.queries.ts";
import {
  afterClosing,
  type BalanceChange,
  balanceChanges,
  type DayChange,
  dayChanges,
  type LedgerAccountId,
  type LockedBalance,
  type NewEntry,
} from "./ledger.ts";

/**
 * `entries` are dated as the ledger has them. Nothing was written if `posted` is false: the named account does not hold
 * the amount that the entries would take.
 */
export type PostingResult =
  | { readonly posted: true; readonly entries: readonly NewEntry[] }
  | { readonly posted: false; readonly ledgerAccountId: LedgerAccountId; readonly availableMinor: bigint };

/**
 * Locks balances in id order until the transaction ends. An id without a balance is absent from the result. Under READ
 * COMMITTED, every later statement sees everything committed before the locks were granted.
 */
export async function lockBalances(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly LedgerAccountId[],
): Promise<ReadonlyMap<LedgerAccountId, LockedBalance>> {
  const rows = ids.length === 0 ? [] : await lockBalanceRows(tx, organizationId, [...new Set(ids)].sort());
  return new Map(
    rows.map((row) => [
      row.ledger_account_id,
      {
        ledgerAccountId: row.ledger_account_id,
        availableMinor: row.available_minor,
        heldMinor: row.held_minor,
        mayGoNegative: row.may_go_negative,
        pays: row.pays,
        stopReason: row.stop_reason ?? undefined,
        version: row.version,
        closedBefore: row.closed_before ?? undefined,
      },
    ]),
  );
}

/**
 * Enters all entries, or none if an account that must not go negative would. A transaction has at most one entry of
 * each effect: the primary key rejects a second one, regardless of the caller's assumptions.
 */
export async function postEntries(
  tx: Tx,
  organizationId: OrganizationId,
  entries: readonly NewEntry[],
): Promise<PostingResult> {
  if (entries.length === 0) return { posted: true, entries };
  for (const entry of entries) assertEntry(entry);
  const changes = balanceChanges(entries);
  assert(
    changes.reduce((sum, change) => sum + change.availableMinor + change.heldMinor, 0n) === 0n,
    "the entries sum to zero",
  );

  const balances = await lockBalances(
    tx,
    organizationId,
    changes.map((change) => change.ledgerAccountId),
  );
  for (const change of changes) {
    const balance = present(balances.get(change.ledgerAccountId), "each account of an entry has a balance");
    if (balance.mayGoNegative || balance.availableMinor + change.availableMinor >= 0n) continue;
    return { posted: false, ledgerAccountId: change.ledgerAccountId, availableMinor: balance.availableMinor };
  }
  await assertEarlierEntries(tx, organizationId, entries);
  const dated = afterClosing(entries, balances);
  assert((await insertEntries(tx, organizationId, dated)) === entries.length, "every entry was entered");
  await changeBalances(tx, organizationId, { changes, balances });
  // System accounts need no days: no chart shows them.
  const days = dayChanges(dated, (id) => balances.get(id)?.mayGoNegative === false);
  assertDays(days, changes, balances);
  if (days.length > 0)
    assert((await addToDays(tx, organizationId, days)) === days.length, "every day's totals are written");
  return { posted: true, entries: dated };
}

function assertEntry({ effect, debitAccountId, creditAccountId, amountMinor }: NewEntry): void {
  assert(amountMinor > 0n, "an entry moves a positive amount");
  assert((debitAccountId === creditAccountId) === (effect === "release"), "only a release stays inside one account");
}

/** Charts add up the days of an account, so its days must say what its balance says. */
function assertDays(
  days: readonly DayChange[],
  changes: readonly BalanceChange[],
  balances: Changing["balances"],
): void {
  for (const { ledgerAccountId, availableMinor, heldMinor } of changes) {
    if (balances.get(ledgerAccountId)?.mayGoNegative !== false) continue;
    const movedMinor = days
      .filter((day) => day.ledgerAccountId === ledgerAccountId)
      .reduce((sum, day) => sum + day.inMinor + day.movedInMinor - day.outMinor - day.movedOutMinor, 0n);
    assert(movedMinor === availableMinor + heldMinor, "an account's days change by as much as its balance");
  }
}

interface Changing {
  readonly changes: readonly BalanceChange[];
  readonly balances: ReadonlyMap<LedgerAccountId, LockedBalance>;
}

async function changeBalances(tx: Tx, organizationId: OrganizationId, { changes, balances }: Changing): Promise<void> {
  const changed = await applyChanges(tx, organizationId, changes).catch((error: unknown) => {
    // The locks are held and the sums were checked, so a constraint violation means that the check above is wrong.
    const constraint = violatedConstraint(error);
    assert(constraint !== "ledger_balances_no_overdraft", "no available balance goes below zero");
    assert(constraint !== "nonnegative_cents", "no more is released or posted than is held");
    throw error;
  });
  assert(changed.length === changes.length, "every balance touched was changed");
  const expected = new Map(changes.map((change) => [change.ledgerAccountId, change]));
  for (const row of changed) {
    const before = present(balances.get(row.ledger_account_id), "only locked balances change");
    const change = present(expected.get(row.ledger_account_id), "only the balances meant change");
    assert(
      row.available_minor === before.availableMinor + change.availableMinor,
      "the available balance steps by what was entered",
    );
    assert(row.held_minor === before.heldMinor + change.heldMinor, "the held balance steps by what was entered");
    assert(row.version === before.version + change.entries, "a balance's version increases by one for each entry");
  }
}
