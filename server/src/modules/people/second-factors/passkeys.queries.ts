import type { Queryable, Tx } from "../../../kernel/sql/database.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import type { Id, OrganizationId, UserId } from "../../../kernel/values/ids.ts";

export type PasskeyId = Id<"passkey">;

export interface PasskeyRow {
  readonly passkey_id: PasskeyId;
  readonly user_id: UserId;
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly sign_count: bigint;
  readonly transports: string[];
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

const columns = sql`passkey_id, user_id, credential_id, public_key, sign_count, transports, name, created_at, last_used_at`;

export const insertPasskey = (tx: Tx, organizationId: OrganizationId, row: Omit<PasskeyRow, "last_used_at">) =>
  tx.run(sql`
  insert into passkeys (organization_id, passkey_id, user_id, credential_id, public_key, sign_count, transports, name, created_at)
  values (${organizationId}, ${row.passkey_id}, ${row.user_id}, ${row.credential_id}, ${row.public_key}, ${row.sign_count},
          ${row.transports}, ${row.name}, ${row.created_at})`);

/** A user's passkeys, oldest first. */
export const passkeysOf = (db: Queryable, organizationId: OrganizationId, userId: UserId) =>
  db.many<PasskeyRow>(sql`
  select ${columns} from passkeys where organization_id = ${organizationId} and user_id = ${userId} order by passkey_id`);

/** By the authenticator's credential id. */
export const findPasskeyByCredential = (
  db: Queryable,
  organizationId: OrganizationId,
  { userId, credentialId }: { userId: UserId; credentialId: Buffer },
) =>
  db.maybe<PasskeyRow>(sql`
  select ${columns} from passkeys
   where organization_id = ${organizationId} and credential_id = ${credentialId} and user_id = ${userId}`);

/**
 * Returns 0 if the passkey was removed, or if a higher counter has been seen, which means that the passkey was cloned.
 */
export const markPasskeyUsed = (
  tx: Tx,
  organizationId: OrganizationId,
  { passkeyId, signCount, at }: { passkeyId: PasskeyId; signCount: number; at: Date },
) =>
  tx.run(sql`
  update passkeys set sign_count = ${signCount}, last_used_at = ${at}
   where organization_id = ${organizationId} and passkey_id = ${passkeyId}
     and (sign_count < ${signCount}::bigint or (sign_count = 0 and ${signCount}::bigint = 0))`);

/** The passkey, if it belongs to the user. */
export const lockPasskey = (
  tx: Tx,
  organizationId: OrganizationId,
  { userId, passkeyId }: { userId: UserId; passkeyId: string },
) =>
  tx.maybe<PasskeyRow>(sql`
  select ${columns} from passkeys
   where organization_id = ${organizationId} and passkey_id = ${passkeyId}::uuid and user_id = ${userId} for update`);

export const renamePasskeyRow = (tx: Tx, organizationId: OrganizationId, passkeyId: PasskeyId, name: string) =>
  tx.run(sql`
  update passkeys set name = ${name} where organization_id = ${organizationId} and passkey_id = ${passkeyId}`);

export const deletePasskey = (tx: Tx, organizationId: OrganizationId, passkeyId: PasskeyId) =>
  tx.run(sql`
  delete from passkeys where organization_id = ${organizationId} and passkey_id = ${passkeyId}`);

export const deletePasskeysOf = (tx: Tx, organizationId: OrganizationId, userId: UserId) =>
  tx.run(sql`
  delete from passkeys where organization_id = ${organizationId} and user_id = ${userId}`);

/** Returns 1 for the first use of the challenge, 0 afterward. */
export const insertUsedChallenge = (
  db: Queryable,
  organizationId: OrganizationId,
  { challengeHash, expiresAt }: { challengeHash: Buffer; expiresAt: Date },
) =>
  db.run(sql`
  insert into used_passkey_challenges (organization_id, challenge_hash, expires_at)
  values (${organizationId}, ${challengeHash}, ${expiresAt}) on conflict do nothing`);

/** Deletes a bounded number at a time. */
export const deleteOldChallenges = (db: Queryable, organizationId: OrganizationId, before: Date) =>
  db.run(sql`
  delete from used_passkey_challenges
   where organization_id = ${organizationId}
     and challenge_hash in (select challenge_hash from used_passkey_challenges
                             where organization_id = ${organizationId} and expires_at < ${before} limit 1000)`);
