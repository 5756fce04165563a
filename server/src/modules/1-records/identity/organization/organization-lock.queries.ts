import type { Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { organizations } from "../tables.ts";

/**
 * One lock per organization for the settings that its users change together: decisions that depend on them share it,
 * and a change takes it exclusively. Payments do not take it. Nothing is decided with settings that are not proven.
 */
export const shareOrganization = (tx: Tx, organizationId: OrganizationId) =>
  tx.one<{ organization_id: OrganizationId }>(sql`
  select organization_id, ${organizations.proof("o")} from organizations o
   where organization_id = ${organizationId} for share of o`);
export const lockOrganization = (tx: Tx, organizationId: OrganizationId) =>
  tx.one<{ organization_id: OrganizationId }>(sql`
  select organization_id, ${organizations.proof("o")} from organizations o
   where organization_id = ${organizationId} for no key update of o`);
