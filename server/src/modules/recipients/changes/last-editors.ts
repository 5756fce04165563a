import type { PaymentMethod } from "../../../banking/identifiers/payment-method.ts";
import type { Queryable } from "../../../kernel/sql/database.ts";
import type { OrganizationId, RecipientId, UserId } from "../../../kernel/values/ids.ts";
import { type ChangeAuthors, lastAuthors, type RecipientChangeRow } from "./recipient-changes.queries.ts";

type Authors = Pick<RecipientChangeRow, "changed_by_user" | "token_made_by" | "invite_made_by">;

/** Everyone behind a change: who made it, who made the token that did, and who sent the invite it came through. */
export const authorsOf = (change: Authors): readonly UserId[] =>
  [change.changed_by_user, change.token_made_by, change.invite_made_by].filter((userId) => userId !== null);

export const isOwnChange = (change: Authors, userId: UserId): boolean => authorsOf(change).includes(userId);

/** A payment as far as it decides whose changes it depends on. */
export interface PaidWay {
  readonly recipientId: RecipientId;
  readonly method: PaymentMethod;
  /** The method of the version it goes to: a real-time payment may go to the ACH details. Null: there is none. */
  readonly routingMethod: PaymentMethod | null;
}

/**
 * Who last changed where the payment goes, or the name it is paid to. The details a recipient was created with count as a
 * change. Read the version first: a change that commits in between then names its author, and the version gives it away.
 */
export async function lastEditorsOf(
  db: Queryable,
  organizationId: OrganizationId,
  recipientIds: readonly RecipientId[],
): Promise<(way: PaidWay) => ReadonlySet<UserId>> {
  const changes = recipientIds.length === 0 ? [] : await lastAuthors(db, organizationId, [...new Set(recipientIds)]);
  return ({ recipientId, method, routingMethod }) => {
    const isOfPayment = (change: ChangeAuthors): boolean =>
      change.recipient_id === recipientId && [null, method, routingMethod].includes(change.method);
    return new Set(changes.filter(isOfPayment).flatMap(authorsOf));
  };
}
