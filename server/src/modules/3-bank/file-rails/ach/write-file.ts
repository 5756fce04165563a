import { messageIdOfFile } from "bursar-bank-formats/nacha";
import type { BankFileId } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { answerFile } from "../answers/answers.queries.ts";
import type { FileToRecord } from "../channels.ts";
import { blockChanged, ChangedOrders, orSetAside } from "../orders/changed-orders.ts";
import { EndedOrders, requireNotEnded, withdrawEnded } from "../orders/end-rehearsal.ts";
import { type Carrier, MisplacedOrders, takeMisplacedOut } from "../orders/misplaced-orders.ts";
import { forgetContents, refuseOrders, unfileOrders } from "../orders/orders.queries.ts";
import type { FileService, RailTools } from "../rail-part.ts";
import type { AchConnection } from "./ach-connection.ts";
import { lockAchFile, moveAchFile } from "./ach-files.queries.ts";
import type { FileToBuild } from "./file-batches.ts";
import { EmptyFile, fileContent, identityOf } from "./file-content.ts";
import { forgetPrenotes } from "./prenotes/hold-for-prenotes.ts";

/**
 * Builds a planned file, stores its content, and records it, so that it is sent from then on. After a crash at any point,
 * the next pass builds the same file again: what is stored but not recorded is swept. Two processes may build it at once;
 * one of them records it.
 */
export async function writePlannedFile(
  service: FileService,
  { files, channels }: Pick<RailTools<AchConnection>, "files" | "channels">,
  build: FileToBuild,
): Promise<number> {
  const { organizationId, file } = build;
  const content = fileContent(service, build);
  try {
    const stored = await files.store(organizationId, content.chunks());
    assert(content.payments.length > 0, "a file that was built has entries");
    const record = async (tx: Tx): Promise<void> => {
      if (!(await files.holdMode(tx, organizationId, build.connection))) return;
      if (!(await recordWritten(service, tx, build))) return;
      const prenoted = content.payments.filter(({ purpose }) => purpose === "prenote");
      const except = prenoted.map(({ transactionId }) => transactionId);
      await forgetPrenotes(service, tx, organizationId, { fileId: file.file_id, except });
      const { connection } = build;
      const recorded: FileToRecord = {
        content: stored,
        fileId: file.file_id,
        connectionId: file.connection_id,
        rail: "ach",
        format: "nacha",
        name: file.name,
        messageId: messageIdOfFile(identityOf(build)),
        rehearsal: connection.mode === "rehearsal",
        answerWithinMs: connection.settings.answerWithinMs,
        payments: content.payments,
      };
      await files.record(tx, organizationId, [recorded]);
    };
    return await orSetAside(service, organizationId, {
      record: async () => {
        await service.database.transaction(record);
        return content.payments.length;
      },
      setAside: async (tx, ids) => (await refuseOrders(tx, organizationId, ids)).length,
    });
  } catch (error) {
    if (error instanceof EmptyFile) return dropFile(service, organizationId, file.file_id);
    if (error instanceof MisplacedOrders) {
      const readCarrier = async (db: Queryable): Promise<Carrier | undefined> => {
        const connection = await channels.findConnection(db, organizationId, file.connection_id);
        return connection && { rail: "ach", serves: connection.serves };
      };
      return takeMisplacedOut(service, { organizationId, fileId: file.file_id, readCarrier });
    }
    if (error instanceof EndedOrders) return withdrawEnded(service, organizationId, error);
    if (!(error instanceof ChangedOrders)) throw error;
    return blockChanged(service, organizationId, {
      ids: error.transactionIds,
      lockFile: (tx) => lockAchFile(tx, organizationId, file.file_id),
    });
  }
}

/** The file will not be written: what was planned for it, if anything is left, waits for another one. */
export const dropFile = (service: FileService, organizationId: OrganizationId, fileId: BankFileId): Promise<number> =>
  service.database.transaction(async (tx) => {
    const dropped = await moveAchFile(tx, organizationId, { fileId, trigger: "drop", at: service.clock.now() });
    if (dropped === 0) return 0;
    assert(dropped === 1, "one file is dropped at a time");
    await forgetPrenotes(service, tx, organizationId, { fileId, except: [] });
    return unfileOrders(tx, organizationId, fileId);
  });

/** False if the file was written or replanned by another process. */
async function recordWritten(service: FileService, tx: Tx, { organizationId, file, connection }: FileToBuild) {
  const locked = await lockAchFile(tx, organizationId, file.file_id);
  // Numbers of an earlier plan must not be sent.
  if (locked?.state !== "planned" || locked.name !== file.name) return false;
  assert(locked.file_id === file.file_id, "the file that is recorded is the one that was built");
  const now = service.clock.now();
  const isRehearsal = connection.mode === "rehearsal";
  const trigger = isRehearsal ? "rehearse" : "write";
  const moved = await moveAchFile(tx, organizationId, { fileId: file.file_id, trigger, at: now });
  assert(moved === 1, "a locked planned file is written");
  if (!isRehearsal) await requireNotEnded(tx, organizationId, [file.file_id]);
  await forgetContents(tx, organizationId, [file.file_id]);
  // Nothing is paid in a rehearsal, so the payments must not stay pending.
  if (isRehearsal)
    await answerFile(tx, organizationId, {
      fileId: file.file_id,
      code: "BF-REHEARSAL",
      sourceFileId: undefined,
      now,
    });
  return true;
}
