import type { Queryable, Tx } from "../../../kernel/sql/database.ts";
import { isOneOf, sql } from "../../../kernel/sql/sql.ts";
import type { InvitationId, OrganizationId, UserId } from "../../../kernel/values/ids.ts";
import type { UserRole } from "../user.ts";
import { invitationStates } from "./invitation-states.ts";

export interface InvitationRow {
  readonly invitation_id: InvitationId;
  readonly purpose: "join" | "reset";
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly role: UserRole;
  readonly custom_permissions: string[];
  readonly user_id: UserId | null;
  readonly invited_by: UserId | null;
  /** The second user who confirmed it; null if none was needed or available. */
  readonly confirmed_by: UserId | null;
  /** Requested by a user who forgot their password: keeps the second factor. */
  readonly asked_for: boolean;
  readonly created_at: Date;
  readonly expires_at: Date;
}

const columns = sql`invitation_id, purpose, email, first_name, last_name, role, custom_permissions, user_id, invited_by, confirmed_by, asked_for, created_at, expires_at`;
const isOpen = isOneOf(sql`status`, invitationStates.statesBefore("accept"));
const isNotOver = isOneOf(sql`status`, invitationStates.statesBefore("withdraw"));

export const insertInvitation = (
  tx: Tx,
  organizationId: OrganizationId,
  row: InvitationRow & { secret_hash: Buffer },
) =>
  tx.run(sql`
  insert into invitations (organization_id, invitation_id, secret_hash, purpose, email, first_name, last_name, role,
                           custom_permissions, user_id, invited_by, confirmed_by, asked_for, created_at, expires_at)
  values (${organizationId}, ${row.invitation_id}, ${row.secret_hash}, ${row.purpose}, ${row.email}, ${row.first_name},
          ${row.last_name}, ${row.role}, ${row.custom_permissions}, ${row.user_id}, ${row.invited_by}, ${row.confirmed_by},
          ${row.asked_for}, ${row.created_at}, ${row.expires_at})`);

export const isOpenInvitation = (
  db: Queryable,
  organizationId: OrganizationId,
  { secretHash, now }: { secretHash: Buffer; now: Date },
) =>
  db.one<{ found: boolean }>(sql`
  select exists (select 1 from invitations
                  where organization_id = ${organizationId} and secret_hash = ${secretHash} and ${isOpen} and expires_at > ${now}) as found`);

export const lockInvitationBySecret = (tx: Tx, organizationId: OrganizationId, secretHash: Buffer, now: Date) =>
  tx.maybe<InvitationRow>(sql`
  select ${columns} from invitations
   where organization_id = ${organizationId} and secret_hash = ${secretHash} and ${isOpen} and expires_at > ${now}
     for update`);

/** Open invitations, newest first, without expired ones. */
export const openInvitations = (db: Queryable, organizationId: OrganizationId, now: Date) =>
  db.many<InvitationRow>(sql`
  select ${columns} from invitations
   where organization_id = ${organizationId} and purpose = 'join' and ${isOpen} and expires_at > ${now}
   order by invitation_id desc limit 1000`);

export const lockOpenInvitation = (tx: Tx, organizationId: OrganizationId, invitationId: string, now: Date) =>
  tx.maybe<InvitationRow>(sql`
  select ${columns} from invitations
   where organization_id = ${organizationId} and invitation_id = ${invitationId}::uuid and purpose = 'join' and ${isOpen}
     and expires_at > ${now}
     for update`);

/** Whether the user has a valid link that they requested since then. */
export const hasRequestedSince = (
  db: Queryable,
  organizationId: OrganizationId,
  { userId, since, now }: { userId: UserId; since: Date; now: Date },
) =>
  db.one<{ found: boolean }>(sql`
  select exists (select 1 from invitations
                  where organization_id = ${organizationId} and user_id = ${userId} and asked_for and ${isOpen}
                    and created_at > ${since} and expires_at > ${now}) as found`);

/** Open invitations that a user sent, locked. */
export const lockInvitationsOf = (tx: Tx, organizationId: OrganizationId, userId: UserId) =>
  tx.many<InvitationRow>(sql`
  select ${columns} from invitations
   where organization_id = ${organizationId} and invited_by = ${userId} and purpose = 'join' and ${isOpen}
   order by invitation_id for update`);

/** Returns how many: 0 when it is not open, or expired. */
export const markAccepted = (tx: Tx, organizationId: OrganizationId, invitationId: InvitationId, at: Date) =>
  tx.run(sql`
  update invitations set status = ${invitationStates.moves.accept.to}, accepted_at = ${at}
   where organization_id = ${organizationId} and invitation_id = ${invitationId} and ${isOpen} and expires_at > ${at}`);

/** Returns the number withdrawn: 0 if the invitation is not open. */
export const withdrawById = (tx: Tx, organizationId: OrganizationId, invitationId: string, at: Date) =>
  tx.run(sql`
  update invitations set status = ${invitationStates.moves.withdraw.to}, withdrawn_at = ${at}
   where organization_id = ${organizationId} and invitation_id = ${invitationId} and purpose = 'join' and ${isNotOver}`);

/**
 * Withdraws older links of an address that gets a new one. A requested link withdraws only requested links: a
 * stranger's password reset must not invalidate an operator's link.
 */
export const withdrawByEmail = (
  tx: Tx,
  organizationId: OrganizationId,
  { email, askedFor, at }: { email: string; askedFor: boolean; at: Date },
) =>
  tx.run(sql`
  update invitations set status = ${invitationStates.moves.withdraw.to}, withdrawn_at = ${at}
   where organization_id = ${organizationId} and email = ${email} and (asked_for or not ${askedFor}::boolean) and ${isNotOver}`);

/** Links that a locked user sent or received. */
export const withdrawOfUser = (tx: Tx, organizationId: OrganizationId, userId: UserId, at: Date) =>
  tx.run(sql`
  update invitations set status = ${invitationStates.moves.withdraw.to}, withdrawn_at = ${at}
   where organization_id = ${organizationId} and (invited_by = ${userId} or user_id = ${userId}) and ${isNotOver}`);
