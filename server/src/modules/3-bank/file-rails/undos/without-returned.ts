import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { knownReturns } from "../answers/answers.queries.ts";
import { moveLockedUndos, theBank } from "./move-undo.ts";
import type { UndoRow } from "./undos.queries.ts";

/** Those whose money has not come back; the others need nothing. */
export async function withoutReturned(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  organizationId: OrganizationId,
  undos: readonly UndoRow[],
): Promise<readonly UndoRow[]> {
  const ids = undos.map((undo) => undo.transaction_id);
  const returned = new Set((await knownReturns(tx, organizationId, ids)).map((row) => row.transaction_id));
  const over = undos.filter((undo) => returned.has(undo.transaction_id));
  await moveLockedUndos(service, tx, { organizationId, undos: over, trigger: "overtake", actor: theBank });
  return undos.filter((undo) => !returned.has(undo.transaction_id));
}
