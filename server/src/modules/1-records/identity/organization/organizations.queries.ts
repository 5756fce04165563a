import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { organizations } from "../tables.ts";
import type {
  BillingCadence,
  NewOrganization,
  Organization,
  OrganizationDetails,
  Plan,
  PostalAddress,
} from "./organization.ts";

interface OrganizationRow {
  readonly organization_id: OrganizationId;
  readonly legal_business_name: string;
  readonly kind: "business" | "personal";
  readonly ein: string | null;
  readonly legal_address: PostalAddress | null;
  readonly dbas: string[];
  readonly plan: Plan;
  readonly billing_cadence: BillingCadence;
  readonly duplicate_guard_hours: number;
  readonly brand_color: string | null;
  readonly created_at: Date;
}

const columns = sql`
  organization_id, legal_business_name, kind, ein, legal_address, dbas, plan, billing_cadence,
  duplicate_guard_hours, brand_color, created_at`;

const organizationOf = (row: OrganizationRow): Organization => ({
  organizationId: row.organization_id,
  legalBusinessName: row.legal_business_name,
  kind: row.kind,
  ein: row.ein ?? undefined,
  legalAddress: row.legal_address ?? undefined,
  dbas: row.dbas,
  plan: row.plan,
  billingCadence: row.billing_cadence,
  duplicateGuardHours: row.duplicate_guard_hours,
  brandColor: row.brand_color ?? undefined,
  createdAt: row.created_at,
});

/** Only the row. Administration creates the keys, ledger accounts, and outbox consumers of a new organization. */
export const insertOrganization = (tx: Tx, organization: NewOrganization) =>
  tx.run(sql`
  insert into organizations (organization_id, legal_business_name, kind, ein, dbas, plan, billing_cadence,
                             duplicate_guard_hours, created_at)
  values (${organization.organizationId}, ${organization.legalBusinessName}, ${organization.kind ?? "business"},
          ${organization.ein ?? null},
          ${[...(organization.dbas ?? [])]}, ${organization.plan ?? "free"}, ${organization.billingCadence ?? "monthly"},
          ${organization.duplicateGuardHours ?? 24}, ${organization.createdAt})
  returning ${organizations.inserted()}`);

export async function findOrganization(db: Queryable, organizationId: string): Promise<Organization | undefined> {
  const row = await db.maybe<OrganizationRow>(
    sql`select ${columns}, ${organizations.proof("o")} from organizations o where organization_id = ${organizationId}`,
  );
  return row && organizationOf(row);
}

/** For jobs and commands, which visit every organization, whatever is wrong with its settings. */
export async function listOrganizations(db: Queryable): Promise<readonly Organization[]> {
  const rows = await db.many<OrganizationRow>(sql`select ${columns} from organizations order by organization_id`);
  return rows.map(organizationOf);
}

export const anyOrganization = (db: Queryable) =>
  db.one<{ found: boolean }>(sql`select exists (select 1 from organizations) as found`);

/** Processes that start at once take turns to look whether there is an organization yet; readers do not wait. */
export const lockOrganizations = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock(hashtext('organizations'))`);

export const updatePlan = (tx: Tx, organizationId: OrganizationId, plan: Plan) =>
  tx.run(sql`
  update organizations set plan = ${plan} where organization_id = ${organizationId}
  returning ${organizations.changed()}`);

export const updateLegalAddress = (tx: Tx, organizationId: OrganizationId, address: PostalAddress) =>
  tx.run(sql`
  update organizations set legal_address = ${JSON.stringify(address)}::jsonb where organization_id = ${organizationId}
  returning ${organizations.changed()}`);

export const updateDetails = (
  tx: Tx,
  organizationId: OrganizationId,
  { kind, ein, dbas, billingCadence }: OrganizationDetails,
) =>
  tx.run(sql`
  update organizations
     set kind = ${kind}, ein = ${ein ?? null}, dbas = ${[...dbas]}::text[], billing_cadence = ${billingCadence}
   where organization_id = ${organizationId}
  returning ${organizations.changed()}`);

export const updateBrandColor = (tx: Tx, organizationId: OrganizationId, color: string | null) =>
  tx.run(sql`
  update organizations set brand_color = ${color} where organization_id = ${organizationId}
  returning ${organizations.changed()}`);

/** The amount in cents from which an approval requires reauthentication; null = never. */
export const findStepUpAmount = async (db: Queryable, organizationId: OrganizationId): Promise<bigint | null> =>
  (
    await db.one<{ approval_step_up_from_minor: bigint | null }>(sql`
    select approval_step_up_from_minor, ${organizations.proof("o")}
      from organizations o where organization_id = ${organizationId}`)
  ).approval_step_up_from_minor;

/**
 * Whether an approval rule applies to direct send (modules/4-payments/approvals decides). Every token lookup reads it. The caller
 * has the organization's lock.
 */
export const setDirectSendBound = (tx: Tx, organizationId: OrganizationId, bound: boolean) =>
  tx.run(sql`
  update organizations set direct_send_bound = ${bound}
   where organization_id = ${organizationId} and direct_send_bound <> ${bound}
  returning ${organizations.changed()}`);
