import type { Database, Tx } from "./database.ts";
import { limitLockWait, lockMigrations } from "./migrate.queries.ts";
import { type LockPatience, retryingLocks } from "./migrations/lock-retries.ts";
import { findUnprotected, readAsCaller, replacePolicy, type UnprotectedTable } from "./row-security.queries.ts";
import { SCOPE_SETTING } from "./scope.ts";

/** Rename the policy when its condition changes, so that existing databases are updated. */
export const POLICY = "organization_scope_4";

const SETTING = `current_setting('${SCOPE_SETTING}', true)`;

/**
 * A row is visible, and can be inserted, changed, or deleted, within the scope of its organization or of all
 * organizations; without a scope, never. Nor can a change move it out of the scope: a policy without a condition of its
 * own for new rows applies this one to them.
 *
 * Written so that no index can serve it: as `organization_id = …::uuid`, it made the planner choose other indexes for
 * create_payments, which became forty times slower (docs/adr/0021-database-roles.md).
 *
 * Written as \`case … <> 0\` because the planner expects nearly all rows to pass that. Of the bare comparison it expects
 * one row in a hundred, and sorted the million rows of a list instead of reading one page. The setting is read by
 * subqueries, which run once per statement instead of once per row: counting rows costs a third (ADR 0044).
 */
const CONDITION = `case when organization_id = (select nullif(nullif(${SETTING}, ''), '*')::uuid) or (select ${SETTING} = '*') then 1 else 0 end <> 0`;

/**
 * Tables into which create_payments inserts. A check of each row would cost the hot path a few percent, and the function
 * inserts only for the organization that it is called for (docs/adr/0087-new-rows-are-in-scope.md). Law 30 compares.
 */
export const UNCHECKED_INSERTS: readonly string[] = [
  "account_days",
  "audit_log",
  "events",
  "ledger_entries",
  "outbox",
  "rail_queue",
  "token_spend",
  "transactions",
];

/**
 * Applies the policy to every table that belongs to an organization, and makes views run with the reader's rights.
 * Migrations apply it to later tables. The owner of the tables and superusers are exempt. One transaction per object:
 * while the policy of a table is exchanged, nobody can read it.
 */
export async function applyRowSecurity(database: Database, patience: LockPatience): Promise<void> {
  for (const { name } of await findUnprotected(database, POLICY))
    await retryingLocks(database, patience, `The row-level security of ${name}`, () =>
      database.transaction(async (tx) => {
        await lockMigrations(tx);
        // Another process may have applied it meanwhile.
        const found = (await findUnprotected(tx, POLICY)).find((object) => object.name === name);
        if (found === undefined) return;
        await limitLockWait(tx, patience.waitMs);
        await protect(tx, found);
      }),
    );
}

/** The same in one transaction, for a new database: nobody waits for its tables. */
export const applyRowSecurityAtOnce = (database: Database): Promise<void> =>
  database.transaction(async (tx) => {
    await lockMigrations(tx);
    for (const object of await findUnprotected(tx, POLICY)) await protect(tx, object);
  });

async function protect(tx: Tx, { name, isView }: UnprotectedTable): Promise<void> {
  if (isView) {
    await readAsCaller(tx, name);
    return;
  }
  const checksInserts = !UNCHECKED_INSERTS.includes(name);
  await replacePolicy(tx, name, { policy: POLICY, condition: CONDITION, checksInserts });
}
