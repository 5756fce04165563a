import type { TreasuryNetReturn, TreasuryTransaction } from "../../api/generated/types.gen.ts";

/** Types of treasury transactions in words, which files may use as well. */
export const typeNames: Readonly<Record<TreasuryTransaction["type"], string>> = {
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

/** Trades only move money between cash and the fund. */
export const isTrade = (type: TreasuryTransaction["type"]): boolean =>
  /^(sweep|oems|mutualFund|dividendReinvestment)/.test(type);

export const returnStatuses: Readonly<
  Record<TreasuryNetReturn["status"], { readonly label: string; readonly color: string }>
> = {
  pending: { label: "Accruing", color: "blue" },
  processing: { label: "Fee due", color: "blue" },
  charged: { label: "Final", color: "gray" },
  error: { label: "Fee not covered", color: "red" },
};

const percent = new Intl.NumberFormat("en-US", {
  style: "percent",
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** A yield in percent a year, such as 3.85. */
export const formatYield = (value: number): string => percent.format(value / 100);

const month = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
export const formatMonth = (day: string): string => month.format(new Date(`${day}T00:00:00Z`));
