from typing import Literal, cast

ListBankFileItemsOpen = Literal["false", "true"]


def check_list_bank_file_items_open(value: str) -> ListBankFileItemsOpen:
    """Passes every value: a newer service may know more of them."""
    return cast(ListBankFileItemsOpen, value)
