from typing import Literal, cast

TransactionKind = Literal[
    "billingEngineSubscriptionFee",
    "cardInternationalTransactionFee",
    "cardInternationalTransactionFeeRebate",
    "cardInternationalTransactionFeeRebateReversal",
    "cardInternationalTransactionFeeReversal",
    "checkDeposit",
    "creditCardCredit",
    "creditCardTransaction",
    "currencyCloudReturn",
    "debitCardCredit",
    "debitCardTransaction",
    "exogenousWireDrawdown",
    "expenseReimbursement",
    "externalTransfer",
    "incomingDomesticWire",
    "incomingInternationalWire",
    "interestPayment",
    "internalTransfer",
    "other",
    "outgoingPayment",
    "personalBankingSubscriptionFee",
    "treasuryTransfer",
    "wireFee",
]


def check_transaction_kind(value: str) -> TransactionKind:
    """Passes every value: a newer service may know more of them."""
    return cast(TransactionKind, value)
