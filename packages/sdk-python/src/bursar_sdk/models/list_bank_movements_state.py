from typing import Literal, cast

ListBankMovementsState = Literal["matched", "open"]


def check_list_bank_movements_state(value: str) -> ListBankMovementsState:
    """Passes every value: a newer service may know more of them."""
    return cast(ListBankMovementsState, value)
