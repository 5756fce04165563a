import type { AccountId } from "#kernel/values/ids.ts";

export const accountKinds = ["checking", "savings", "treasury"] as const;
export type AccountKind = (typeof accountKinds)[number];
export const accountStatuses = ["active", "deleted", "pending", "archived"] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** One of the organization's accounts, without its number and balances. */
export interface AccountSummary {
  readonly accountId: AccountId;
  readonly name: string;
  readonly nickname: string | null;
  readonly kind: AccountKind;
  readonly status: AccountStatus;
}

/** Payments leave from checking and savings accounts; money in a treasury account is invested. */
export const sendsPayments = (kind: AccountKind): boolean => kind !== "treasury";
