import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import { eachOrganization } from "#kernel/work/each-organization.ts";
import { lockReconciled } from "../importing/statements.queries.ts";
import { matchByReference } from "./match-movements.ts";
import { accountsToCompare, latestOpenMovements, setComparedVersion } from "./matches.queries.ts";

/** Per pass and account. What is older and still open needs a person. */
const MOVEMENTS_PER_PASS = 500;
const ACCOUNTS_PER_PASS = 100;

const each = eachOrganization("reconciliation");

/**
 * Compares open movements with the ledger of accounts whose balance has changed: a bank may book a payment before its
 * answer confirms it. Returns the number of movements that were matched.
 */
export async function runReconciliation(service: Service): Promise<number> {
  const due = await accountsToCompare(service.database, ACCOUNTS_PER_PASS);
  assert(due.length <= ACCOUNTS_PER_PASS, "a pass compares a bounded number of accounts");
  const accounts = Map.groupBy(due, (row) => row.organization_id);
  return each.run(service, accounts.keys(), async (organizationId) => {
    let matched = 0;
    for (const { account_id: accountId, version } of accounts.get(organizationId) ?? [])
      matched += await service.database.transaction(async (tx) => {
        const account = { organizationId, accountId };
        await lockReconciled(tx, account);
        const movements = await latestOpenMovements(tx, account, MOVEMENTS_PER_PASS);
        assert(movements.length <= MOVEMENTS_PER_PASS, "a pass compares a bounded number of movements");
        const open = await matchByReference(service, tx, { ...account, movements });
        assert(open.length <= movements.length, "only movements that were compared stay open");
        const stored = await setComparedVersion(tx, account, version);
        assert(stored === 1, "what was compared is remembered for the account");
        return movements.length - open.length;
      });
    return matched;
  });
}
