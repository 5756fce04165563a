from typing import Literal, cast

PreviewWarningCode = Literal[
    "accountCannotPay",
    "approvalRequired",
    "bankConnectionInRehearsal",
    "bankDetailsChanged",
    "bankDetailsCoolingOff",
    "duplicatePayment",
    "insufficientFunds",
    "ledgerInDoubt",
    "neverPaid",
    "noLiveBankConnection",
    "notEnoughApprovers",
    "possibleDuplicate",
    "recipientAddressMissing",
    "recipientCannotReceive",
    "recipientNameUnwritable",
    "recipientNotFound",
    "sameDayCutOffPassed",
    "sameDayLimitExceeded",
    "sameDayUnavailable",
]


def check_preview_warning_code(value: str) -> PreviewWarningCode:
    """Passes every value: a newer service may know more of them."""
    return cast(PreviewWarningCode, value)
