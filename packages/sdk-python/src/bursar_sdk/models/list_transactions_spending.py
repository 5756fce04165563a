from typing import Literal, cast

ListTransactionsSpending = Literal["in", "out"]


def check_list_transactions_spending(value: str) -> ListTransactionsSpending:
    """Passes every value: a newer service may know more of them."""
    return cast(ListTransactionsSpending, value)
