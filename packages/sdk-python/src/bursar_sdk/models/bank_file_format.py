from typing import Literal, cast

BankFileFormat = Literal[
    "acknowledgment",
    "bai2",
    "camt.029",
    "camt.052",
    "camt.053",
    "camt.054",
    "camt.056",
    "checks-pdf",
    "nacha",
    "pacs.002",
    "pacs.004",
    "pacs.008",
    "pacs.028",
    "pain.001",
    "pain.002",
    "positive-pay",
]


def check_bank_file_format(value: str) -> BankFileFormat:
    """Passes every value: a newer service may know more of them."""
    return cast(BankFileFormat, value)
