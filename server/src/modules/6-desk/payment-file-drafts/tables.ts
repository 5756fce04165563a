import { sealedColumn } from "#kernel/crypto/sealed-column.ts";
import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import type { UserId } from "#kernel/values/ids.ts";

/** The file and what the user decided about it: names, amounts, and perhaps account numbers. */
export const draftContents = sealedColumn("payment_file_drafts.content", {
  key: ["user_id"],
  contextOf: (userId: UserId) => `payment-file-draft/${userId}`,
});

export const ownedTables: OwnedTables = {
  tables: ["payment_file_drafts"],
};
