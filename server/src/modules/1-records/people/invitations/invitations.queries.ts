import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, type Sql, sql } from "#kernel/sql/sql.ts";
import type { InvitationId, OrganizationId, UserId } from "#kernel/values/ids.ts";
import { invitations } from "../tables.ts";
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

const columns = sql`
  invitation_id, purpose, email, first_name, last_name, role, custom_permissions, user_id, invited_by, confirmed_by,
  asked_for, created_at, expires_at`;
const isOpen = isOneOf(sql`status`, invitationStates.statesBefore("accept"));
const isNotOver = isOneOf(sql`i.status`, invitationStates.statesBefore("withdraw"));

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
          ${row.asked_for}, ${row.created_at}, ${row.expires_at})
  returning ${invitations.inserted()}`);

export const isOpenInvitation = async (
  db: Queryable,
  organizationId: OrganizationId,
  { secretHash, now }: { secretHash: Buffer; now: Date },
): Promise<boolean> =>
  (await db.maybe(sql`
  select invitation_id, ${invitations.proofOrSkip("i")} from invitations i
   where organization_id = ${organizationId} and secret_hash = ${secretHash} and ${isOpen} and expires_at > ${now}`)) !==
  undefined;

export const lockInvitationBySecret = (tx: Tx, organizationId: OrganizationId, secretHash: Buffer, now: Date) =>
  tx.maybe<InvitationRow>(sql`
  select ${columns}, ${invitations.proofOrSkip("i")} from invitations i
   where organization_id = ${organizationId} and secret_hash = ${secretHash} and ${isOpen} and expires_at > ${now}
     for update of i`);

/** Open invitations, newest first, without expired ones. */
export const openInvitations = (db: Queryable, organizationId: OrganizationId, now: Date) =>
  db.many<InvitationRow>(sql`
  select ${columns}, ${invitations.proofOrSkip("i")} from invitations i
   where organization_id = ${organizationId} and purpose = 'join' and ${isOpen} and expires_at > ${now}
   order by invitation_id desc limit 1000`);

export const lockOpenInvitation = (tx: Tx, organizationId: OrganizationId, invitationId: string, now: Date) =>
  tx.maybe<InvitationRow>(sql`
  select ${columns}, ${invitations.proof("i")} from invitations i
   where organization_id = ${organizationId} and invitation_id = ${invitationId}::uuid and purpose = 'join' and ${isOpen}
     and expires_at > ${now}
     for update of i`);

/** The open invitation of an address, by which its holder may also join with the identity provider. */
export const lockInvitationByEmail = (tx: Tx, organizationId: OrganizationId, email: string, now: Date) =>
  tx.maybe<InvitationRow>(sql`
  select ${columns}, ${invitations.proofOrSkip("i")} from invitations i
   where organization_id = ${organizationId} and email = ${email} and purpose = 'join' and ${isOpen} and expires_at > ${now}
   order by invitation_id desc limit 1
     for update of i`);

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

/** Invitations that a user sent and that nobody accepted, locked. */
export const lockInvitationsOf = (tx: Tx, organizationId: OrganizationId, userId: UserId, now: Date) =>
  tx.many<InvitationRow>(sql`
  select ${columns} from invitations
   where organization_id = ${organizationId} and invited_by = ${userId} and purpose = 'join' and expires_at > ${now}
   order by invitation_id for update`);

/** Returns how many: 0 when it is not open, or expired. */
export const markAccepted = (tx: Tx, organizationId: OrganizationId, invitationId: InvitationId, at: Date) =>
  tx.run(sql`
  update invitations set status = ${invitationStates.moves.accept.to}, accepted_at = ${at}
   where organization_id = ${organizationId} and invitation_id = ${invitationId} and ${isOpen} and expires_at > ${at}
  returning ${invitations.changed()}`);

/** Whether it withdrew one: false if the invitation is not open. */
export const withdrawById = async (
  tx: Tx,
  organizationId: OrganizationId,
  invitationId: string,
  at: Date,
): Promise<boolean> =>
  (await withdraw(tx, organizationId, { at, which: sql`i.invitation_id = ${invitationId} and i.purpose = 'join'` })) ===
  1;

/**
 * Withdraws older links of an address that gets a new one. A requested link withdraws only requested links: a
 * stranger's password reset must not invalidate an operator's link.
 */
export const withdrawByEmail = (
  tx: Tx,
  organizationId: OrganizationId,
  { email, askedFor, at }: { email: string; askedFor: boolean; at: Date },
) =>
  withdraw(tx, organizationId, {
    at,
    which: sql`i.email = ${email} and (i.asked_for or not ${askedFor}::boolean) and i.expires_at > ${at}`,
  });

/** Links that a locked user sent or received. */
export const withdrawOfUser = (tx: Tx, organizationId: OrganizationId, userId: UserId, at: Date) =>
  withdraw(tx, organizationId, {
    at,
    which: sql`(i.invited_by = ${userId} or i.user_id = ${userId}) and i.expires_at > ${at}`,
  });

/**
 * Also reads links that seem to be over: only what is proven stays so. A link that is over allows nothing, so it is
 * proven with whatever else its row contains. Returns how many it withdrew.
 */
async function withdraw(
  tx: Tx,
  organizationId: OrganizationId,
  { at, which }: { readonly at: Date; readonly which: Sql },
): Promise<number> {
  const rows = await tx.many<{ was_open: boolean }>(sql`
  with locked as (
    select i.invitation_id, ${isNotOver} as was_open from invitations i
     where i.organization_id = ${organizationId} and ${which} order by i.invitation_id for no key update)
  update invitations i
     set status = case when was_open then ${invitationStates.moves.withdraw.to} else i.status end,
         withdrawn_at = case when was_open then ${at} else i.withdrawn_at end
    from locked
   where i.organization_id = ${organizationId} and i.invitation_id = locked.invitation_id
  returning locked.was_open, ${invitations.replaced("i")}`);
  return rows.filter((row) => row.was_open).length;
}
