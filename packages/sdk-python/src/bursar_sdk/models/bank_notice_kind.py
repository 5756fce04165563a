from typing import Literal, cast

BankNoticeKind = Literal[
    "changeOfDetails", "contestedReturn", "dishonoredReturn", "lateReturn", "paidBackTwice", "reversalReturned"
]


def check_bank_notice_kind(value: str) -> BankNoticeKind:
    """Passes every value: a newer service may know more of them."""
    return cast(BankNoticeKind, value)
