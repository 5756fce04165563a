from typing import Literal, cast

ListTransactionsCategorized = Literal["false", "true"]


def check_list_transactions_categorized(value: str) -> ListTransactionsCategorized:
    """Passes every value: a newer service may know more of them."""
    return cast(ListTransactionsCategorized, value)
