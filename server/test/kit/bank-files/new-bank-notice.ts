import { randomUUID } from "node:crypto";
import type { Service } from "../../../src/kernel/process/service.ts";
import type { Id, OrganizationId, RecipientId, TransactionId } from "../../../src/kernel/values/ids.ts";
import type { BankFileId } from "../../../src/modules/bank-files/index.ts";
import { insertNotice, type NoticeId } from "../../../src/modules/file-rails/notices/notices.queries.ts";

/** A late return that a person has to act on. */
export async function newBankNotice(
  service: Service,
  { organizationId, recipientId }: { readonly organizationId: OrganizationId; readonly recipientId: RecipientId },
): Promise<NoticeId> {
  const noticeId = service.newId<NoticeId>();
  await service.database.transaction((tx) =>
    insertNotice(tx, organizationId, {
      noticeId,
      kind: "lateReturn",
      code: "R03",
      outcome: undefined,
      isDone: false,
      recipientId,
      sourceId: randomUUID() as Id<"answer">,
      transactionId: randomUUID() as TransactionId,
      sourceFileId: randomUUID() as BankFileId,
      receivedAt: service.clock.now(),
      actBy: "2026-12-01",
    }),
  );
  return noticeId;
}
