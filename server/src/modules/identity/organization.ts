import { notFound } from "../../kernel/http/http-refusals.ts";
import { isUuid, type OrganizationId } from "../../kernel/ids.ts";
import type { Service } from "../../kernel/service.ts";
import type { Queryable, Tx } from "../../kernel/sql/database.ts";
import { type Actor, recordAudit } from "../audit/index.ts";
import { findOrganization, updatePlan } from "./organizations.queries.ts";

export const plans = ["free", "plus", "premium", "pro", "enterprise"] as const;
export type Plan = (typeof plans)[number];
export const billingCadences = ["monthly", "annual"] as const;
export type BillingCadence = (typeof billingCadences)[number];
export const organizationKinds = ["business", "personal"] as const;

export interface Organization {
  readonly organizationId: OrganizationId;
  readonly legalBusinessName: string;
  readonly kind: (typeof organizationKinds)[number];
  readonly ein: string | undefined;
  /** Names it does business as; the first is the default one. */
  readonly dbas: readonly string[];
  readonly plan: Plan;
  readonly billingCadence: BillingCadence;
  readonly duplicateGuardHours: number;
  readonly createdAt: Date;
}

/** What a new organisation must state, and what else it may. */
export type NewOrganization = Pick<Organization, "organizationId" | "legalBusinessName" | "createdAt"> &
  Partial<Pick<Organization, "kind" | "dbas" | "plan" | "billingCadence" | "duplicateGuardHours">> & {
    readonly ein?: string;
  };

/** Refuses with `resourceNotFound`. */
export async function getOrganization(db: Queryable, organizationId: string): Promise<Organization> {
  const organization = isUuid(organizationId) ? await findOrganization(db, organizationId) : undefined;
  if (!organization) throw notFound("organization");
  return organization;
}

/** Puts the organisation on a plan; invoicing needs one other than free (decisions R11). Refuses with `resourceNotFound`. */
export async function setPlan(
  service: Service,
  tx: Tx,
  { organizationId, plan, actor }: { organizationId: string; plan: Plan; actor: Actor },
): Promise<void> {
  const before = await getOrganization(tx, organizationId);
  if (before.plan === plan) return;
  await updatePlan(tx, before.organizationId, plan);
  await recordAudit(service, tx, {
    organizationId: before.organizationId,
    actor,
    entries: [
      {
        action: "organization.setPlan",
        resourceType: "organization",
        resourceId: before.organizationId,
        before: { plan: before.plan },
        after: { plan },
      },
    ],
  });
}
