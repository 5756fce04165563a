from typing import Literal, cast

BankFilePurpose = Literal["answer", "cancel", "issue", "pay", "prenote", "print", "query", "reverse", "void"]


def check_bank_file_purpose(value: str) -> BankFilePurpose:
    """Passes every value: a newer service may know more of them."""
    return cast(BankFilePurpose, value)
