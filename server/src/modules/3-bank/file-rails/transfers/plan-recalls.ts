import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import { tryEach } from "#kernel/work/each-organization.ts";
import { lockSequence } from "../orders/sequences.queries.ts";
import type { TransferWork } from "../transfer-messages/transfer-connection.ts";
import { caseIdOf } from "../transfer-messages/transfer-identifications.ts";
import { approvedUndos, fileUndos, lockApproved, scheduleUndos } from "../undos/undos.queries.ts";
import { withoutReturned } from "../undos/without-returned.ts";
import { countFiles, fileOf } from "./plan-transfers.ts";
import { insertTransferFiles } from "./transfer-files.queries.ts";
import { isOpenAt, transferWindowAfter } from "./transfer-windows.ts";

/** Recalls that are planned in one transaction. */
const RECALLS_PER_PLAN = 100;

/**
 * Puts approved recalls into messages of their own (camt.056), as soon as the bank takes messages. Those whose connection
 * is gone wait for it. Returns how many moved.
 */
export async function planRecalls(
  service: Pick<Service, "database" | "clock" | "newId" | "vault">,
  { organizationId, rail, connections }: TransferWork,
): Promise<number> {
  const { database, clock } = service;
  const approved = await approvedUndos(database, organizationId, rail);
  return tryEach(
    Map.groupBy(approved, (undo) => undo.connection_id),
    async ([connectionId, undos]) => {
      const connection = connections.get(connectionId);
      if (connection === undefined || connection.mode !== "live") return 0;
      const now = clock.now();
      const { cutOff } = connection.settings;
      if (!isOpenAt(cutOff, now)) {
        const waiting = undos.filter(({ window_at: windowAt }) => windowAt === null || windowAt <= now);
        const undoIds = waiting.map((undo) => undo.undo_id);
        const windowAt = transferWindowAfter(cutOff, now);
        if (undoIds.length > 0)
          await database.transaction((tx) => scheduleUndos(tx, organizationId, { undoIds, windowAt }));
        return 0;
      }
      return database.transaction(async (tx) => {
        const numbers = await lockSequence(tx, organizationId, connectionId);
        const ids = undos.slice(0, RECALLS_PER_PLAN).map((undo) => undo.undo_id);
        const locked = await lockApproved(tx, organizationId, ids);
        const waiting = await withoutReturned(service, tx, organizationId, locked);
        if (waiting.length === 0) return locked.length;
        const plan = { organizationId, connection, now };
        const files = waiting.map(({ transaction_id: asksAbout }, index) =>
          fileOf(service, plan, { number: numbers.next_file + index, asksAbout, format: "camt.056" }),
        );
        const recorded = await insertTransferFiles(tx, organizationId, { files, at: now });
        assert(recorded === waiting.length, "each payment is recalled in a message of its own");
        const filed = await fileUndos(
          tx,
          organizationId,
          waiting.flatMap(({ undo_id: undoId }, index) => {
            const file = files[index];
            return file === undefined ? [] : [{ undoId, fileId: file.file_id, reference: caseIdOf(undoId) }];
          }),
        );
        assert(filed === waiting.length, "each recall is in one message");
        await countFiles(tx, plan, { numbers, files: files.length });
        return locked.length;
      });
    },
  );
}
