import type { PaymentMethod } from "../../../banking/identifiers/payment-method.ts";
import type { Queryable } from "../../../kernel/sql/database.ts";
import type { OrganizationId, RecipientId, UserId } from "../../../kernel/values/ids.ts";
import { type ChangeAuthors, lastAuthors, type RecipientChangeRow } from "./recipient-changes.queries.ts";

export type Authors = Pick<RecipientChangeRow, "changed_by_user" | "token_made_by" | "invite_made_by">;

/** All authors of a change: the user who made it, the creator of the token that did, and the sender of the invite. */
export const authorsOf = (change: Authors): readonly UserId[] =>
  [change.changed_by_user, change.token_made_by, change.invite_made_by].filter((userId) => userId !== null);

export const isOwnChange = (change: Authors, userId: UserId): boolean => authorsOf(change).includes(userId);

/** The parts of a payment that determine on whose changes it depends. */
export interface PaidWay {
  readonly recipientId: RecipientId;
  readonly method: PaymentMethod;
  /** The method of the version that is paid: a real-time payment may use the ACH details. Null if there is none. */
  readonly routingMethod: PaymentMethod | null;
}

/**
 * Who last changed the payment's bank details, or the name of its recipient. The initial details count as a change.
 * Read the version first: a change that commits in between then names its author, and the version reveals it.
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
