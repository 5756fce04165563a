from typing import Literal, cast

BankDetailChangeKind = Literal["details", "name"]


def check_bank_detail_change_kind(value: str) -> BankDetailChangeKind:
    """Passes every value: a newer service may know more of them."""
    return cast(BankDetailChangeKind, value)
