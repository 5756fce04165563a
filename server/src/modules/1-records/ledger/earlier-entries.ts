import { assert, present } from "#kernel/assert.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { earlierEntries } from "./ledger.queries.ts";
import type { Effect, NewEntry } from "./ledger.ts";

/** The entries that each effect completes or undoes. A fee is a transfer, so its refund reverses one. */
const completes: Readonly<Partial<Record<Effect, readonly Effect[]>>> = {
  post: ["hold"],
  release: ["hold"],
  reverse: ["post", "transfer"],
};

/**
 * An entry that completes or undoes an earlier one moves the same amount of the same account. Otherwise a payment whose row
 * was changed would move what other payments hold. The accounts' locks are held.
 */
export async function assertEarlierEntries(
  tx: Tx,
  organizationId: OrganizationId,
  entries: readonly NewEntry[],
): Promise<void> {
  const later = entries.filter(({ effect }) => completes[effect] !== undefined);
  if (later.length === 0) return;
  const ids = later.map((entry) => entry.transactionId);
  const byTransaction = Map.groupBy(await earlierEntries(tx, organizationId, ids), (row) => row.transaction_id);
  for (const { transactionId, effect, debitAccountId, creditAccountId, amountMinor } of later) {
    const rows = byTransaction.get(transactionId)?.filter((row) => completes[effect]?.includes(row.effect)) ?? [];
    const earlier = present(rows[0], "what is posted or released was held, and what is reversed was posted");
    assert(rows.length === 1, "an entry completes exactly one earlier entry");
    assert(
      amountMinor === earlier.amount_minor,
      "the amount posted, released, or reversed is that of the earlier entry",
    );
    const accountId = effect === "reverse" ? creditAccountId : debitAccountId;
    assert(accountId === earlier.debit_account_id, "money returns to the account that it left");
  }
}
