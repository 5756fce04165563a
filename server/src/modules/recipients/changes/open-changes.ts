import type { Queryable } from "../../../kernel/sql/database.ts";
import type { OrganizationId, RecipientId } from "../../../kernel/values/ids.ts";
import { openChangesOf } from "./recipient-changes.queries.ts";

/** Of these recipients, those whose ACH details wait for confirmation by a second person. */
export const recipientsWithOpenChanges = async (
  db: Queryable,
  organizationId: OrganizationId,
  recipientIds: readonly RecipientId[],
): Promise<ReadonlySet<RecipientId>> => {
  const open = await openChangesOf(db, organizationId, recipientIds);
  return new Set(open.filter(({ method }) => method === "ach").map((change) => change.recipient_id));
};
