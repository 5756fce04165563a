import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, RecipientId, UserId } from "#kernel/values/ids.ts";
import { isOwnChange } from "./last-editors.ts";
import { openChangesOf, type WaitingChange, waitingDetailChanges } from "./recipient-changes.queries.ts";

/** Of these recipients, those whose ACH details wait for confirmation by a second person. */
export const recipientsWithOpenChanges = async (
  db: Queryable,
  organizationId: OrganizationId,
  recipientIds: readonly RecipientId[],
): Promise<ReadonlySet<RecipientId>> => {
  const open = await openChangesOf(db, organizationId, recipientIds);
  return new Set(open.filter(({ method }) => method === "ach").map((change) => change.recipient_id));
};

/** The methods of a recipient whose details wait for confirmation by a second person. */
export const methodsWithOpenChanges = async (
  db: Queryable,
  organizationId: OrganizationId,
  recipientId: RecipientId,
): Promise<ReadonlySet<PaymentMethod>> =>
  new Set((await openChangesOf(db, organizationId, [recipientId])).flatMap(({ method }) => method ?? []));

/** More changes do not wait at one time; the limit bounds the cost. */
const WAITING_MAX = 500;

/** Changes of names and bank details that this user may confirm, if they may edit recipients; oldest first. */
export const changesToConfirm = async (
  db: Queryable,
  organizationId: OrganizationId,
  userId: UserId,
): Promise<readonly WaitingChange[]> =>
  (await waitingDetailChanges(db, organizationId, WAITING_MAX)).filter((change) => !isOwnChange(change, userId));
