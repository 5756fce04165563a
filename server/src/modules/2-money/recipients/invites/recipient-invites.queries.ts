import { HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Keyset } from "#kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, type Sql, sql } from "#kernel/sql/sql.ts";
import { firstIdAt, type OrganizationId, type RecipientId } from "#kernel/values/ids.ts";
import { invites } from "../tables.ts";
import { type InviteStatus, inviteStates } from "./invite-states.ts";
import { type InviteName, type InviteRow, type InviteRowId, LINK_MS } from "./recipient-invite.ts";

const isFound = isOneOf(sql`i.status`, inviteStates.statesBefore("withdraw"));

const columns = sql`
  i.invite_row_id, i.secret, i.name, i.contact_email, i.payment_methods::text[] as payment_methods, i.require_tax_document, i.notes,
  i.organization_name, i.recipient_id, i.renames, i.made_by, i.made_by_token, i.created_at, i.expires_at, i.status`;

export const insertInvite = (
  tx: Tx,
  organizationId: OrganizationId,
  row: Omit<InviteRow, "status"> & { readonly secret_hash: Buffer },
) =>
  tx.run(sql`
  insert into recipient_invites (organization_id, invite_row_id, secret_hash, secret, name, contact_email, payment_methods,
                                 require_tax_document, notes, organization_name, recipient_id, renames, made_by, made_by_token,
                                 created_at, expires_at)
  values (${organizationId}, ${row.invite_row_id}, ${row.secret_hash}, ${row.secret}, ${row.name}, ${row.contact_email},
          ${row.payment_methods}::text[]::payment_method[], ${row.require_tax_document}, ${row.notes}, ${row.organization_name},
          ${row.recipient_id}, ${row.renames}, ${row.made_by}, ${row.made_by_token}, ${row.created_at}, ${row.expires_at})
  returning ${invites.inserted()}`);

/** For recipients with the link. Invites that are withdrawn or not proven are not found. */
export const findInviteBySecret = (db: Queryable, organizationId: OrganizationId, secretHash: Buffer) =>
  db.maybe<InviteRow>(sql`
  select ${columns}, ${invites.proofOrSkip("i")} from recipient_invites i
   where i.organization_id = ${organizationId} and i.secret_hash = ${secretHash} and ${isFound}`);

export const lockInviteBySecret = (tx: Tx, organizationId: OrganizationId, secretHash: Buffer) =>
  tx.maybe<InviteRow>(sql`
  select ${columns}, ${invites.proofOrSkip("i")} from recipient_invites i
   where i.organization_id = ${organizationId} and i.secret_hash = ${secretHash} and ${isFound} for update`);

const isNamed = (name: InviteName): Sql =>
  sql`(i.secret_hash = ${name.secret_hash} or i.invite_row_id = ${name.invite_row_id}::uuid)`;

/** For the organization's users and applications. Withdrawn invites are not found. */
export const findInvite = (db: Queryable, organizationId: OrganizationId, name: InviteName) =>
  db.maybe<InviteRow>(sql`
  select ${columns}, ${invites.proof("i")} from recipient_invites i
   where i.organization_id = ${organizationId} and ${isNamed(name)} and ${isFound}`);

export const lockInvite = (tx: Tx, organizationId: OrganizationId, name: InviteName) =>
  tx.maybe<InviteRow>(sql`
  select ${columns}, ${invites.proof("i")} from recipient_invites i
   where i.organization_id = ${organizationId} and ${isNamed(name)} and ${isFound} for update`);

/**
 * For a page's cursor. Withdrawn invites count: a page's last invite may be withdrawn before the next page is
 * requested.
 */
export const findInvitePlace = (db: Queryable, organizationId: OrganizationId, name: InviteName) =>
  db.maybe<{ invite_row_id: InviteRowId }>(sql`
  select i.invite_row_id from recipient_invites i where i.organization_id = ${organizationId} and ${isNamed(name)}`);

/** The key for paging a list of invites. */
export const inviteKey: Sql = sql`i.invite_row_id`;

const isIn = (status: InviteStatus | undefined, now: Date): Sql => {
  const mayExpire = isOneOf(sql`i.status`, inviteStates.statesBefore("expire"));
  // All links are valid equally long, so ids nearly tell which have expired: the exact condition reads few others.
  const idAround = (hours: number) => firstIdAt(plusMs(now, hours * HOUR_MS - LINK_MS));
  switch (status) {
    case undefined:
      return sql`true`;
    case "completed":
      return isOneOf(sql`i.status`, [status]);
    case "expired":
      return sql`${mayExpire} and i.expires_at <= ${now} and i.invite_row_id < ${idAround(1)}::uuid`;
    case "created":
      return sql`${mayExpire} and i.expires_at > ${now} and i.invite_row_id >= ${idAround(-1)}::uuid`;
  }
};

export const pageOfInvites = (
  db: Queryable,
  organizationId: OrganizationId,
  { status, now, keyset }: { status: InviteStatus | undefined; now: Date; keyset: Keyset },
) =>
  db.many<InviteRow>(sql`
  select ${columns} from recipient_invites i
   where i.organization_id = ${organizationId} and ${isFound} and ${isIn(status, now)} and ${keyset.condition}
   order by ${keyset.order} limit ${keyset.limit}`);

/** Returns how many: 0 when it is not open, or expired. */
export const markCompleted = (
  tx: Tx,
  organizationId: OrganizationId,
  { id, recipientId, at }: { id: InviteRowId; recipientId: RecipientId; at: Date },
) =>
  tx.run(sql`
  update recipient_invites set status = ${inviteStates.moves.complete.to}, completed_at = ${at}, recipient_id = ${recipientId}
   where organization_id = ${organizationId} and invite_row_id = ${id}
     and ${isOneOf(sql`status`, inviteStates.statesBefore("complete"))} and expires_at > ${at}
  returning ${invites.changed()}`);

export const markWithdrawn = (tx: Tx, organizationId: OrganizationId, id: InviteRowId, at: Date) =>
  tx.run(sql`
  update recipient_invites set status = ${inviteStates.moves.withdraw.to}, withdrawn_at = ${at}
   where organization_id = ${organizationId} and invite_row_id = ${id}
     and ${isOneOf(sql`status`, inviteStates.statesBefore("withdraw"))}
  returning ${invites.changed()}`);
