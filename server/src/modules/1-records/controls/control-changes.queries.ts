import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { organizationsWith } from "#records/identity";
import type { ControlChange, ControlChangeId } from "./control-change.ts";
import { type ControlChangeStatus, type ControlChangeTrigger, controlChangeStates } from "./control-change-states.ts";
import { controlChanges } from "./tables.ts";

/** Table: control_changes. */
interface ControlChangeRow {
  readonly organization_id: OrganizationId;
  readonly change_id: ControlChangeId;
  readonly kind: string;
  readonly subject: string;
  readonly proposal: unknown;
  readonly base: string;
  readonly status: ControlChangeStatus;
  readonly proposed_by: UserId;
  readonly proposed_at: Date;
  readonly decided_by: UserId | null;
  readonly decided_at: Date | null;
}

/** More than a user can keep track of. */
export const OPEN_CHANGES_MAX = 200;

const columns = sql`
  organization_id, change_id, kind, subject, proposal, base, status, proposed_by, proposed_at, decided_by, decided_at`;

const changeOf = (row: ControlChangeRow): ControlChange => ({
  organizationId: row.organization_id,
  changeId: row.change_id,
  kind: row.kind,
  subject: row.subject,
  proposal: row.proposal,
  base: row.base,
  status: row.status,
  proposedBy: row.proposed_by,
  proposedAt: row.proposed_at,
  decidedBy: row.decided_by ?? undefined,
  decidedAt: row.decided_at ?? undefined,
});

export const insertControlChange = (tx: Tx, change: ControlChange) =>
  tx.run(sql`
  insert into control_changes (${columns})
  values (${change.organizationId}, ${change.changeId}, ${change.kind}, ${change.subject},
          ${JSON.stringify(change.proposal)}::jsonb, ${change.base}, ${change.status}, ${change.proposedBy},
          ${change.proposedAt}, ${change.decidedBy ?? null}, ${change.decidedAt ?? null})
  returning ${controlChanges.inserted()}`);

/** A waiting change, before any lock: only to know what else must be locked first. */
export async function findControlChange(db: Queryable, organizationId: OrganizationId, changeId: string) {
  const row = await db.maybe<ControlChangeRow>(sql`
    select ${columns}, ${controlChanges.proof("c")} from control_changes c
     where organization_id = ${organizationId} and change_id = ${changeId}
       and ${isOneOf(sql`status`, controlChangeStates.statesBefore("confirm"))}`);
  return row && changeOf(row);
}

export async function lockControlChange(tx: Tx, organizationId: OrganizationId, changeId: string) {
  const row = await tx.maybe<ControlChangeRow>(sql`
    select ${columns}, ${controlChanges.proof("c")} from control_changes c
     where organization_id = ${organizationId} and change_id = ${changeId} for no key update of c`);
  return row && changeOf(row);
}

/** Returns the number of rows: 0 if it is no longer waiting. */
export const storeDecision = (
  tx: Tx,
  trigger: ControlChangeTrigger,
  { organizationId, changeId, status, decidedBy, decidedAt }: ControlChange,
) =>
  tx.run(sql`
  update control_changes set status = ${status}, decided_by = ${decidedBy ?? null}, decided_at = ${decidedAt ?? null}
   where organization_id = ${organizationId} and change_id = ${changeId}
     and ${isOneOf(sql`status`, controlChangeStates.statesBefore(trigger))}
  returning ${controlChanges.changed()}`);

/** Organizations in which a change waits for a second user. */
export const organizationsWithWaitingChanges = (db: Queryable): Promise<readonly OrganizationId[]> =>
  organizationsWith(
    db,
    sql`from control_changes c
       where c.organization_id = o.organization_id
         and ${isOneOf(sql`c.status`, controlChangeStates.statesBefore("confirm"))}`,
  );

/** Changes waiting for a second user, oldest first. */
export async function waitingChanges(
  db: Queryable,
  organizationId: OrganizationId,
  { proposedBy }: { proposedBy?: UserId } = {},
): Promise<readonly ControlChange[]> {
  const rows = await db.many<ControlChangeRow>(sql`
    select ${columns}, ${controlChanges.proofOrSkip("c")} from control_changes c
     where organization_id = ${organizationId} and ${isOneOf(sql`status`, controlChangeStates.statesBefore("confirm"))}
       and proposed_by = coalesce(${proposedBy ?? null}::uuid, proposed_by)
     order by change_id limit ${OPEN_CHANGES_MAX}`);
  return rows.map(changeOf);
}
