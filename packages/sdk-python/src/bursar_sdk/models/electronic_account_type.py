from typing import Literal, cast

ElectronicAccountType = Literal[
    "businessChecking",
    "businessGeneralLedger",
    "businessLoan",
    "businessSavings",
    "personalChecking",
    "personalGeneralLedger",
    "personalLoan",
    "personalSavings",
]


def check_electronic_account_type(value: str) -> ElectronicAccountType:
    """Passes every value: a newer service may know more of them."""
    return cast(ElectronicAccountType, value)
