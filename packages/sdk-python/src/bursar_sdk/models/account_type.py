from typing import Literal, cast

AccountType = Literal["external", "mercury", "recipient"]


def check_account_type(value: str) -> AccountType:
    """Passes every value: a newer service may know more of them."""
    return cast(AccountType, value)
