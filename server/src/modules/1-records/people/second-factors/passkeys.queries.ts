import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { Id, OrganizationId, UserId } from "#kernel/values/ids.ts";
import { passkeys } from "../tables.ts";

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
          ${row.transports}, ${row.name}, ${row.created_at})
  returning ${passkeys.inserted()}`);

/** A user's passkeys, oldest first. */
export const passkeysOf = (db: Queryable, organizationId: OrganizationId, userId: UserId) =>
  db.many<PasskeyRow>(sql`
  select ${columns}, ${passkeys.proofOrSkip("k")} from passkeys k
   where organization_id = ${organizationId} and user_id = ${userId} and removed_at is null order by passkey_id`);

/** By the authenticator's credential id. */
export const findPasskeyByCredential = (
  db: Queryable,
  organizationId: OrganizationId,
  { userId, credentialId }: { userId: UserId; credentialId: Buffer },
) =>
  db.maybe<PasskeyRow>(sql`
  select ${columns}, ${passkeys.proofOrSkip("k")} from passkeys k
   where organization_id = ${organizationId} and credential_id = ${credentialId} and user_id = ${userId}
     and removed_at is null`);

/**
 * Returns 0 if the passkey was removed, or if a higher counter has been seen, which means that the passkey was cloned.
 */
export async function markPasskeyUsed(
  tx: Tx,
  organizationId: OrganizationId,
  { passkeyId, signCount, at }: { passkeyId: PasskeyId; signCount: number; at: Date },
): Promise<number> {
  await tx.run(sql`
  select ${passkeys.proof("k")} from passkeys k
   where k.organization_id = ${organizationId} and k.passkey_id = ${passkeyId} for no key update of k`);
  return tx.run(sql`
  update passkeys set sign_count = ${signCount}, last_used_at = ${at}
   where organization_id = ${organizationId} and passkey_id = ${passkeyId} and removed_at is null
     and (sign_count < ${signCount}::bigint or (sign_count = 0 and ${signCount}::bigint = 0))
  returning ${passkeys.changed()}`);
}

/** The passkey, if it belongs to the user. */
export const lockPasskey = (
  tx: Tx,
  organizationId: OrganizationId,
  { userId, passkeyId }: { userId: UserId; passkeyId: string },
) =>
  tx.maybe<PasskeyRow>(sql`
  select ${columns}, ${passkeys.proof("k")} from passkeys k
   where organization_id = ${organizationId} and passkey_id = ${passkeyId}::uuid and user_id = ${userId}
     and removed_at is null for no key update of k`);

export const renamePasskeyRow = (tx: Tx, organizationId: OrganizationId, passkeyId: PasskeyId, name: string) =>
  tx.run(sql`
  update passkeys set name = ${name} where organization_id = ${organizationId} and passkey_id = ${passkeyId}`);

/**
 * The serving role cannot delete a passkey, because a user without one needs none to sign in. A removed passkey allows
 * nothing, so it is proven with whatever else its row contains.
 */
export const removePasskeyRow = (
  tx: Tx,
  organizationId: OrganizationId,
  { passkeyId, at }: { passkeyId: PasskeyId; at: Date },
) =>
  tx.run(sql`
  update passkeys set removed_at = coalesce(removed_at, ${at})
   where organization_id = ${organizationId} and passkey_id = ${passkeyId}
  returning ${passkeys.replaced()}`);

export const removePasskeysOf = (
  tx: Tx,
  organizationId: OrganizationId,
  { userId, at }: { userId: UserId; at: Date },
) =>
  tx.run(sql`
  update passkeys set removed_at = coalesce(removed_at, ${at})
   where organization_id = ${organizationId} and user_id = ${userId}
  returning ${passkeys.replaced()}`);

/** Returns 1 for the first use of the challenge, 0 afterward. The serving role only adds them. */
export const insertUsedChallenge = (
  db: Queryable,
  organizationId: OrganizationId,
  { challengeHash, expiresAt }: { challengeHash: Buffer; expiresAt: Date },
) =>
  db.run(sql`
  insert into used_passkey_challenges (organization_id, challenge_hash, expires_at)
  values (${organizationId}, ${challengeHash}, ${expiresAt}) on conflict do nothing`);
