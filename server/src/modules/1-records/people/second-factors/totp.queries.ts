import type { Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { recoveryCodes, totpSecrets } from "../tables.ts";

// The serving role deletes neither secrets nor codes: a user without a second factor needs none to sign in.

export interface TotpRow {
  readonly secret: Buffer;
  /** Null while it is being set up, and after it was removed. */
  readonly confirmed_at: Date | null;
  readonly last_step: bigint;
}

/** Locked: a code is used once. */
export const lockTotp = (tx: Tx, organizationId: OrganizationId, userId: UserId) =>
  tx.maybe<TotpRow>(sql`
  select t.secret, t.confirmed_at, t.last_step, ${totpSecrets.proof("t")} from totp_secrets t
   where t.organization_id = ${organizationId} and t.user_id = ${userId} for no key update of t`);

/** Returns 0 if the user's second factor is already on. The caller has read the row with lockTotp. */
export const startTotp = (
  tx: Tx,
  organizationId: OrganizationId,
  { userId, secret, at }: { userId: UserId; secret: Buffer; at: Date },
) =>
  tx.run(sql`
  insert into totp_secrets as t (organization_id, user_id, secret, created_at)
  values (${organizationId}, ${userId}, ${secret}, ${at})
  on conflict (organization_id, user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = 0
   where t.confirmed_at is null
  returning ${totpSecrets.replaced("t")}`);

export const storeStep = (tx: Tx, organizationId: OrganizationId, userId: UserId, step: number) =>
  tx.run(sql`
  update totp_secrets set last_step = ${step}
   where organization_id = ${organizationId} and user_id = ${userId}
  returning ${totpSecrets.changed()}`);

export const confirmTotp = (tx: Tx, organizationId: OrganizationId, userId: UserId, at: Date) =>
  tx.run(sql`
  update totp_secrets set confirmed_at = ${at}
   where organization_id = ${organizationId} and user_id = ${userId} and confirmed_at is null
  returning ${totpSecrets.changed()}`);

/** The secret is forgotten. Also of an app that seems to be removed already: only what is proven stays so. */
export const removeTotp = (tx: Tx, organizationId: OrganizationId, userId: UserId) =>
  tx.run(sql`
  update totp_secrets set secret = '', confirmed_at = null, last_step = 0
   where organization_id = ${organizationId} and user_id = ${userId}
  returning ${totpSecrets.replaced()}`);

/** All codes of the user count as used, also those that seem to be used already: only what is proven stays so. */
export const endRecoveryCodes = (
  tx: Tx,
  organizationId: OrganizationId,
  { userId, at }: { userId: UserId; at: Date },
) =>
  tx.run(sql`
  update recovery_codes set used_at = ${at} where organization_id = ${organizationId} and user_id = ${userId}
  returning ${recoveryCodes.replaced()}`);

export const insertRecoveryCode = (tx: Tx, organizationId: OrganizationId, userId: UserId, codeHash: Buffer) =>
  tx.run(sql`
  insert into recovery_codes (organization_id, user_id, code_hash) values (${organizationId}, ${userId}, ${codeHash})
  returning ${recoveryCodes.inserted()}`);

/** Returns 1 for the first use. */
export async function useRecoveryCode(
  tx: Tx,
  organizationId: OrganizationId,
  { userId, codeHash, at }: { userId: UserId; codeHash: Buffer; at: Date },
): Promise<number> {
  const code = await tx.maybe<{ used_at: Date | null }>(sql`
  select c.used_at, ${recoveryCodes.proofOrSkip("c")} from recovery_codes c
   where c.organization_id = ${organizationId} and c.user_id = ${userId} and c.code_hash = ${codeHash}
     for no key update of c`);
  if (code?.used_at !== null) return 0;
  return tx.run(sql`
  update recovery_codes set used_at = ${at}
   where organization_id = ${organizationId} and user_id = ${userId} and code_hash = ${codeHash}
  returning ${recoveryCodes.changed()}`);
}

export const countUnusedCodes = (tx: Tx, organizationId: OrganizationId, userId: UserId) =>
  tx.one<{ count: bigint }>(sql`
  select count(*) as count from recovery_codes
   where organization_id = ${organizationId} and user_id = ${userId} and used_at is null`);
