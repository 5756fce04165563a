import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { noticePaidBackTwice } from "../notices/record-notices.ts";
import { findRecipientOf } from "../orders/orders.queries.ts";
import { moveLockedUndos, theBank } from "./move-undo.ts";
import { lockUndosOf } from "./undos.queries.ts";

/**
 * These payments failed or came back, which ends what was requested about them, in the same transaction. A recall that the
 * bank has was answered by it; a reversing entry that the bank has may bring the money back a second time.
 */
export async function endUndosOf(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  organizationId: OrganizationId,
  transactionIds: readonly TransactionId[],
): Promise<void> {
  if (transactionIds.length === 0) return;
  const open = await lockUndosOf(tx, organizationId, transactionIds);
  if (open.length === 0) return;
  const isAnswered = ({ kind, sent_at: sentAt }: (typeof open)[number]) => kind === "recall" && sentAt !== null;
  const ended = { organizationId, actor: theBank };
  await moveLockedUndos(service, tx, { ...ended, undos: open.filter(isAnswered), trigger: "succeed" });
  const overtaken = open.filter((undo) => !isAnswered(undo));
  await moveLockedUndos(service, tx, { ...ended, undos: overtaken, trigger: "overtake" });
  for (const { undo_id: sourceId, transaction_id: transactionId, file_id: fileId, sent_at: sentAt } of overtaken) {
    const order = await findRecipientOf(tx, organizationId, transactionId);
    if (sentAt === null || fileId === null || order === undefined) continue;
    const { recipient_id: recipientId } = order;
    const notice = { organizationId, sourceId, sourceFileId: fileId, code: "BF-TWICE", transactionId, recipientId };
    await noticePaidBackTwice(service, tx, notice);
  }
}
