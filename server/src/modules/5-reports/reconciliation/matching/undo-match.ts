import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { type Actor, recordAudit } from "#records/audit";
import type { BankMatchId, ReconciledAccount } from "../movement.ts";
import { undoMatchRows } from "./matches.queries.ts";

/** Opens both sides of a match again. The account's row is locked, and the match is not undone. */
export async function undoBankMatch(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  { matchId, actor, ...account }: ReconciledAccount & { readonly matchId: BankMatchId; readonly actor: Actor },
): Promise<void> {
  const undone = await undoMatchRows(tx, account, { matchId, at: service.clock.now() });
  assert(undone === 1, "a match is undone once, under the account's lock");
  await recordAudit(service, tx, {
    organizationId: account.organizationId,
    actor,
    entries: [{ action: "bankMatch.undo", resourceType: "bankMatch", resourceId: matchId }],
  });
}
