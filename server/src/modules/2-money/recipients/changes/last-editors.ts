import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, RecipientId, UserId } from "#kernel/values/ids.ts";
import { allChangesOf, type ChangeInTime, type RecipientChangeRow } from "./recipient-changes.queries.ts";

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

/** Who last changed the details of payments; undefined if a record of a change was changed outside the service. */
export type LastEditors = (way: PaidWay) => ReadonlySet<UserId> | undefined;

/**
 * Who last changed the payment's bank details, or the name of its recipient. The initial details count as a change.
 * Read the version first: a change that commits in between then names its author, and the version reveals it.
 */
export async function lastEditorsOf(
  db: Queryable,
  organizationId: OrganizationId,
  recipientIds: readonly RecipientId[],
): Promise<LastEditors> {
  const changes = recipientIds.length === 0 ? [] : await allChangesOf(db, organizationId, [...new Set(recipientIds)]);
  const changesOf = Map.groupBy(changes, (change) => change.recipient_id);
  return ({ recipientId, method, routingMethod }) => {
    const all = changesOf.get(recipientId) ?? [];
    if (!hasAllChanges(all) && (all.length > 0 || routingMethod !== null)) return undefined;
    const methods = [...new Set([null, method, routingMethod])];
    return new Set(methods.flatMap((of) => authorsOf(last(all, of) ?? nobody)));
  };
}

/** Whether none of a recipient's changes was left out because it is not proven. Its first details are a change, too. */
export const hasAllChanges = (changes: readonly ChangeInTime[]): boolean =>
  changes.length > 0 && changes.every((change) => change.changes === BigInt(changes.length));

const nobody: Authors = { changed_by_user: null, token_made_by: null, invite_made_by: null };

/** The change of the method's details or (null) of the name that took effect last. */
const last = (changes: readonly ChangeInTime[], method: PaymentMethod | null): ChangeInTime | undefined =>
  changes
    .filter((change) => change.method === method && change.in_force_id !== null)
    .reduce<ChangeInTime | undefined>(
      (latest, change) => ((change.in_force_id ?? "") > (latest?.in_force_id ?? "") ? change : latest),
      undefined,
    );
