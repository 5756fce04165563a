from typing import Literal, cast

ListAccountTransactionsSpending = Literal["in", "out"]


def check_list_account_transactions_spending(value: str) -> ListAccountTransactionsSpending:
    """Passes every value: a newer service may know more of them."""
    return cast(ListAccountTransactionsSpending, value)
