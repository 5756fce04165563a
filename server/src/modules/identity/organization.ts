import type { OrganizationId } from "../../kernel/ids.ts";

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
