import type { Database } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";

/** Locks the account's balance, so that no payment leaves it until the returned function is called. */
export async function holdAccount(
  database: Database,
  { organizationId, accountId }: { readonly organizationId: OrganizationId; readonly accountId: AccountId },
): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = database.transaction(async (tx) => {
    await tx.run(sql`
      select true from ledger_balances
       where organization_id = ${organizationId} and ledger_account_id = ${accountId} for update`);
    held.resolve();
    await released.promise;
  });
  holding.catch(held.reject);
  await held.promise;
  return async () => {
    released.resolve();
    await holding;
  };
}
