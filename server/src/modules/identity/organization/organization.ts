import type { OrganizationId } from "../../../kernel/values/ids.ts";

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

/** What a new organization must state, and what else it may. */
export type NewOrganization = Pick<Organization, "organizationId" | "legalBusinessName" | "createdAt"> &
  Partial<Pick<Organization, "kind" | "dbas" | "plan" | "billingCadence" | "duplicateGuardHours">> & {
    readonly ein?: string;
  };

/** What an organization decides for itself. Amounts are cents. */
export interface OrganizationSettings {
  /** The same payment again is refused for so many hours (decision P7); 0 = off. */
  readonly duplicateGuardHours: number;
  /** From this amount on people prove again who they are before they approve it or transfer it at once; null = never. */
  readonly approvalStepUpFromMinor: bigint | null;
  /** Changed bank details wait for a second person (decision R1). */
  readonly confirmBankDetailChanges: boolean;
  /** Changed bank details are not paid to for so many hours (decision R1); 0 = off. */
  readonly bankDetailsCoolingOffHours: number;
  /** Whether the built-in approval rule lets the person who asks approve. */
  readonly selfApproval: boolean;
  /** Fees of international wires, by who bears the banks' charges (decision S9). */
  readonly wireFeeOursMinor: bigint;
  readonly wireFeeSharedMinor: bigint;
  /** Roles whose people need a second factor; modules/people owns their names. */
  readonly secondFactorRequiredFor: readonly string[];
  /** For how many days they may go on without one. */
  readonly secondFactorGraceDays: number;
}
