from typing import Literal, cast

BankDetailChangeStatus = Literal["applied", "confirmed", "declined", "overtaken", "proposed"]


def check_bank_detail_change_status(value: str) -> BankDetailChangeStatus:
    """Passes every value: a newer service may know more of them."""
    return cast(BankDetailChangeStatus, value)
