from typing import Literal, cast

TreasuryTransactionType = Literal[
    "depositCanceled",
    "depositComplete",
    "depositFailed",
    "depositReturned",
    "dividendCanceled",
    "dividendPosted",
    "dividendReinvestmentPosted",
    "interestCanceled",
    "interestPosted",
    "manualAmendmentPosted",
    "mercuryCreditFailed",
    "mercuryCreditPosted",
    "mercuryFeeCanceled",
    "mercuryFeeFailed",
    "mercuryFeePosted",
    "mercuryFeeRefunded",
    "mutualFundTradeFailed",
    "mutualFundTradePosted",
    "oemsFixedIncomeOrderCanceled",
    "oemsFixedIncomeOrderRejected",
    "oemsFixedIncomeOrderSettled",
    "oemsMutualFundOrderCanceled",
    "oemsMutualFundOrderRejected",
    "oemsMutualFundOrderSettled",
    "revertTxn",
    "sweepInPosted",
    "sweepOutPosted",
    "sweepReconcilePosted",
    "valuationChangePosted",
    "withdrawalCanceled",
    "withdrawalFailed",
    "withdrawalPosted",
    "withdrawalReturned",
]


def check_treasury_transaction_type(value: str) -> TreasuryTransactionType:
    """Passes every value: a newer service may know more of them."""
    return cast(TreasuryTransactionType, value)
