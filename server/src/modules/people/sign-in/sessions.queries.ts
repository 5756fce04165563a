import type { Queryable, Tx } from "../../../kernel/sql/database.ts";
import { prepared, sql } from "../../../kernel/sql/sql.ts";
import type { OrganizationId, SessionId, SignInId, UserId } from "../../../kernel/values/ids.ts";
import { factorColumns } from "../second-factors/factors.queries.ts";
import type { UserRole } from "../user.ts";
import type { FactorFacts } from "./sign-in-policy.ts";

/** The last step of signing in. */
export type SignedInWith = "password" | "totp" | "recoveryCode" | "passkey";

export interface SessionRow {
  readonly session_id: SessionId;
  readonly user_id: UserId;
  readonly signed_in_with: SignedInWith;
  readonly address: string;
  readonly user_agent: string | null;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
  readonly stepped_up_at: Date | null;
}

const columns = sql`s.session_id, s.user_id, s.signed_in_with, s.address, s.user_agent, s.created_at, s.last_seen_at, s.expires_at, s.stepped_up_at`;

export interface NewSessionRow extends Omit<SessionRow, "last_seen_at" | "stepped_up_at"> {
  readonly secret_hash: Buffer;
}

export const insertSession = (tx: Tx, organizationId: OrganizationId, row: NewSessionRow) =>
  tx.run(sql`
  insert into sessions (organization_id, session_id, secret_hash, user_id, signed_in_with, address, user_agent, created_at, last_seen_at, expires_at)
  values (${organizationId}, ${row.session_id}, ${row.secret_hash}, ${row.user_id}, ${row.signed_in_with}, ${row.address},
          ${row.user_agent}, ${row.created_at}, ${row.created_at}, ${row.expires_at})`);

/** A session that has not ended, of an unlocked user, with the user's current rights. */
export const findSessionBySecret = (db: Queryable, organizationId: OrganizationId, secretHash: Buffer) =>
  db.maybe<
    SessionRow &
      FactorFacts & {
        role: UserRole;
        custom_permissions: string[];
        duplicate_guard_hours: number;
        bank_details_cooling_off_hours: number;
      }
  >(
    prepared(
      "find_session_by_secret",
      sql`
        select ${columns}, u.role, u.custom_permissions, o.duplicate_guard_hours, o.bank_details_cooling_off_hours,
               ${factorColumns(organizationId)}
          from sessions s
          join users u on u.organization_id = s.organization_id and u.user_id = s.user_id
          join organization_settings o on o.organization_id = s.organization_id
         where s.organization_id = ${organizationId} and s.secret_hash = ${secretHash}
           and s.ended_at is null and u.locked_at is null`,
    ),
  );

export const findSession = (db: Queryable, organizationId: OrganizationId, sessionId: SessionId) =>
  db.one<SessionRow>(sql`
  select ${columns} from sessions s where s.organization_id = ${organizationId} and s.session_id = ${sessionId}`);

export const openSessionsOf = (
  db: Queryable,
  organizationId: OrganizationId,
  { userId, now, seenAfter }: { userId: UserId; now: Date; seenAfter: Date },
) =>
  db.many<SessionRow>(sql`
  select ${columns} from sessions s
   where s.organization_id = ${organizationId} and s.user_id = ${userId} and s.ended_at is null
     and s.expires_at > ${now} and s.last_seen_at > ${seenAfter}
   order by s.session_id desc limit 100`);

export const markSeen = (db: Queryable, organizationId: OrganizationId, sessionId: SessionId, at: Date) =>
  db.run(sql`
  update sessions set last_seen_at = ${at}
   where organization_id = ${organizationId} and session_id = ${sessionId} and last_seen_at < ${at}`);

export const markSteppedUp = (tx: Tx, organizationId: OrganizationId, sessionId: SessionId, at: Date) =>
  tx.run(sql`
  update sessions set stepped_up_at = ${at} where organization_id = ${organizationId} and session_id = ${sessionId}`);

/** Returns the number ended: 0 if the user has no such open session. */
export const markEnded = (
  tx: Tx,
  organizationId: OrganizationId,
  { userId, sessionId, at }: { userId: UserId; sessionId: string; at: Date },
) =>
  tx.run(sql`
  update sessions set ended_at = ${at}
   where organization_id = ${organizationId} and session_id = ${sessionId} and user_id = ${userId} and ended_at is null`);

/** Ends all of a user's sessions except the given one. Returns their number. */
export const markAllEnded = (
  tx: Tx,
  organizationId: OrganizationId,
  { userId, except, at }: { userId: UserId; except: SessionId | undefined; at: Date },
) =>
  tx.run(sql`
  update sessions set ended_at = ${at}
   where organization_id = ${organizationId} and user_id = ${userId} and ended_at is null
     and session_id is distinct from ${except ?? null}::uuid`);

export const insertSignIn = (
  tx: Tx,
  organizationId: OrganizationId,
  row: { signInId: SignInId; secretHash: Buffer; userId: UserId; expiresAt: Date },
) =>
  tx.run(sql`
  insert into sign_ins (organization_id, sign_in_id, secret_hash, user_id, expires_at)
  values (${organizationId}, ${row.signInId}, ${row.secretHash}, ${row.userId}, ${row.expiresAt})`);

export const findSignIn = (db: Queryable, organizationId: OrganizationId, secretHash: Buffer, now: Date) =>
  db.maybe<{ sign_in_id: SignInId; user_id: UserId; wrong_codes: number }>(sql`
  select sign_in_id, user_id, wrong_codes from sign_ins
   where organization_id = ${organizationId} and secret_hash = ${secretHash} and ended_at is null and expires_at > ${now}`);

/** Counts a wrong code; the last permitted one ends the sign-in. */
export const countWrongCode = (
  tx: Tx,
  organizationId: OrganizationId,
  { signInId, most, at }: { signInId: SignInId; most: number; at: Date },
) =>
  tx.run(sql`
  update sign_ins
     set wrong_codes = wrong_codes + 1, ended_at = case when wrong_codes + 1 >= ${most}::integer then ${at}::timestamptz end
   where organization_id = ${organizationId} and sign_in_id = ${signInId} and ended_at is null`);

/** Returns 1 for the request that completes it, 0 afterward. */
export const endSignIn = (tx: Tx, organizationId: OrganizationId, signInId: SignInId, at: Date) =>
  tx.run(sql`
  update sign_ins set ended_at = ${at}
   where organization_id = ${organizationId} and sign_in_id = ${signInId} and ended_at is null`);

/** Unfinished sign-ins of a user who may no longer complete them. */
export const endSignInsOf = (tx: Tx, organizationId: OrganizationId, userId: UserId, at: Date) =>
  tx.run(sql`
  update sign_ins set ended_at = ${at}
   where organization_id = ${organizationId} and user_id = ${userId} and ended_at is null`);

/** Deletes a bounded number at a time. */
export const deleteOldSessions = (db: Queryable, organizationId: OrganizationId, before: Date) =>
  db.run(sql`
  delete from sessions
   where organization_id = ${organizationId}
     and session_id in (select session_id from sessions
                         where organization_id = ${organizationId} and expires_at < ${before} limit 1000)`);

export const deleteOldSignIns = (db: Queryable, organizationId: OrganizationId, before: Date) =>
  db.run(sql`
  delete from sign_ins
   where organization_id = ${organizationId}
     and sign_in_id in (select sign_in_id from sign_ins
                         where organization_id = ${organizationId} and expires_at < ${before} limit 1000)`);
