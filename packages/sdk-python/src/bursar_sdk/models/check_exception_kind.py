from typing import Literal, cast

CheckExceptionKind = Literal[
    "amountMismatch", "paidAfterStop", "paidAfterVoid", "paidTwice", "paidWithoutIssue", "payeeMismatch"
]


def check_check_exception_kind(value: str) -> CheckExceptionKind:
    """Passes every value: a newer service may know more of them."""
    return cast(CheckExceptionKind, value)
