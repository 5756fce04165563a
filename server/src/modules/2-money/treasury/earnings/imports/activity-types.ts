import type { TreasuryType } from "#money/treasury";

/**
 * What each type of activity does to an account, and which sign its amount has. `cash` changes cash and so the total;
 * `value` changes the value of the shares and so the total; `trade` exchanges cash for shares (negative buys); `none`
 * changes nothing, because it did not happen.
 */
export interface ActivityRule {
  readonly effect: "cash" | "value" | "trade" | "none";
  /** `either` if the amount decides. */
  readonly sign: "positive" | "negative" | "either";
}

const arrives = { effect: "cash", sign: "positive" } as const;
const leaves = { effect: "cash", sign: "negative" } as const;
const either = { effect: "cash", sign: "either" } as const;
const trade = { effect: "trade", sign: "either" } as const;
const nothing = { effect: "none", sign: "either" } as const;

export const activityRules: Readonly<Record<TreasuryType, ActivityRule>> = {
  depositCanceled: nothing,
  depositComplete: arrives,
  depositFailed: nothing,
  depositReturned: leaves,
  mercuryFeePosted: leaves,
  mercuryFeeFailed: nothing,
  mercuryFeeRefunded: arrives,
  mercuryFeeCanceled: nothing,
  withdrawalPosted: leaves,
  withdrawalFailed: nothing,
  withdrawalCanceled: nothing,
  withdrawalReturned: arrives,
  revertTxn: either,
  interestPosted: arrives,
  interestCanceled: leaves,
  manualAmendmentPosted: either,
  mercuryCreditPosted: arrives,
  mercuryCreditFailed: nothing,
  dividendPosted: arrives,
  dividendCanceled: leaves,
  dividendReinvestmentPosted: { effect: "trade", sign: "negative" },
  mutualFundTradeFailed: nothing,
  mutualFundTradePosted: trade,
  sweepInPosted: { effect: "trade", sign: "negative" },
  sweepOutPosted: { effect: "trade", sign: "positive" },
  sweepReconcilePosted: trade,
  valuationChangePosted: { effect: "value", sign: "either" },
  oemsMutualFundOrderSettled: trade,
  oemsMutualFundOrderCanceled: nothing,
  oemsMutualFundOrderRejected: nothing,
  oemsFixedIncomeOrderSettled: trade,
  oemsFixedIncomeOrderCanceled: nothing,
  oemsFixedIncomeOrderRejected: nothing,
};

/** Words for each type, for activity without a description. */
export const activityNames: Readonly<Record<TreasuryType, string>> = {
  depositCanceled: "Deposit canceled",
  depositComplete: "Deposit",
  depositFailed: "Deposit failed",
  depositReturned: "Deposit returned",
  mercuryFeePosted: "Treasury fee",
  mercuryFeeFailed: "Treasury fee failed",
  mercuryFeeRefunded: "Treasury fee refunded",
  mercuryFeeCanceled: "Treasury fee canceled",
  withdrawalPosted: "Withdrawal",
  withdrawalFailed: "Withdrawal failed",
  withdrawalCanceled: "Withdrawal canceled",
  withdrawalReturned: "Withdrawal returned",
  revertTxn: "Reversal",
  interestPosted: "Interest",
  interestCanceled: "Interest canceled",
  manualAmendmentPosted: "Manual amendment",
  mercuryCreditPosted: "Credit",
  mercuryCreditFailed: "Credit failed",
  dividendPosted: "Dividend",
  dividendCanceled: "Dividend canceled",
  dividendReinvestmentPosted: "Dividend reinvested",
  mutualFundTradeFailed: "Fund trade failed",
  mutualFundTradePosted: "Fund trade",
  sweepInPosted: "Sweep to fund",
  sweepOutPosted: "Sweep to cash",
  sweepReconcilePosted: "Sweep reconciliation",
  valuationChangePosted: "Change in value",
  oemsMutualFundOrderSettled: "Fund order settled",
  oemsMutualFundOrderCanceled: "Fund order canceled",
  oemsMutualFundOrderRejected: "Fund order rejected",
  oemsFixedIncomeOrderSettled: "Bond order settled",
  oemsFixedIncomeOrderCanceled: "Bond order canceled",
  oemsFixedIncomeOrderRejected: "Bond order rejected",
};
