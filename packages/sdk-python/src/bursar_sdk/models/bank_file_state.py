from typing import Literal, cast

BankFileState = Literal[
    "acknowledged",
    "dismissed",
    "inDoubt",
    "kept",
    "open",
    "processed",
    "quarantined",
    "received",
    "rehearsed",
    "rejected",
    "repeated",
    "sending",
    "sent",
    "withheld",
    "written",
]


def check_bank_file_state(value: str) -> BankFileState:
    """Passes every value: a newer service may know more of them."""
    return cast(BankFileState, value)
