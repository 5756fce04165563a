from typing import Literal, cast

BankFileDirection = Literal["in", "out"]


def check_bank_file_direction(value: str) -> BankFileDirection:
    """Passes every value: a newer service may know more of them."""
    return cast(BankFileDirection, value)
