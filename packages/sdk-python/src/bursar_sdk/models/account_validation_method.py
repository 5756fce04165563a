from typing import Literal, cast

AccountValidationMethod = Literal["microDeposits", "prenote"]


def check_account_validation_method(value: str) -> AccountValidationMethod:
    """Passes every value: a newer service may know more of them."""
    return cast(AccountValidationMethod, value)
