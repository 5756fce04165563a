import { setTimeout as sleep } from "node:timers/promises";
import type { Service } from "#kernel/process/service.ts";
import { proveAsIs } from "#kernel/proofs/watch-rows.ts";
import { isCluster } from "#kernel/sql/citus/distribute.queries.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { users } from "#records/people/tables.ts";

/** Locks a user out from that instant, or (null) unlocks the user. */
export async function lockUser(service: Service, organizationId: OrganizationId, userId: UserId, at: Date | null) {
  await service.database.run(
    sql`update users set locked_at = ${at} where organization_id = ${organizationId} and user_id = ${userId}`,
  );
  await proveAsIs(service, users, organizationId);
}

export const removeUser = (db: Queryable, organizationId: OrganizationId, userId: UserId) =>
  db.run(sql`delete from users where organization_id = ${organizationId} and user_id = ${userId}`);

export async function changeRole(service: Service, organizationId: OrganizationId, userId: UserId, role: string) {
  await service.database.run(
    sql`update users set role = ${role} where organization_id = ${organizationId} and user_id = ${userId}`,
  );
  await proveAsIs(service, users, organizationId);
}

/** Resolves when a statement of this database waits for a lock; rejects after ten seconds. */
export async function waitForBlockedStatement(db: Queryable): Promise<void> {
  // On a cluster, it waits on the worker that has the rows.
  const activity = (await isCluster(db)) ? sql`citus_stat_activity` : sql`pg_stat_activity`;
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const { waiting } = await db.one<{ waiting: bigint }>(sql`
    select count(*) as waiting from ${activity} where datname = current_database() and wait_event_type = 'Lock'`);
    if (waiting > 0n) return;
    await sleep(20);
  }
  throw new Error("Nobody waits for a lock");
}
