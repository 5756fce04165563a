from typing import Literal, cast

ListBankNoticesOpen = Literal["false", "true"]


def check_list_bank_notices_open(value: str) -> ListBankNoticesOpen:
    """Passes every value: a newer service may know more of them."""
    return cast(ListBankNoticesOpen, value)
