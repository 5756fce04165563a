import { assert } from "#kernel/assert.ts";
import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { findAccounts } from "#money/accounts";
import { refuseBankConnection } from "../bank-connection-refusals.ts";
import type { BankRail, ConnectionId } from "../bank-rail.ts";
import { deleteServed, insertServed, lockServed } from "./connections.queries.ts";

/**
 * Makes the connection carry the rail's payments of exactly these accounts. Refuses with `invalidRequest` for accounts
 * that cannot pay, and with `accountHasBankConnection` for those of another connection. The caller holds the
 * organization's lock.
 */
export async function serveAccounts(
  tx: Tx,
  {
    organizationId,
    connectionId,
    rail,
    accountIds,
  }: {
    readonly organizationId: OrganizationId;
    readonly connectionId: ConnectionId;
    readonly rail: BankRail;
    readonly accountIds: readonly AccountId[];
  },
): Promise<void> {
  const ids = [...new Set(accountIds)];
  const paying = await findAccounts(tx, organizationId, ids);
  const problems: FieldProblem[] = ids.flatMap((id) => {
    const account = paying.find(({ accountId }) => accountId === id);
    if (account === undefined) return [{ path: "accountIds", message: `${id} is not an account of the organization` }];
    return account.status === "active" && account.kind !== "treasury"
      ? []
      : [{ path: "accountIds", message: `${account.name} cannot send payments` }];
  });
  if (problems.length > 0) throw invalidRequest(problems);
  const others = (await lockServed(tx, organizationId, { accountIds: ids, rail })).filter(
    (served) => served.connection_id !== connectionId,
  );
  const taken = others.find((served) => served.kind !== "simulated");
  if (taken)
    throw refuseBankConnection("accountHasBankConnection", {
      details: { accountId: taken.account_id, connectionId: taken.connection_id },
    });
  // The simulated bank gives way to any other connection.
  for (const simulated of others) {
    assert(ids.includes(simulated.account_id), "only an account that was named changes its bank");
    const gaveWay = await deleteServed(tx, organizationId, {
      connectionId: simulated.connection_id,
      accountIds: [simulated.account_id],
    });
    assert(gaveWay === 1, "the simulated bank gives way for one account on one rail");
  }
  await deleteServed(tx, organizationId, { connectionId });
  const served = await insertServed(tx, { organizationId, connectionId, rail, accountIds: ids });
  assert(served === ids.length, "a connection serves exactly the accounts that were named");
}
