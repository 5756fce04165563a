from typing import Literal, cast

ListAccountTransactionsCategorized = Literal["false", "true"]


def check_list_account_transactions_categorized(value: str) -> ListAccountTransactionsCategorized:
    """Passes every value: a newer service may know more of them."""
    return cast(ListAccountTransactionsCategorized, value)
