from typing import Literal, cast

BankFileItemState = Literal["applied", "assigned", "ignored", "open"]


def check_bank_file_item_state(value: str) -> BankFileItemState:
    """Passes every value: a newer service may know more of them."""
    return cast(BankFileItemState, value)
