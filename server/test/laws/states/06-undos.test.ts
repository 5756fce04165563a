import { randomUUID } from "node:crypto";
import { describe } from "node:test";
import type { BankFileId, ConnectionId } from "#bank/exchange";
import { paymentUndos } from "#bank/file-rails/tables.ts";
import { type UndoTrigger, undoStates } from "#bank/file-rails/undos/undo-states.ts";
import { fileUndos, insertUndo, lockApproved, moveUndos, type UndoId } from "#bank/file-rails/undos/undos.queries.ts";
import { readProof } from "#kernel/proofs/row-proofs.queries.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { TransactionId, UserId } from "#kernel/values/ids.ts";
import { openWorldOfFile } from "../../kit/service/full-app.ts";
import { everyTrigger } from "../../kit/worlds/every-trigger.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/** Law 6 for reversals and recalls: every state × every trigger, by the statements that move them. */
describe("every state × every trigger of reversals and recalls", () => {
  const own = () => organization.organizationId;
  const at = () => world.clock.now();
  const inTx = <Result>(work: (tx: Tx) => Promise<Result>) => world.service.database.transaction(work);
  const moved = (trigger: Exclude<UndoTrigger, "file">) => (id: string) =>
    inTx((tx) => moveUndos(tx, own(), { undoIds: [id as UndoId], trigger, at: at(), code: codes[trigger] }));
  const codes: Partial<Record<UndoTrigger, string>> = { refuse: "R01", takeBack: "R10" };

  everyTrigger(undoStates, {
    owner: () => world.owner(),
    life: {
      key: "undo_id",
      begin: {
        requested: async () => {
          const id = world.service.newId<UndoId>();
          await inTx((tx) =>
            insertUndo(tx, own(), {
              undo_id: id,
              transaction_id: randomUUID() as TransactionId,
              kind: "recall",
              rail: "wire",
              reason: "duplicate",
              note: null,
              amount_minor: 100n,
              account_id: organization.accountId,
              connection_id: randomUUID() as ConnectionId,
              original_file_id: randomUUID() as BankFileId,
              original_reference: "E1",
              send_by: null,
              requester_user_id: randomUUID() as UserId,
              requester_token_id: null,
              requested_at: at(),
            }),
          );
          return id;
        },
      },
      statements: {
        approve: moved("approve"),
        decline: moved("decline"),
        withdraw: moved("withdraw"),
        expire: moved("expire"),
        file: (id) =>
          inTx(async (tx) => {
            await lockApproved(tx, own(), [id as UndoId]);
            await readProof(tx, paymentUndos, { organizationId: own(), id });
            return fileUndos(tx, own(), [
              { undoId: id as UndoId, fileId: randomUUID() as BankFileId, reference: "C1" },
            ]);
          }),
        unfile: moved("unfile"),
        write: moved("write"),
        wait: moved("wait"),
        resume: moved("resume"),
        grant: moved("grant"),
        refuse: moved("refuse"),
        succeed: moved("succeed"),
        overtake: moved("overtake"),
        takeBack: moved("takeBack"),
      },
    },
  });
});
