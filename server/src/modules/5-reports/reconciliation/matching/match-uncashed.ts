import { uncashedChecks } from "#bank/file-rails";
import { assert } from "#kernel/assert.ts";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { inBatches } from "#kernel/values/in-batches.ts";
import type { ReconciledAccount } from "../movement.ts";
import { unmatchedEntriesOf } from "./matches.queries.ts";
import { recordMatches, sumOf } from "./record-match.ts";

/** Until then, a bank that booked the check and took the booking back has reported both. */
const REPORTED_WITHIN_DAYS = 5;
/** Each statement looks again; what is older was matched, or is left to people. */
const LOOKED_FOR_DAYS = 60;
const CHECKS_MAX = 5_000;

/**
 * Checks that were mailed and never paid (undeliverable, stopped, too old): the ledger has the money going out and coming
 * back, and the bank neither. Both entries are one match without movements. The account's row is locked.
 */
export async function matchUncashed(service: Service, tx: Tx, account: ReconciledAccount): Promise<void> {
  const now = service.clock.now();
  const checks = await uncashedChecks(tx, account, {
    from: plusMs(now, -LOOKED_FOR_DAYS * DAY_MS),
    to: plusMs(now, -REPORTED_WITHIN_DAYS * DAY_MS),
    limit: CHECKS_MAX,
  });
  assert(checks.length <= CHECKS_MAX, "a statement looks at a bounded number of checks");
  for (const batch of inBatches(checks)) {
    const ids = batch.map((check) => check.transaction_id);
    const entries = await unmatchedEntriesOf(tx, account, ids);
    const idsOfBatch = new Set(ids);
    for (const { transactionId } of entries)
      assert(idsOfBatch.has(transactionId), "the entries read are of these checks");
    const pairs = [...Map.groupBy(entries, ({ transactionId }) => transactionId).values()].filter(
      (pair) => pair.length === 2 && sumOf(pair) === 0n,
    );
    for (const [entry, other] of pairs) assert(entry?.effect !== other?.effect, "a check went out and came back");
    const found = pairs.map((pair) => ({ movements: [], entries: pair }));
    await recordMatches(service, tx, { ...account, kind: "reference", found, actor: { type: "service" } });
  }
}
