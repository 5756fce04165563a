import type { Queryable } from "#kernel/sql/database.ts";
import { sql, uuidArray } from "#kernel/sql/sql.ts";
import type { OrganizationId, RecipientId } from "#kernel/values/ids.ts";
import { recipientChanges } from "../tables.ts";
import type { RecipientChangeId, RecipientChangeRow } from "./recipient-changes.queries.ts";

/** A change that took effect. */
export type EffectiveChange = Pick<
  RecipientChangeRow,
  | "recipient_id"
  | "method"
  | "before_name"
  | "after_name"
  | "before_routing_id"
  | "changed_by_user"
  | "changed_by_token"
  | "token_made_by"
  | "through_invite"
  | "invite_made_by"
  | "decided_by"
> & { readonly effective_at: Date };

/** Of each recipient, at most so many are read, latest first. */
const CHANGES_READ_MAX = 50;

/** What took effect since the instant, of each of these recipients; latest first. Reads their latest 50 changes. */
export const effectiveChangesSince = async (
  db: Queryable,
  organizationId: OrganizationId,
  { recipientIds, since }: { readonly recipientIds: readonly RecipientId[]; readonly since: Date },
): Promise<readonly EffectiveChange[]> => {
  const changes = await latestChanges(db, organizationId, recipientIds);
  return changes.filter((change) => change.in_force_id !== null && change.effective_at > since);
};

const latestChanges = (db: Queryable, organizationId: OrganizationId, recipientIds: readonly RecipientId[]) =>
  db.many<EffectiveChange & { readonly in_force_id: RecipientChangeId | null }>(sql`
  select c.recipient_id, c.method, c.before_name, c.after_name, c.before_routing_id, c.changed_by_user, c.changed_by_token,
         c.token_made_by, c.through_invite, c.invite_made_by, c.decided_by, c.in_force_id,
         coalesce(c.decided_at, c.changed_at) as effective_at, ${recipientChanges.proofOrSkip("c")}
    from unnest(${uuidArray([...new Set(recipientIds)])}::uuid[]) as w (recipient_id)
   cross join lateral (
     select * from recipient_changes c
      where c.organization_id = ${organizationId} and c.recipient_id = w.recipient_id
      order by c.change_id desc limit ${CHANGES_READ_MAX}) c
   order by c.recipient_id, c.in_force_id desc`);
