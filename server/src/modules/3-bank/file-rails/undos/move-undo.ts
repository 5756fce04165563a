import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import { type UndoTrigger, undoStates } from "./undo-states.ts";
import { moveUndos, type UndoRow } from "./undos.queries.ts";

interface Moving {
  readonly organizationId: OrganizationId;
  /** Locked. */
  readonly undos: readonly UndoRow[];
  readonly trigger: Exclude<UndoTrigger, "file">;
  readonly actor: Actor;
  /** The bank's reason. */
  readonly code?: string | undefined;
}

/** Moves locked undos that the trigger moves, each with its audit row. Returns those that moved. */
export async function moveLockedUndos(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  { organizationId, undos, trigger, actor, code }: Moving,
): Promise<readonly UndoRow[]> {
  const moving = undos.filter(({ state }) => undoStates.next(state, trigger) !== undefined);
  if (moving.length === 0) return [];
  const undoIds = moving.map((undo) => undo.undo_id);
  const moved = await moveUndos(tx, organizationId, { undoIds, trigger, at: service.clock.now(), code });
  assert(moved === moving.length, "locked undos move by the table of their states");
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: moving.map(({ undo_id: undoId, transaction_id: resourceId, kind, state }) => ({
      action: `paymentUndo.${trigger}`,
      resourceType: "transaction",
      resourceId,
      before: { state },
      after: { undoId, kind, state: undoStates.moves[trigger].to, ...(code === undefined ? {} : { code }) },
    })),
  });
  return moving;
}

/** What banks decide. */
export const theBank: Actor = { type: "bank" };
