import type { Queryable, Tx } from "../../../kernel/sql/database.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import type { OrganizationId, UserId } from "../../../kernel/values/ids.ts";

export interface TotpRow {
  readonly secret: Buffer;
  readonly confirmed_at: Date | null;
  readonly last_step: bigint;
}

export const findTotp = (db: Queryable, organizationId: OrganizationId, userId: UserId) =>
  db.maybe<TotpRow>(sql`
  select secret, confirmed_at, last_step from totp_secrets where organization_id = ${organizationId} and user_id = ${userId}`);

/** Returns 0 if the user's second factor is already on. */
export const startTotp = (
  tx: Tx,
  organizationId: OrganizationId,
  { userId, secret, at }: { userId: UserId; secret: Buffer; at: Date },
) =>
  tx.run(sql`
  insert into totp_secrets as t (organization_id, user_id, secret, created_at)
  values (${organizationId}, ${userId}, ${secret}, ${at})
  on conflict (organization_id, user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = 0
   where t.confirmed_at is null`);

/** Returns 0 if this code or a later one was already used: the update ensures that a code works once. */
export const takeStep = (tx: Tx, organizationId: OrganizationId, userId: UserId, step: number) =>
  tx.run(sql`
  update totp_secrets set last_step = ${step}
   where organization_id = ${organizationId} and user_id = ${userId} and last_step < ${step}`);

export const confirmTotp = (tx: Tx, organizationId: OrganizationId, userId: UserId, at: Date) =>
  tx.run(sql`
  update totp_secrets set confirmed_at = ${at}
   where organization_id = ${organizationId} and user_id = ${userId} and confirmed_at is null`);

export const deleteTotp = (tx: Tx, organizationId: OrganizationId, userId: UserId) =>
  tx.run(sql`
  delete from totp_secrets where organization_id = ${organizationId} and user_id = ${userId}`);

export const deleteRecoveryCodes = (tx: Tx, organizationId: OrganizationId, userId: UserId) =>
  tx.run(sql`
  delete from recovery_codes where organization_id = ${organizationId} and user_id = ${userId}`);

export const insertRecoveryCode = (tx: Tx, organizationId: OrganizationId, userId: UserId, codeHash: Buffer) =>
  tx.run(sql`
  insert into recovery_codes (organization_id, user_id, code_hash) values (${organizationId}, ${userId}, ${codeHash})`);

/** Returns 1 for the first use. */
export const useRecoveryCode = (
  tx: Tx,
  organizationId: OrganizationId,
  { userId, codeHash, at }: { userId: UserId; codeHash: Buffer; at: Date },
) =>
  tx.run(sql`
  update recovery_codes set used_at = ${at}
   where organization_id = ${organizationId} and user_id = ${userId} and code_hash = ${codeHash} and used_at is null`);

export const countUnusedCodes = (tx: Tx, organizationId: OrganizationId, userId: UserId) =>
  tx.one<{ count: bigint }>(sql`
  select count(*) as count from recovery_codes
   where organization_id = ${organizationId} and user_id = ${userId} and used_at is null`);

export const lockSealedTotp = (
  tx: Tx,
  organizationId: OrganizationId,
  { after, limit }: { after: UserId; limit: number },
) =>
  tx.many<{ id: UserId; sealed: Buffer }>(sql`
  select user_id as id, secret as sealed from totp_secrets
   where organization_id = ${organizationId} and user_id > ${after}
   order by user_id limit ${limit}
     for update`);

export const replaceSealedTotp = (tx: Tx, organizationId: OrganizationId, userId: UserId, sealed: Buffer) =>
  tx.run(sql`
  update totp_secrets set secret = ${sealed} where organization_id = ${organizationId} and user_id = ${userId}`);
