import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { knownDevices } from "../tables.ts";

/** When the user last signed in on the device. */
export const findDevice = (
  db: Queryable,
  organizationId: OrganizationId,
  { userId, hash }: { userId: UserId; hash: Buffer },
) =>
  db.maybe<{ last_seen_at: Date }>(sql`
  select last_seen_at, ${knownDevices.proofOrSkip("d")} from known_devices d
   where organization_id = ${organizationId} and user_id = ${userId} and device_hash = ${hash}`);

export const hasSignedInBefore = (tx: Tx, organizationId: OrganizationId, userId: UserId) =>
  tx.one<{ found: boolean }>(sql`
  select exists (select 1 from known_devices where organization_id = ${organizationId} and user_id = ${userId})
      or exists (select 1 from sessions where organization_id = ${organizationId} and user_id = ${userId}) as found`);

/**
 * Returns true if the user has not signed in on it before, or not recently enough to count. Two statements: in one, a
 * cluster would read what it has just written.
 */
export async function upsertDevice(
  tx: Tx,
  organizationId: OrganizationId,
  { userId, hash, at, validAfter }: { userId: UserId; hash: Buffer; at: Date; validAfter: Date },
): Promise<boolean> {
  const device = await findDevice(tx, organizationId, { userId, hash });
  if (device === undefined)
    await tx.run(sql`
    insert into known_devices (organization_id, user_id, device_hash, first_seen_at, last_seen_at)
    values (${organizationId}, ${userId}, ${hash}, ${at}, ${at})
    on conflict (organization_id, user_id, device_hash) do update
      set first_seen_at = excluded.first_seen_at, last_seen_at = excluded.last_seen_at
    returning ${knownDevices.replaced()}`);
  else
    await tx.run(sql`
    update known_devices set last_seen_at = ${at}
     where organization_id = ${organizationId} and user_id = ${userId} and device_hash = ${hash}`);
  return device === undefined || device.last_seen_at <= validAfter;
}

/** After a reset, devices of the previous holder are no longer recognized. */
export const forgetDevicesOf = (tx: Tx, organizationId: OrganizationId, userId: UserId) =>
  tx.run(sql`
  delete from known_devices where organization_id = ${organizationId} and user_id = ${userId}
  returning ${knownDevices.removed()}`);

/** Deletes a bounded number at a time. */
export const deleteOldDevices = (db: Queryable, organizationId: OrganizationId, before: Date) =>
  db.run(sql`
  delete from known_devices
   where organization_id = ${organizationId}
     and (user_id, device_hash) in (select user_id, device_hash from known_devices
                                     where organization_id = ${organizationId} and last_seen_at < ${before} limit 1000)`);
