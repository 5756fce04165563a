import type { OrganizationId } from "#kernel/values/ids.ts";

export const plans = ["free", "plus", "premium", "pro", "enterprise"] as const;
export type Plan = (typeof plans)[number];
export const billingCadences = ["monthly", "annual"] as const;
export type BillingCadence = (typeof billingCadences)[number];
export const organizationKinds = ["business", "personal"] as const;

/** A mailing address, with the members of the API. */
export interface PostalAddress {
  readonly address1: string;
  readonly address2?: string;
  readonly city: string;
  readonly region: string;
  readonly postalCode: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** The address as printed, one text per line; the country only outside the United States. */
export const postalLines = (address: Omit<PostalAddress, "address2"> & { address2?: string | null }): string[] => [
  address.address1,
  ...(address.address2 ? [address.address2] : []),
  `${address.city}, ${address.region} ${address.postalCode}`,
  ...(address.country === "US" ? [] : [address.country]),
];

export interface Organization {
  readonly organizationId: OrganizationId;
  readonly legalBusinessName: string;
  readonly kind: (typeof organizationKinds)[number];
  readonly ein: string | undefined;
  /** Printed on statements; undefined until it is entered. */
  readonly legalAddress: PostalAddress | undefined;
  /** Names it does business as; the first is the default one. */
  readonly dbas: readonly string[];
  readonly plan: Plan;
  readonly billingCadence: BillingCadence;
  readonly duplicateGuardHours: number;
  /** #rrggbb, on what customers and recipients receive; undefined until one is chosen. */
  readonly brandColor: string | undefined;
  readonly createdAt: Date;
}

/** What the operator knows about an organization besides its name, plan, and address (wire contract §4.14). */
export type OrganizationDetails = Pick<Organization, "kind" | "ein" | "dbas" | "billingCadence">;

/** The required and optional fields of a new organization. */
export type NewOrganization = Pick<Organization, "organizationId" | "legalBusinessName" | "createdAt"> &
  Partial<Pick<Organization, "kind" | "dbas" | "plan" | "billingCadence" | "duplicateGuardHours">> & {
    readonly ein?: string;
  };

/** Settings that the organization controls. Amounts are in cents. */
export interface OrganizationSettings {
  /** The same payment is rejected for this many hours (decision P7); 0 = off. */
  readonly duplicateGuardHours: number;
  /** Users must reauthenticate to approve or transfer this amount or more; null = never. */
  readonly approvalStepUpFromMinor: bigint | null;
  /** Changed bank details need confirmation by a second user (decision R1). */
  readonly confirmBankDetailChanges: boolean;
  /** No payments use changed bank details for this many hours (decision R1); 0 = off. */
  readonly bankDetailsCoolingOffHours: number;
  /** Whether the built-in approval rule allows the requester to approve. */
  readonly selfApproval: boolean;
  /** Fees for international wires, by the charge bearer (decision S9). */
  readonly wireFeeOursMinor: bigint;
  readonly wireFeeSharedMinor: bigint;
  /** Roles that require a second factor; modules/1-records/people owns their names. */
  readonly secondFactorRequiredFor: readonly string[];
  /** For how many days users may continue without one. */
  readonly secondFactorGraceDays: number;
  /** Whether recipients receive an email when a payment to them was sent. */
  readonly remittanceAdvice: boolean;
  /** Whether bank details for ACH that are entered from now on are validated before the first payment (ADR 0110). */
  readonly requireAccountValidation: boolean;
}
