import type { AccountId, Id, OrganizationId } from "#kernel/values/ids.ts";

/** Types of treasury transactions in this API family (wire contract §5.5). */
export const treasuryTypes = [
  "depositCanceled",
  "depositComplete",
  "depositFailed",
  "depositReturned",
  "mercuryFeePosted",
  "mercuryFeeFailed",
  "mercuryFeeRefunded",
  "mercuryFeeCanceled",
  "withdrawalPosted",
  "withdrawalFailed",
  "withdrawalCanceled",
  "withdrawalReturned",
  "revertTxn",
  "interestPosted",
  "interestCanceled",
  "manualAmendmentPosted",
  "mercuryCreditPosted",
  "mercuryCreditFailed",
  "dividendPosted",
  "dividendCanceled",
  "dividendReinvestmentPosted",
  "mutualFundTradeFailed",
  "mutualFundTradePosted",
  "sweepInPosted",
  "sweepOutPosted",
  "sweepReconcilePosted",
  "valuationChangePosted",
  "oemsMutualFundOrderSettled",
  "oemsMutualFundOrderCanceled",
  "oemsMutualFundOrderRejected",
  "oemsFixedIncomeOrderSettled",
  "oemsFixedIncomeOrderCanceled",
  "oemsFixedIncomeOrderRejected",
] as const;
export type TreasuryType = (typeof treasuryTypes)[number];

export type TreasuryTransactionId = Id<"treasuryTransaction">;
export type OrderId = Id<"treasuryOrder">;

/** A row of treasury_transactions. Amounts in cents. */
export interface TreasuryEntry {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
  readonly number: bigint;
  readonly id: TreasuryTransactionId;
  readonly type: TreasuryType;
  /** Positive if the account gains cash, or value without cash; negative if it loses them. */
  readonly amountMinor: bigint;
  /** The account's total after it. */
  readonly balanceMinor: bigint;
  /** The cash in that total. */
  readonly cashMinor: bigint;
  /** New York date, YYYY-MM-DD. */
  readonly day: string;
  readonly description: string;
  readonly additionalDetails: string | null;
  readonly securityId: string | null;
  /** The security's name. */
  readonly security: string | null;
  readonly creditDescription: string | null;
  readonly feeDescription: string | null;
  readonly amendmentDescription: string | null;
  readonly depositCounterpartyId: string | null;
  readonly withdrawalCounterpartyId: string | null;
  readonly sweepDirection: "in" | "out" | null;
  readonly tradeAction: "buy" | "sell" | null;
  readonly orderId: OrderId | null;
  /** The first day of the month that a dividend or fee is for. */
  readonly forMonth: string | null;
  readonly createdAt: Date;
  readonly custodianReference: string | null;
}

/** What happened, before it is numbered. Absent members are null. */
export type TreasuryEvent = Pick<TreasuryEntry, "id" | "type" | "amountMinor" | "day" | "description" | "createdAt"> &
  Partial<Omit<TreasuryEntry, "organizationId" | "accountId" | "number" | "balanceMinor" | "cashMinor">>;
