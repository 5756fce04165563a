import type { Queryable } from "../../../src/kernel/sql/database.ts";
import { sql } from "../../../src/kernel/sql/sql.ts";
import type { OrganizationId } from "../../../src/kernel/values/ids.ts";

export const storedReplies = (db: Queryable, organizationId: OrganizationId) =>
  db.many<{ operation: string; key_digest: string; body: Buffer }>(sql`
  select operation, key_digest, body from idempotent_replies
   where organization_id = ${organizationId}`);
