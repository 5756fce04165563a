from typing import Literal, cast

BankFileItemKind = Literal[
    "contradiction",
    "dispute",
    "otherAccount",
    "otherCompany",
    "otherEntry",
    "unknownCode",
    "unknownPayment",
    "unreadable",
]


def check_bank_file_item_kind(value: str) -> BankFileItemKind:
    """Passes every value: a newer service may know more of them."""
    return cast(BankFileItemKind, value)
