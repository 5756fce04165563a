import { assert } from "#kernel/assert.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { findAccounts } from "#money/accounts";
import { findRecipientNames } from "#money/recipients";
import type { NotificationFacts } from "#records/notifications";
import type { RequestRow } from "./approval-request.ts";

/** What notifications about a request say: whom it pays, and how much. A request stores ids, so names are looked up. */
export async function factsOfRequest(
  db: Queryable,
  organizationId: OrganizationId,
  request: RequestRow,
): Promise<NotificationFacts> {
  const { amount_minor: amountMinor, destination_account_id: to, recipient_id: recipientId } = request;
  const recipients = await findRecipientNames(db, organizationId, recipientId === null ? [] : [recipientId]);
  const [account] = to === null ? [] : await findAccounts(db, organizationId, [to]);
  const name = account?.nickname ?? account?.name ?? recipients[0]?.name;
  assert((to === null) !== (recipientId === null), "a request pays a recipient or another account");
  assert(amountMinor > 0n, "a request is for a positive amount");
  return { name, amountMinor, isTransfer: to !== null };
}
