from typing import Literal, cast

BankNoticeOutcome = Literal["applied", "manual", "outdated", "proposed", "unchanged"]


def check_bank_notice_outcome(value: str) -> BankNoticeOutcome:
    """Passes every value: a newer service may know more of them."""
    return cast(BankNoticeOutcome, value)
