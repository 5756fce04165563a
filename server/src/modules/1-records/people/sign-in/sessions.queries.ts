import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, SessionId, SignInId, UserId } from "#kernel/values/ids.ts";
import { factorColumns } from "../second-factors/factors.queries.ts";
import { sessions, signIns, users } from "../tables.ts";
import type { UserRole } from "../user.ts";
import type { FactorFacts } from "./sign-in-policy.ts";

/** The last step of signing in. */
export const waysToSignIn = ["password", "totp", "recoveryCode", "passkey", "provider"] as const;
export type SignedInWith = (typeof waysToSignIn)[number];

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

const columns = sql`
  s.session_id, s.user_id, s.signed_in_with, s.address, s.user_agent, s.created_at, s.last_seen_at, s.expires_at,
  s.stepped_up_at`;

export interface NewSessionRow extends Omit<SessionRow, "last_seen_at" | "stepped_up_at"> {
  readonly secret_hash: Buffer;
  /** The session at the identity provider, if it says so. */
  readonly provider_sid: string | null;
}

export const insertSession = (tx: Tx, organizationId: OrganizationId, row: NewSessionRow) =>
  tx.run(sql`
  insert into sessions (organization_id, session_id, secret_hash, user_id, signed_in_with, address, user_agent,
                        created_at, last_seen_at, expires_at, provider_sid)
  values (${organizationId}, ${row.session_id}, ${row.secret_hash}, ${row.user_id}, ${row.signed_in_with}, ${row.address},
          ${row.user_agent}, ${row.created_at}, ${row.created_at}, ${row.expires_at}, ${row.provider_sid})
  returning ${sessions.inserted()}`);

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
    sql`
        select ${columns}, u.role, u.custom_permissions, o.duplicate_guard_hours, o.bank_details_cooling_off_hours,
               ${factorColumns(organizationId)}, ${sessions.proofOrSkip("s")}, ${users.proofOrSkip("u")}
          from sessions s
          join users u on u.organization_id = s.organization_id and u.user_id = s.user_id
          join organization_settings o on o.organization_id = s.organization_id
         where s.organization_id = ${organizationId} and s.secret_hash = ${secretHash}
           and s.ended_at is null and u.locked_at is null`,
  );

export const findSession = (db: Queryable, organizationId: OrganizationId, sessionId: SessionId) =>
  db.one<SessionRow>(sql`
  select ${columns}, ${sessions.proof("s")} from sessions s
   where s.organization_id = ${organizationId} and s.session_id = ${sessionId}`);

export const openSessionsOf = (
  db: Queryable,
  organizationId: OrganizationId,
  { userId, now, seenAfter }: { userId: UserId; now: Date; seenAfter: Date },
) =>
  db.many<SessionRow>(sql`
  select ${columns}, ${sessions.proofOrSkip("s")} from sessions s
   where s.organization_id = ${organizationId} and s.user_id = ${userId} and s.ended_at is null
     and s.expires_at > ${now} and s.last_seen_at > ${seenAfter}
   order by s.session_id desc limit 100`);

export const markSeen = (db: Queryable, organizationId: OrganizationId, sessionId: SessionId, at: Date) =>
  db.run(sql`
  update sessions set last_seen_at = ${at}
   where organization_id = ${organizationId} and session_id = ${sessionId} and last_seen_at < ${at}`);

export async function markSteppedUp(tx: Tx, organizationId: OrganizationId, sessionId: SessionId, at: Date) {
  await tx.run(sql`
  select ${sessions.proof("s")} from sessions s
   where s.organization_id = ${organizationId} and s.session_id = ${sessionId} for no key update of s`);
  await tx.run(sql`
  update sessions set stepped_up_at = ${at} where organization_id = ${organizationId} and session_id = ${sessionId}
  returning ${sessions.changed()}`);
}

/** Whether it ended one: false if the user has no such open session. */
export const markEnded = async (
  tx: Tx,
  organizationId: OrganizationId,
  { userId, sessionId, at }: { userId: UserId; sessionId: string; at: Date },
): Promise<boolean> =>
  (await endSessions(tx, organizationId, { userId, at, which: sql`session_id = ${sessionId}` })) === 1;

/** Ends all of a user's sessions except the given one. Returns their number. */
export const markAllEnded = (
  tx: Tx,
  organizationId: OrganizationId,
  { userId, except, at }: { userId: UserId; except: SessionId | undefined; at: Date },
): Promise<number> =>
  endSessions(tx, organizationId, { userId, at, which: sql`session_id is distinct from ${except ?? null}::uuid` });

/**
 * Ends the sessions that began with a session at the identity provider, or all that began there. Returns their users.
 */
export async function endProviderSessions(
  tx: Tx,
  organizationId: OrganizationId,
  { sid, userId, at }: { sid: string | undefined; userId: UserId | undefined; at: Date },
): Promise<readonly { readonly userId: UserId; readonly ended: number }[]> {
  const found = await tx.many<{ user_id: UserId }>(sql`
  select distinct user_id from sessions
   where organization_id = ${organizationId} and expires_at > ${at} and signed_in_with = 'provider'
     and (${sid ?? null}::text is null or provider_sid = ${sid ?? null})
     and (${userId ?? null}::uuid is null or user_id = ${userId ?? null})
   order by user_id`);
  const ended: { userId: UserId; ended: number }[] = [];
  for (const { user_id } of found) {
    const which = sql`signed_in_with = 'provider' and (${sid ?? null}::text is null or provider_sid = ${sid ?? null})`;
    ended.push({ userId: user_id, ended: await endSessions(tx, organizationId, { userId: user_id, at, which }) });
  }
  return ended.filter((user) => user.ended > 0);
}

/**
 * Also ends sessions that seem to have ended already: only what is proven stays so. An ended session allows nothing, so
 * it is proven with whatever else its row contains. Returns how many were open.
 */
async function endSessions(
  tx: Tx,
  organizationId: OrganizationId,
  { userId, at, which }: { readonly userId: UserId; readonly at: Date; readonly which: Sql },
): Promise<number> {
  const ended = await tx.many<{ was_open: boolean }>(sql`
  with locked as (
    select session_id, ended_at is null as was_open from sessions
     where organization_id = ${organizationId} and user_id = ${userId} and expires_at > ${at} and ${which}
     order by session_id for no key update)
  update sessions set ended_at = coalesce(ended_at, ${at}) from locked
   where sessions.organization_id = ${organizationId} and sessions.session_id = locked.session_id
  returning locked.was_open, ${sessions.replaced()}`);
  return ended.filter((row) => row.was_open).length;
}

export const insertSignIn = (
  tx: Tx,
  organizationId: OrganizationId,
  row: { signInId: SignInId; secretHash: Buffer; userId: UserId; expiresAt: Date },
) =>
  tx.run(sql`
  insert into sign_ins (organization_id, sign_in_id, secret_hash, user_id, expires_at)
  values (${organizationId}, ${row.signInId}, ${row.secretHash}, ${row.userId}, ${row.expiresAt})
  returning ${signIns.inserted()}`);

export const findSignIn = (db: Queryable, organizationId: OrganizationId, secretHash: Buffer, now: Date) =>
  db.maybe<{ sign_in_id: SignInId; user_id: UserId; wrong_codes: number }>(sql`
  select sign_in_id, user_id, wrong_codes, ${signIns.proofOrSkip("i")} from sign_ins i
   where organization_id = ${organizationId} and secret_hash = ${secretHash} and ended_at is null and expires_at > ${now}`);

const lockSignIn = (tx: Tx, organizationId: OrganizationId, signInId: SignInId) =>
  tx.run(sql`
  select ${signIns.proof("i")} from sign_ins i
   where i.organization_id = ${organizationId} and i.sign_in_id = ${signInId} for no key update of i`);

/** Counts a wrong code; the last permitted one ends the sign-in. */
export async function countWrongCode(
  tx: Tx,
  organizationId: OrganizationId,
  { signInId, most, at }: { signInId: SignInId; most: number; at: Date },
): Promise<void> {
  await lockSignIn(tx, organizationId, signInId);
  await tx.run(sql`
  update sign_ins
     set wrong_codes = wrong_codes + 1, ended_at = case when wrong_codes + 1 >= ${most}::integer then ${at}::timestamptz end
   where organization_id = ${organizationId} and sign_in_id = ${signInId} and ended_at is null
  returning ${signIns.changed()}`);
}

/** Returns 1 for the request that completes it, 0 afterward. */
export async function endSignIn(tx: Tx, organizationId: OrganizationId, signInId: SignInId, at: Date): Promise<number> {
  await lockSignIn(tx, organizationId, signInId);
  return tx.run(sql`
  update sign_ins set ended_at = ${at}
   where organization_id = ${organizationId} and sign_in_id = ${signInId} and ended_at is null
  returning ${signIns.changed()}`);
}

/** Unfinished sign-ins of a user who may no longer complete them. As endSessions, also those that seem to have ended. */
export const endSignInsOf = (tx: Tx, organizationId: OrganizationId, userId: UserId, at: Date) =>
  tx.run(sql`
  update sign_ins set ended_at = coalesce(ended_at, ${at})
   where organization_id = ${organizationId} and user_id = ${userId} and expires_at > ${at}
  returning ${signIns.replaced()}`);

/**
 * Removes from where old sessions were used, a bounded number at a time. The rows stay: the serving role cannot delete
 * them, so that nobody can hide a session from being ended and put it back afterward.
 */
export const forgetOrigins = (db: Queryable, organizationId: OrganizationId, before: Date) =>
  db.run(sql`
  update sessions set address = '', user_agent = null
   where organization_id = ${organizationId}
     and session_id in (select session_id from sessions
                         where organization_id = ${organizationId} and expires_at < ${before}
                           and (address <> '' or user_agent is not null) limit 1000)`);
