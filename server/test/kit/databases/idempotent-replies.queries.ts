import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

export const storedReplies = (db: Queryable, organizationId: OrganizationId) =>
  db.many<{ operation: string; key_digest: string; body: Buffer }>(sql`
  select operation, key_digest, body from idempotent_replies
   where organization_id = ${organizationId}`);
