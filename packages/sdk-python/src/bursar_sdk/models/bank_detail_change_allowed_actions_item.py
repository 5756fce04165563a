from typing import Literal, cast

BankDetailChangeAllowedActionsItem = Literal["confirm", "decline"]


def check_bank_detail_change_allowed_actions_item(value: str) -> BankDetailChangeAllowedActionsItem:
    """Passes every value: a newer service may know more of them."""
    return cast(BankDetailChangeAllowedActionsItem, value)
