import { type FileItem, type FileItemId, listItems } from "#bank/exchange";
import { findFile } from "#bank/exchange/bank-files.queries.ts";
import { itemRecorder } from "#bank/exchange/items/record-items.ts";
import { present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { newBankFile } from "./new-bank-file.ts";

/** An open item, of a file that is in the books only for it. */
export async function newFileItem(
  service: Service,
  organizationId: OrganizationId,
  item: Partial<FileItem> = {},
): Promise<FileItemId> {
  const fileId = await newBankFile(service, organizationId);
  await service.database.transaction(async (tx) => {
    const file = present(await findFile(tx, organizationId, fileId), "the file is recorded");
    const facts = { organizationId, fileId: file.file_id, connectionId: file.connection_id, isAgain: false };
    await itemRecorder(service, tx, facts).record([
      {
        kind: "unknownPayment",
        place: "Line 3",
        position: 3,
        reason: "No entry with this trace number was sent over this connection.",
        identity: [fileId],
        ...item,
      },
    ]);
  });
  const { items } = await listItems(service, organizationId, { filter: { fileId }, query: {} });
  return present(items[0], "the item is recorded").id as FileItemId;
}
