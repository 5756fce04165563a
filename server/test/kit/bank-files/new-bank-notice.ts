import { randomUUID } from "node:crypto";
import type { BankFileId } from "#bank/exchange";
import { insertNotice, type NoticeId } from "#bank/file-rails/notices/notices.queries.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Id, OrganizationId, RecipientId, TransactionId } from "#kernel/values/ids.ts";

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
